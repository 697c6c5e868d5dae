import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import { Card } from '~/components/ui/card';
import { ScoreText } from '~/components/ui/score-text';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { PRACTICE_DAYS, type ClassNews } from '~/domain/statistics/class-news.rules';
import { toStudents } from '~/lib/addresses/members';
import { toPapers } from '~/lib/addresses/scoring';
import { toCensus } from '~/lib/addresses/statistics';
import { toThreads } from '~/lib/addresses/works';

type Last = NonNullable<ClassNews['last']>;

/** 班级近况: what happened lately in each class of mine. Nothing to tell: nothing is shown. */
export function ClassNewsCard({ classes, more }: { classes: ClassNews[]; more: number }) {
  if (classes.length === 0) return null;
  return (
    <Card
      title="班级近况"
      hint="最近一次考试"
      padded={false}
      className="mb-4"
      foot={more > 0 ? <Link to={toCensus({ view: 'class' })}>还有 {more} 个班级</Link> : undefined}
    >
      <ul className="classnews">
        {classes.map((one) => (
          <li key={one.id}>
            <h3>
              <Link to={classHref(one)}>{one.name}</Link>
            </h3>
            {one.last ? <Mean last={one.last} /> : null}
            {one.last ? <LastExam last={one.last} classId={one.id} /> : null}
            <Practised news={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const classHref = ({ id, last }: ClassNews) =>
  last ? toCensus({ view: 'class', classId: id }) : toStudents({ classId: id });

/** The mean of the totals; of an exam without totals that of each part which has scores. */
function Mean({ last: { mean, change, thresholds, parts } }: { last: Last }) {
  if (mean === null) {
    return parts.map((one) =>
      one.mean === null ? null : (
        <span key={one.part} className="classnews__mean">
          <span className="quiet small">{PART_LABELS[one.part]}平均</span>
          <ScoreText value={one.mean} thresholds={thresholds} word />
        </span>
      ),
    );
  }
  const way =
    change === null ? '' : change === 0 ? '与上次相同' : `比上次 ${change > 0 ? '+' : '−'}${Math.abs(change)}`;
  return (
    <span className="classnews__mean">
      <span className="vh">平均</span>
      <ScoreText value={mean} thresholds={thresholds} word />
      {way === '' ? null : <span className="quiet small">{way}</span>}
    </span>
  );
}

function LastExam({ last, classId }: { last: Last; classId: number }) {
  const { examId, name, isOwner, mean, absent, unscored, parts, falls, fallen } = last;
  const counted = (part: Part | 'total', text: string, state: 'absent' | 'waiting') =>
    isOwner ? (
      <Link className="nowrap" to={toPapers({ part, examId, classId, state })}>
        {text}
      </Link>
    ) : (
      text
    );
  return (
    <>
      <p className="quiet small">
        <Link to={toCensus({ examId, classId })}>{name}</Link>
        {parts.length > 0 ? '，没有总分' : mean === null ? '，还没有成绩' : null}
        {parts.length === 0 ? (
          <>
            {absent > 0 ? <>，{counted('total', `缺考 ${absent} 人`, 'absent')}</> : null}
            {unscored > 0 ? <>，{counted('total', `没评完 ${unscored} 人`, 'waiting')}</> : null}
          </>
        ) : (
          parts.map((one) => (
            <Fragment key={one.part}>
              {one.absent > 0 ? (
                <>，{counted(one.part, `${PART_LABELS[one.part]}缺考 ${one.absent} 人`, 'absent')}</>
              ) : null}
              {one.unscored > 0 ? (
                <>，{counted(one.part, `${PART_LABELS[one.part]}没评完 ${one.unscored} 人`, 'waiting')}</>
              ) : null}
            </Fragment>
          ))
        )}
      </p>
      {fallen > 0 ? (
        <p className="quiet small">
          退步较多：
          {falls.map((fall, index) => (
            <span key={fall.account} className="nowrap">
              {index > 0 ? '、' : null}
              <Link to={toPapers({ part: 'total', examId, classId, keyword: fall.account })}>{fall.name}</Link>{' '}
              {fall.from}→{fall.to}
            </span>
          ))}
          {fallen > falls.length ? ` 等 ${fallen} 人` : null}
        </p>
      ) : null}
    </>
  );
}

function Practised({ news: { id, students, practised, questions } }: { news: ClassNews }) {
  return (
    <p className="quiet small">
      {PRACTICE_DAYS} 天内练习 {practised} / {students} 人
      {questions > 0 ? (
        <>
          ，<Link to={toThreads({ state: 'waiting', classId: id })}>待回复提问 {questions} 条</Link>
        </>
      ) : null}
    </p>
  );
}
