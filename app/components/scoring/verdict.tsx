import type { AutoMark } from '~/domain/question-bank/kinds/kind.schema';
import { Chip } from '~/components/ui/chip';
import { CheckIcon, CloseIcon, HalfIcon } from '~/components/ui/icons';
import { correctionWord, type ItemCorrection } from '~/domain/exam/correction.rules';

/** 答案已更正, for an item whose key was put right after the exam. */
export function CorrectionChip({ correction }: { correction: Pick<ItemCorrection, 'kind'> | null }) {
  return correction && correction.kind !== 'credit' ? <Chip tone="theme">{correctionWord(correction)}</Chip> : null;
}

/** 正确, 部分正确 or 错误 with its sign. */
export function Verdict({ auto }: { auto: AutoMark | null }) {
  if (!auto) return null;
  if (auto.isCredited) {
    return (
      <Chip tone="good" icon={CheckIcon}>
        {correctionWord({ kind: 'credit' })}
      </Chip>
    );
  }
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
