import { toPapers } from '~/lib/addresses/scoring';
import { classLabel } from '~/lib/class-label';
import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { ChartImageData } from '~/components/chart/chart.server';
import { SelectField } from '~/components/form/choice-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty, Note } from '~/components/ui/feedback';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { CensusExam, ExamCensus } from '~/domain/statistics/census.queries.server';
import { notOutWord, withoutTotal } from '~/domain/statistics/format.rules';
import { withParams } from '~/http/with-params';
import { formatDate } from '~/lib/time';
import { ClassBoxes, ClassTable, type ClassRow } from './classes-card';
import { DistributionCard, TensCard } from './distribution-card';
import { Guide } from './guide';
import { ItemsCard } from './items-card';
import { MeasuresCard } from './measures-card';
import { ScoreTiles } from './score-tiles';

export type ExamImages = Record<
  'distribution' | 'box' | 'radar' | 'measures' | 'oral-items' | 'written-items',
  ChartImageData | null
>;

/** As the select offers it. */
export type ExamChoice = Pick<CensusExam, 'id' | 'name' | 'heldAt' | 'isReleased' | 'isPartlyReleased'>;

/** The statistics of one exam: how it came out, class by class, and how its items worked. */
export function ExamView({
  census,
  tabs,
  rows,
  images,
  exams,
  timeZone,
  openItem,
  isPrint,
}: {
  census: ExamCensus;
  tabs: ReactNode;
  rows: Omit<ClassRow, 'href'>[];
  images: ExamImages;
  exams: ExamChoice[];
  timeZone: string;
  openItem: number;
  isPrint: boolean;
}) {
  const { figures } = census;
  const location = useLocation();
  const isOneClass = figures.classes.length <= 1;
  const isCompared = census.classroomId !== 0 && figures.classes.length > 1;
  return (
    <>
      <ExamFilter census={census} tabs={tabs} exams={exams} timeZone={timeZone} />
      {figures.total.count === 0 ? (
        <NothingScored census={census} />
      ) : (
        <>
          {figures.total.unscored > 0 ? (
            <div className="section">
              <Note tone="warn">
                还有 {figures.total.unscored} 人的答卷没有评完，下面的数字只算已评分的 {figures.total.count} 人。
              </Note>
            </div>
          ) : null}
          <div className="section">
            <ScoreTiles scores={figures.total} previous={census.previous} thresholds={census.thresholds} />
          </div>
          <div className="grid-2 section">
            {images.distribution ? (
              <DistributionCard
                scores={figures.total}
                image={images.distribution}
                isOpen={isPrint}
                hasTable={!isOneClass}
              />
            ) : null}
            {isOneClass ? <TensCard scores={figures.total} /> : null}
            {images.box && !isOneClass ? <ClassBoxes image={images.box} /> : null}
          </div>
          {isOneClass ? null : (
            <div className="section">
              <ClassTable
                rows={rows.map((row) => ({
                  ...row,
                  href: withParams(location, { classId: row.classroomId === 0 ? null : row.classroomId, item: null }),
                }))}
                current={census.classroomId}
              />
            </div>
          )}
          {images.radar && images.measures && figures.measures ? (
            <div className="section">
              <MeasuresCard
                radar={images.radar}
                bars={images.measures}
                caption={isCompared ? '虚线和细条是全部班级' : null}
                rows={[
                  { name: '全部班级', measures: figures.whole.measures },
                  ...figures.classes.map(({ name, measures }) => ({ name, measures })),
                ].slice(figures.classes.length > 1 ? 0 : 1)}
              />
            </div>
          ) : null}
          {figures.papers
            .filter((paper) => census.part === null || paper.part === census.part)
            .map((paper) => (
              <ItemsCard
                key={paper.part}
                paper={paper}
                image={images[`${paper.part}-items`]}
                openItem={openItem}
                isOpen={isPrint}
              />
            ))}
          <Guide isOpen={isPrint} />
        </>
      )}
    </>
  );
}

function ExamFilter({
  census: { exam, classroomId, part },
  tabs,
  exams,
  timeZone,
}: {
  census: ExamCensus;
  tabs: ReactNode;
  exams: ExamChoice[];
  timeZone: string;
}) {
  return (
    <section className="card statfilter" aria-label="选择考试">
      {tabs}
      <FilterBar label="选择考试、班级和部分" keep={['view']}>
        <SelectField
          name="examId"
          label="考试"
          className="field--grow"
          defaultValue={exam.id}
          options={exams.map((one) => ({ value: one.id, label: examLabel(one, timeZone) }))}
        />
        <SelectField
          name="classId"
          label="班级"
          defaultValue={classroomId === 0 ? '' : classroomId}
          placeholder="全部班级"
          options={exam.classes.map((one) => ({ value: one.id, label: classLabel(one.name, one.nameNow) }))}
        />
        <SelectField
          name="part"
          label="部分"
          defaultValue={part ?? ''}
          placeholder={exam.parts.map((one) => PART_LABELS[one]).join('加')}
          options={exam.parts.length > 1 ? exam.parts.map((one) => ({ value: one, label: PART_LABELS[one] })) : []}
        />
      </FilterBar>
    </section>
  );
}

function examLabel({ name, heldAt, ...exam }: ExamChoice, timeZone: string): string {
  const date = heldAt === null ? '' : `（${formatDate(heldAt, timeZone)}）`;
  return `${name}${date}${exam.isReleased ? '' : ` · ${notOutWord(exam)}`}`;
}

function NothingScored({ census: { exam, classroomId, figures } }: { census: ExamCensus }): ReactNode {
  const location = useLocation();
  const { absent, unscored } = figures.total;
  const scored = figures.basis === 'total' ? figures.parts.filter(({ scores }) => scores.count > 0) : [];
  if (scored.length > 0) {
    return (
      <Card className="section" padded={false}>
        <Empty
          title="没有总分"
          action={scored.map(({ part }) => (
            <ButtonLink key={part} to={withParams(location, { part, item: null })}>
              看{PART_LABELS[part]}的统计
            </ButtonLink>
          ))}
        >
          {withoutTotal(figures.parts)}
        </Empty>
      </Card>
    );
  }
  const scoring = (
    <ButtonLink to={toPapers({ examId: exam.id })} size="s">
      查看答卷
    </ButtonLink>
  );
  return (
    <Card className="section" padded={false}>
      {classroomId !== 0 && absent + unscored === 0 ? (
        <Empty title="这个班没有答卷" action={scoring}>
          没有人参加这场考试，或考试还没有结束。选“全部班级”看其他班。
        </Empty>
      ) : unscored > 0 ? (
        <Empty title="还没有评完的答卷" action={scoring}>
          已交 {unscored} 份，评完以后这里会出现统计。
        </Empty>
      ) : absent > 0 ? (
        <Empty title="没有成绩" action={scoring}>
          {absent} 人全部缺考。
        </Empty>
      ) : (
        <Empty title="还没有成绩" action={scoring}>
          学生交卷、老师评分以后，这里会出现统计。
        </Empty>
      )}
    </Card>
  );
}
