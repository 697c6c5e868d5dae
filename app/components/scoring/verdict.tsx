import { Chip } from '~/components/ui/chip';
import { CheckIcon, CloseIcon, HalfIcon } from '~/components/ui/icons';
import type { AutoMark } from '~/domain/scoring/scoring.rules';

/** 正确, 部分正确 or 错误 with its sign. */
export function Verdict({ auto }: { auto: AutoMark | null }) {
  if (!auto) return null;
  if (auto.isRight) {
    return (
      <Chip tone="good" icon={CheckIcon}>
        正确
      </Chip>
    );
  }
  if (auto.points > 0) {
    return (
      <Chip tone="warn" icon={HalfIcon}>
        部分正确
      </Chip>
    );
  }
  return (
    <Chip tone="bad" icon={CloseIcon}>
      错误
    </Chip>
  );
}
