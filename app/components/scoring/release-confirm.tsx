import { Link } from '@remix-run/react';
import { ConfirmSection } from '~/components/list/confirm-section';
import { buttonClass } from '~/components/ui/button';
import { PART_LABELS } from '~/domain/exam/exam.rules';
import type { ReleaseSummary } from '~/domain/scoring/release.queries.server';
import { paperHref } from './papers-table';

type Summary = Pick<ReleaseSummary, 'parts' | 'studentIds' | 'unscoredCount' | 'obstacle'> & {
  exam: { id: number; name: string };
};

/** 公布成绩: what is scored, unscored and absent, and the question; or why it has to wait. */
export function ReleaseConfirm({ summary, cancelHref }: { summary: Summary; cancelHref: string }) {
  const { exam, obstacle, unscoredCount } = summary;
  if (obstacle !== null) {
    return (
      <section className="confirm" id="confirm" aria-labelledby="release-title">
        <h2 id="release-title">现在还不能公布成绩</h2>
        <div className="confirm__text">
          <p>{obstacle}</p>
        </div>
        <div className="row confirm__buttons">
          <Link className={buttonClass()} to={cancelHref} preventScrollReset>
            知道了
          </Link>
        </div>
      </section>
    );
  }
  return (
    <ConfirmSection
      text={<Counts summary={summary} />}
      intent="release"
      fields={{ ids: exam.id, confirm: 1 }}
      cancelHref={cancelHref}
      confirmLabel={unscoredCount > 0 ? '仍要公布' : '公布成绩'}
      danger={unscoredCount > 0}
    />
  );
}

const SHOWN = 8;

function Counts({ summary: { exam, parts, studentIds, unscoredCount } }: { summary: Summary }) {
  return (
    <>
      <p>
        公布「{exam.name}」的成绩，并通知 {studentIds.length} 名学生。公布后不能再改分，除非先撤回。
      </p>
      <ul className="bullets">
        {parts.map((part) => (
          <li key={part.part}>
            {PART_LABELS[part.part]}：已评 {part.scored} 份，未评 {part.unscored.length} 份，缺考 {part.absent.length}{' '}
            人
          </li>
        ))}
      </ul>
      {unscoredCount > 0 ? (
        <p>
          <strong>有 {unscoredCount} 份还没评分，</strong>这些学生会看到“待评分”，没有总分：
          {parts.flatMap((part) =>
            part.unscored.slice(0, SHOWN).map((person) => (
              <span key={person.attemptId}>
                <Link to={paperHref(person.attemptId, 0)}>{person.name}</Link>（{PART_LABELS[part.part]}）{' '}
              </span>
            )),
          )}
          {parts.some((part) => part.unscored.length > SHOWN) ? '等' : ''}
        </p>
      ) : null}
    </>
  );
}
