import { Link } from '@remix-run/react';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { CheckIcon, CloseIcon, HalfIcon, RingIcon } from '~/components/ui/icons';
import { practicePath, resultWord, type Target, type TryResult } from '~/domain/practice/practice.rules';
import type { PracticeSource, TryView } from '~/domain/practice/practice.queries.server';
import type { QuestionProgress } from '~/domain/practice/progress.queries.server';
import type { Bank } from '~/domain/question-bank/question.schema';
import { scoreBand } from '~/lib/bands';
import { formatMinute } from '~/lib/time';

/** What one try came to, in a word with its sign. */
export function ResultChip(result: TryResult) {
  const word = resultWord(result);
  if (result.isRight === true || (result.isRight === null && scoreBand((result.score ?? 0) * 100) === 'high')) {
    return (
      <Chip tone="good" icon={CheckIcon}>
        {word}
      </Chip>
    );
  }
  if (result.isRight === false && !result.score) {
    return (
      <Chip tone="bad" icon={CloseIcon}>
        {word}
      </Chip>
    );
  }
  if (result.score !== null) {
    return (
      <Chip tone="warn" icon={HalfIcon}>
        {word}
      </Chip>
    );
  }
  return <Chip icon={result.selfRating === null ? RingIcon : undefined}>{word}</Chip>;
}

/** The earlier tries at a question, newest first, each leading to what it came to. */
export function TriesCard({
  tries,
  target,
  runId,
  current,
  timeZone,
}: {
  tries: TryView[];
  target: Target;
  runId: number | null;
  current: number | null;
  timeZone: string;
}) {
  if (tries.length === 0) return null;
  return (
    <Card title="练过的" hint={`${tries.length} 次`} padded={false}>
      <ol className="qlist tries">
        {tries.map((one) => (
          <li key={one.id}>
            <Link
              to={practicePath(one.bank, target, { run: runId, done: one.id })}
              aria-current={one.id === current ? 'true' : undefined}
            >
              <span className="num">{formatMinute(one.createdAt, timeZone).slice(5)}</span>
              <ResultChip {...one} />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Where a question comes from, in a word. */
export function sourceWord(source: PracticeSource): string {
  if (source.kind === 'own') return '我的题目';
  return source.kind === 'shared' ? `${source.ownerName} 共享` : `考试：${source.examName}`;
}

/** How often a question was practised and what the last try came to. */
export function OwnProgress({ bank, progress }: { bank: Bank; progress: QuestionProgress | null }) {
  if (!progress) return <Chip tone="line">未练</Chip>;
  return (
    <>
      <span className="quiet small">已练 {progress.tries} 次，最近</span> <ResultChip bank={bank} {...progress.last} />
    </>
  );
}
