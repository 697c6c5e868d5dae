import type { ReactNode } from 'react';
import type { IconComponent } from './icons';

export type ChipTone = 'theme' | 'good' | 'warn' | 'bad' | 'line' | 'plain';

const TONES: Record<ChipTone, string> = {
  theme: ' chip--theme',
  good: ' chip--good',
  warn: ' chip--warn',
  bad: ' chip--bad',
  line: ' chip--line',
  plain: '',
};

/** A state in a word, on a tint, best with an icon (never by colour alone). */
export function Chip({
  tone = 'plain',
  icon: Icon,
  children,
}: {
  tone?: ChipTone;
  icon?: IconComponent;
  children: ReactNode;
}) {
  return (
    <span className={`chip${TONES[tone]}`}>
      {Icon ? <Icon small /> : null}
      {children}
    </span>
  );
}
