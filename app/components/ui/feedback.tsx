import { useState, type ReactNode } from 'react';
import { AlertIcon, CloseIcon, DoneIcon, InboxIcon, InfoIcon, type IconComponent } from './icons';

/** An empty list: whether there is nothing yet (and how to make the first) or nothing matches. */
export function Empty({
  title,
  icon: Icon = InboxIcon,
  action,
  children,
}: {
  title: string;
  icon?: IconComponent;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="empty">
      <Icon />
      <strong>{title}</strong>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  );
}

export type NoteTone = 'info' | 'warn' | 'bad' | 'good';

const NOTE_TONES: Record<NoteTone, string> = { info: '', warn: ' note--warn', bad: ' note--bad', good: ' note--good' };

/** A sentence worth noticing inside a card. */
export function Note({ tone = 'info', children }: { tone?: NoteTone; children: ReactNode }) {
  const Icon = tone === 'info' ? InfoIcon : tone === 'good' ? DoneIcon : AlertIcon;
  return (
    <div className={`note${NOTE_TONES[tone]}`}>
      <Icon small />
      <div>{children}</div>
    </div>
  );
}

/** What the last action did, at most one a page. Script only lets it be put away. */
export function FlashMessage({ flash }: { flash: { kind: 'success' | 'warn'; text: string } | null }) {
  const [dismissed, setDismissed] = useState<typeof flash>(null);
  // Compared by identity: the next message shows, even the same words again.
  const shown = flash && flash !== dismissed ? flash : null;
  return (
    <div role="status">
      {shown ? (
        <div className={`flash${shown.kind === 'warn' ? ' flash--warn' : ''}`}>
          {shown.kind === 'warn' ? <AlertIcon /> : <DoneIcon />}
          <span>{shown.text}</span>
          <button type="button" className="flash__close push with-script" onClick={() => setDismissed(shown)}>
            <CloseIcon small />
            <span className="vh">关闭提示</span>
          </button>
        </div>
      ) : null}
    </div>
  );
}
