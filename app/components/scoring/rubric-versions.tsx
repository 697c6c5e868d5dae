import { Form, Link } from '@remix-run/react';
import { HiddenFields } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { MEASURES, MEASURE_LABELS } from '~/domain/exam/measures.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { ReapplyRow } from '~/domain/scoring/marking/rubric-reapply.queries.server';
import type { SavedRubric } from '~/domain/scoring/marking/rubric.queries.server';
import { RUBRIC_KIND_LABELS, rubricFull, rulesOf, ruleText, type Rubric } from '~/domain/scoring/marking/rubric.rules';
import { formatPoints, roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { formatMinute } from '~/lib/time';

/** A rubric to be read. */
export function RubricText({ rubric }: { rubric: Rubric }) {
  if (rubric.kind === 'points') return <p>每题直接给分；有评分要点的题按要点给分。</p>;
  if (rubric.kind === 'measures') {
    return <p>{MEASURES.map((measure) => `${MEASURE_LABELS[measure]} ${rubric.weights[measure]}`).join('，')}</p>;
  }
  return (
    <>
      <p>
        {rubric.name}，满分 {formatPoints(rubricFull(rubric))} 分
      </p>
      <ul className="bullets">
        {rulesOf(rubric).map((rule) => (
          <li key={rule.id}>
            {rule.name}：{ruleText(rule)}
            {rule.hint === '' ? null : <span className="quiet">（{rule.hint}）</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

export type VersionRow = Omit<SavedRubric, 'rubric'> & { name: string; kind: Rubric['kind']; scores: number };

/** Every version that was saved, with how many final scores each has given. */
export function RubricVersions({
  versions,
  href,
  unversioned,
}: {
  versions: VersionRow[];
  href: (version: number) => string;
  /** Final scores from before the first version. */
  unversioned: number;
}) {
  if (versions.length === 0) return null;
  return (
    <Card
      title="各版评分标准"
      hint={unversioned > 0 ? `存第 1 版以前评的还有 ${unversioned} 份` : undefined}
      padded={false}
    >
      <DataTable
        caption="各版评分标准"
        rows={versions}
        rowKey={(row) => row.id}
        columns={[
          {
            key: 'version',
            header: '版本',
            nowrap: true,
            cell: (row) => (
              <>
                第 {row.version} 版 {row.version === versions[0]?.version ? <Chip tone="good">正在用</Chip> : null}
              </>
            ),
          },
          { key: 'name', header: '名称', clip: true, cell: (row) => row.name },
          { key: 'kind', header: '方式', nowrap: true, cell: (row) => RUBRIC_KIND_LABELS[row.kind] },
          {
            key: 'saved',
            header: '保存',
            nowrap: true,
            quiet: true,
            cell: (row) => `${formatMinute(row.createdAt)} ${row.createdBy}`,
          },
          { key: 'scores', header: '按它评的', align: 'end', nowrap: true, cell: (row) => `${row.scores} 份` },
          {
            key: 'actions',
            header: '操作',
            actions: true,
            cell: (row) => (
              <Link to={href(row.version)} preventScrollReset>
                查看<span className="vh">第 {row.version} 版</span>
              </Link>
            ),
          },
        ]}
      />
    </Card>
  );
}

/** How many scores older versions gave, and the way to count them by the one in force. */
export function OutdatedNote({ count, reapplyHref }: { count: number; reapplyHref: string | null }) {
  if (count === 0) return null;
  return (
    <Note tone="warn">
      <p>按旧规则评的 {count} 份仍按当时的标准计分。</p>
      {reapplyHref === null ? null : (
        <ButtonLink size="s" to={reapplyHref} preventScrollReset>
          按新规则重算
        </ButtonLink>
      )}
    </Note>
  );
}

const SHOWN = 100;

/** Who changes by how much when older scores count by the version in force, and who must be marked again. */
export function ReapplyPreview({
  rows,
  rubricId,
  examId,
  part,
  cancelHref,
  paperHref,
}: {
  rows: ReapplyRow[];
  rubricId: number;
  examId: number;
  part: Part;
  cancelHref: string;
  paperHref: (attemptId: number) => string;
}) {
  const ready = rows.filter((row) => !row.isLeft);
  const heldBack = rows.filter((row) => row.isHeldBack).length;
  const changed = ready.filter((row) => row.after !== row.before);
  const left = rows.length - ready.length;
  return (
    <section className="confirm confirm--calm" aria-labelledby="reapply-title" id="confirm">
      <h2 id="reapply-title">按新规则重算</h2>
      <div className="confirm__text">
        {ready.length} 份可以重算，其中 {changed.length} 份的得分会变。
        {left > 0 ? `另外 ${left} 份的评分记录不够用，仍按旧规则计分，要改请逐份重评。` : ''}
        {heldBack > 0 ? `${heldBack} 份是您还没评的答卷上别的老师的评分，您评完才显示得分。` : ''}
      </div>
      <DataTable
        caption="重算前后"
        rows={rows.slice(0, SHOWN)}
        rowKey={(row) => row.scoreId}
        slim
        columns={[
          {
            key: 'name',
            header: '答卷',
            rowHeader: true,
            cell: (row) => <Link to={paperHref(row.attemptId)}>{row.name}</Link>,
          },
          { key: 'class', header: '班级', cell: (row) => row.className },
          { key: 'examiner', header: '评分老师', cell: (row) => row.examinerName },
          {
            key: 'version',
            header: '评分时',
            nowrap: true,
            cell: (row) => (row.rubricVersion === 0 ? '原来的标准' : `第 ${row.rubricVersion} 版`),
          },
          { key: 'before', header: '现在', align: 'end', cell: (row) => percentText(row.before) },
          {
            key: 'after',
            header: '重算后',
            align: 'end',
            nowrap: true,
            cell: (row) => (row.isLeft ? <Chip tone="warn">要重评</Chip> : percentText(row.after)),
          },
          { key: 'change', header: '变化', align: 'end', cell: (row) => changeText(row) },
        ]}
      />
      {rows.length > SHOWN ? (
        <p className="small quiet">
          共 {rows.length} 份，这里列出变化最大的 {SHOWN} 份。
        </p>
      ) : null}
      <div className="row confirm__buttons">
        <Link className="btn" to={cancelHref} preventScrollReset>
          取消
        </Link>
        {ready.length > 0 ? (
          <Form method="post" preventScrollReset>
            <HiddenFields values={{ _intent: 'reapply', examId, part, rubricId }} />
            <Button variant="primary">重算 {ready.length} 份</Button>
          </Form>
        ) : null}
      </div>
    </section>
  );
}

function percentText(percent: number | null): string {
  return percent === null ? '—' : formatPoints(percent);
}

function changeText({ before, after }: ReapplyRow): string {
  if (before === null || after === null) return '';
  const difference = roundHalfUp(Math.abs(after - before), 2);
  if (difference === 0) return '不变';
  return `${after > before ? '+' : '−'}${formatPoints(difference)}`;
}
