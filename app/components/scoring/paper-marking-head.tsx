import { Breadcrumbs } from '~/components/layout/page-header';
import { Progress } from '~/components/ui/facts';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import type { ScoringView } from '~/domain/scoring/marking/scoring.queries.server';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import { formatMinute } from '~/lib/time';
import { MarkingHead } from './marking-head';
import { progressProps } from './progress-words';
import { paperHref } from './papers-table';

/** Whose paper is marked, how far the pile has come, and the way to the papers before and after. */
export function PaperMarkingHead({
  paper,
  classId,
}: {
  paper: ScoringView;
  /** By which the pile is filtered; 0 for all. */
  classId: number;
}) {
  const { exam, part, attempt, student } = paper;
  return (
    <>
      <Breadcrumbs
        items={[
          { label: '考试', href: toExams() },
          { label: '考试评分', href: toScoring() },
          { label: exam.name, href: toPapers({ examId: exam.id, part }) },
          { label: '评分' },
        ]}
      />
      <MarkingHead
        title={
          <>
            {student.name}
            {attempt.number >= RESIT_NUMBER ? <small className="quiet">（补考）</small> : null}
          </>
        }
        purpose={[
          paper.isBlind ? '匿名评阅' : `学号 ${student.account}，${student.className}`,
          PART_LABELS[part],
          ...(paper.task === 'arbiter' ? ['请您仲裁'] : []),
          ...(attempt.submittedAt === null ? [] : [`${formatMinute(attempt.submittedAt)} 交卷`]),
        ].join('，')}
        progress={<Progress {...progressProps(paper)} />}
        unit="位"
        previous={paper.previousId === null ? null : paperHref(paper.previousId, classId)}
        next={paper.nextId === null ? null : paperHref(paper.nextId, classId)}
      />
    </>
  );
}
