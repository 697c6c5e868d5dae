import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ChartImage } from '~/components/chart/chart-image';
import type { ChartImageData } from '~/components/chart/chart.server';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { DataTable, type Column } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import type { CourseStep } from '~/domain/statistics/census.queries.server';
import { formatChange, notOutWord } from '~/domain/statistics/format.rules';
import { toCensus } from '~/lib/addresses/statistics';
import { formatDate } from '~/lib/time';
import { scoreColumns } from './classes-card';
import { NoFigure } from './figure-text';

type CourseProps = { tabs: ReactNode; steps: CourseStep[]; image: ChartImageData | null; timeZone: string };

/** One class over the exams it sat, beside all classes of each. */
export function ClassCourse({
  tabs,
  steps,
  image,
  timeZone,
  classId,
  classes,
}: CourseProps & { classId: number; classes: { id: number; name: string }[] }) {
  return (
    <>
      <section className="card statfilter" aria-label="选择班级">
        {tabs}
        <FilterBar label="选择班级" keep={['view']}>
          <SelectField
            name="classId"
            label="班级"
            className="field--grow"
            defaultValue={classId}
            options={classes.map((one) => ({ value: one.id, label: one.name }))}
          />
        </FilterBar>
      </section>
      {steps.length === 0 || !image ? (
        <Card className="section" padded={false}>
          <Empty title="这个班还没有成绩">参加的考试评完以后，这里会出现每场考试的成绩。</Empty>
        </Card>
      ) : (
        <Course
          title="历次考试"
          hint="与参加同一场考试的全部班级比较"
          image={image}
          steps={steps}
          timeZone={timeZone}
          classId={classId}
          extra={[
            {
              key: 'against',
              header: '与全部班级比',
              align: 'end',
              nowrap: true,
              cell: ({ scores, whole }) =>
                scores.mean.value === null || whole.mean.value === null ? (
                  <NoFigure reason="没有平均分可比" />
                ) : (
                  formatChange(scores.mean.value, whole.mean.value)
                ),
            },
          ]}
        />
      )}
    </>
  );
}

/** All exams of a time and category. */
export function PeriodCourse({
  tabs,
  steps,
  image,
  timeZone,
  from,
  to,
  category,
  categories,
  problems,
}: CourseProps & {
  from: string;
  to: string;
  category: string;
  categories: string[];
  problems: Record<string, string>;
}) {
  return (
    <>
      <section className="card statfilter" aria-label="选择时间和类别">
        {tabs}
        <FilterBar label="选择时间和类别" keep={['view']} problems={problems}>
          <TextField name="from" label="从" width="s" defaultValue={from} maxLength={20} placeholder="2026-09-01" />
          <TextField name="to" label="到" width="s" defaultValue={to} maxLength={20} placeholder="2027-01-31" />
          <SelectField
            name="category"
            label="类别"
            className="field--grow"
            defaultValue={category}
            placeholder="全部类别"
            options={categories.map((name) => ({ value: name, label: name }))}
          />
        </FilterBar>
      </section>
      {steps.length === 0 || !image ? (
        <Card className="section" padded={false}>
          <Empty title="这段时间没有有成绩的考试">换一段时间或类别再查，或点“重置”看全部。</Empty>
        </Card>
      ) : (
        <Course title="各场考试" image={image} steps={steps} timeZone={timeZone} classId={0} extra={[]} />
      )}
    </>
  );
}

function Course({
  title,
  hint,
  image,
  steps,
  timeZone,
  classId,
  extra,
}: {
  title: string;
  hint?: string;
  image: ChartImageData;
  steps: CourseStep[];
  timeZone: string;
  classId: number;
  extra: Column<CourseStep>[];
}) {
  return (
    <Card title={title} hint={hint} className="section" padded={false}>
      <div className="card__body chart--wide chart--latest">
        <ChartImage image={image} />
      </div>
      <DataTable
        caption={title}
        tight
        rows={[...steps].reverse()}
        rowKey={(step) => step.exam.id}
        columns={[
          {
            key: 'name',
            header: '考试',
            clip: true,
            cell: ({ exam }) => (
              <>
                <Link to={toCensus({ examId: exam.id, classId: classId || undefined })}>{exam.name}</Link>{' '}
                {exam.isReleased ? null : <Chip tone="warn">{notOutWord(exam)}</Chip>}
              </>
            ),
          },
          {
            key: 'date',
            header: '日期',
            nowrap: true,
            cell: ({ exam }) => (exam.heldAt === null ? '' : formatDate(exam.heldAt, timeZone)),
          },
          ...scoreColumns<CourseStep>((step) => step.scores),
          ...extra,
        ]}
      />
    </Card>
  );
}
