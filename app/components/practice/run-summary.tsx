import { Link } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { StatTiles, type StatTile } from '~/components/ui/facts';
import { practicePath } from '~/domain/practice/practice.rules';
import type { RunView } from '~/domain/practice/run.queries.server';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import { toPractice } from '~/lib/addresses/practice';
import { formatDuration } from '~/lib/time';
import { PracticeFrame } from './practice-shell';
import { ResultChip } from './tries';
import { RichText } from '~/components/question/rich-text';
import { goneWord } from './gone';

/** What a run came to: right and wrong, what was left out, how long it took; wrong ones again, or where to go on. */
export function RunSummary({ run, nextHref, requestId }: { run: RunView; nextHref: string | null; requestId: string }) {
  const done = run.items.filter((item) => item.result !== null);
  const judged = done.filter((item) => item.result?.isRight !== null);
  const right = judged.filter((item) => item.result?.isRight === true).length;
  const wrong = judged.length - right;
  const lastAt = Math.max(run.createdAt, ...done.map((item) => item.result?.createdAt ?? 0));
  const canRetry = run.items.some((item) => item.isAvailable && item.result?.isRight === false);
  const isOpen = run.endedAt === null && nextHref !== null;
  const tiles: StatTile[] = [
    { label: '已练', value: done.length, unit: `/ ${run.items.length} 题` },
    ...(judged.length > 0
      ? [
          { label: '对', value: right, unit: '题', note: `正确率 ${Math.round((right / judged.length) * 100)}%` },
          { label: '错', value: wrong, unit: '题' },
        ]
      : []),
    { label: '没练', value: run.items.length - done.length, unit: '题' },
    { label: '用时', value: done.length === 0 ? '—' : formatDuration(lastAt - run.createdAt) },
  ];
  return (
    <PracticeFrame title={run.title} here="练习小结">
      <h1 className="vh">练习小结：{run.title}</h1>
      <StatTiles items={tiles} />
      <div className="row waiting__act">
        {isOpen ? (
          <ButtonLink variant="primary" size="l" to={nextHref}>
            {done.length === 0 ? '开始' : '继续练习'}
          </ButtonLink>
        ) : null}
        {canRetry ? (
          <IntentButton intent="again" fields={{ requestId }} variant={isOpen ? 'default' : 'primary'} size="l">
            再练错的
          </IntentButton>
        ) : null}
        {isOpen ? (
          <IntentButton intent="end" size="l">
            结束练习
          </IntentButton>
        ) : (
          <ButtonLink size="l" to={toPractice()}>
            再选一组
          </ButtonLink>
        )}
      </div>
      <Card title="各题" padded={false}>
        <ol className="runlist">
          {run.items.map((item) => (
            <li key={item.key}>
              <span className="num quiet">{item.position}</span>
              <span>
                {item.isAvailable || (item.isInTrash && item.result) ? (
                  <Link
                    to={practicePath(item.bank, item.target, {
                      run: run.id,
                      done: item.bank === 'oral' ? null : item.result?.practiceId,
                    })}
                  >
                    <RichText text={item.title} />
                  </Link>
                ) : (
                  <RichText text={item.title} />
                )}
                <span className="quiet small">
                  {' '}
                  {questionKindLabel(item)}
                  {item.isAvailable ? '' : `，${goneWord(item)}`}
                </span>
              </span>
              {!item.result ? (
                <Chip tone="line">没练</Chip>
              ) : item.isClosed ? null : (
                <ResultChip bank={item.bank} {...item.result} />
              )}
            </li>
          ))}
        </ol>
      </Card>
    </PracticeFrame>
  );
}
