import { Chip } from '~/components/ui/chip';
import { CheckIcon, DoneIcon, HalfIcon } from '~/components/ui/icons';
import { THREAD_STATES, type ThreadState } from '~/domain/interaction/thread.rules';

const LOOKS = {
  waiting: { tone: 'warn', icon: HalfIcon },
  answered: { tone: 'good', icon: CheckIcon },
  closed: { tone: 'line', icon: DoneIcon },
} as const;

/** Where a question stands, in a word with its sign. */
export function ThreadStateChip({ state }: { state: ThreadState }) {
  return <Chip {...LOOKS[state]}>{THREAD_STATES[state]}</Chip>;
}
