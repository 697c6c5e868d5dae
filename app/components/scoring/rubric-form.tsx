import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CheckedForm } from '~/components/form/checked-form';
import { useFieldState } from '~/components/form/form-context';
import { HiddenFields } from '~/components/form/submit';
import { NumberField, TextField } from '~/components/form/text-fields';
import { DataTable, type Column } from '~/components/list/data-table';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { MEASURES, MEASURE_LABELS } from '~/domain/exam/measures.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { rubricFormValues, ruleField, ruleRowCount, type RuleColumn } from '~/domain/scoring/marking/rubric-form.rules';
import type { RubricPreset } from '~/domain/scoring/marking/rubric-presets.rules';
import { RUBRIC_KIND_LABELS, type Rubric } from '~/domain/scoring/marking/rubric.rules';
import { rubricFormSchema } from '~/domain/scoring/marking/rubric.schema';
import type { FormProblem } from '~/http/form-problem';
import { FieldError } from '~/components/form/field-error';

/** What a rubric can be started from: links that fill in the form below, nothing is saved by them. */
export function PresetLinks({
  presets,
  href,
  current,
}: {
  presets: Pick<RubricPreset, 'key' | 'label' | 'about'>[];
  href: (key: string) => string;
  current: string;
}) {
  return (
    <Card title="从一种评分标准开始" hint="选一种填到下面的表里，改好再保存">
      <ul className="presets">
        {presets.map((preset) => (
          <li key={preset.key}>
            <Link
              to={href(preset.key)}
              className="preset"
              aria-current={preset.key === current || undefined}
              preventScrollReset
            >
              <b>{preset.label}</b>
              <span className="small quiet">{preset.about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The rubric as a form: its kind comes with the preset, the rest is filled in. */
export function RubricForm({
  examId,
  part,
  version,
  rubric,
  isFromPreset,
  problem,
}: {
  examId: number;
  part: Part;
  /** The version in force. */
  version: number;
  rubric: Rubric;
  /** Not saved yet. */
  isFromPreset: boolean;
  problem: FormProblem | null | undefined;
}) {
  const values = rubricFormValues(rubric);
  const rows = Array.from({ length: Math.max(ruleRowCount(rubric), keptRows(problem)) }, (_, row) => row);
  return (
    <CheckedForm schema={rubricFormSchema} intent="rubric" problem={problem}>
      <HiddenFields values={{ examId, part, version, kind: rubric.kind }} />
      <Card
        title={isFromPreset ? '改好再保存' : '现在的评分标准'}
        hint={
          isFromPreset
            ? `${RUBRIC_KIND_LABELS[rubric.kind]}，还没有保存`
            : `${RUBRIC_KIND_LABELS[rubric.kind]}${version > 0 ? `，第 ${version} 版` : ''}`
        }
        padded={false}
        foot={
          <div className="row">
            <Button variant="primary">保存为第 {version + 1} 版</Button>
            <span className="small quiet">以前评的分仍按当时的标准计，要改可以重算</span>
          </div>
        }
      >
        <div className="card__body">
          <div className="fieldrow">
            <TextField name="name" label="名称" width="m" maxLength={30} defaultValue={values.name} />
            {rubric.kind === 'deductions' ? (
              <NumberField name="full" label="满分" suffix="分" decimal defaultValue={values.full} />
            ) : null}
            {rubric.kind === 'measures'
              ? MEASURES.map((measure) => (
                  <NumberField
                    key={measure}
                    name={measure}
                    label={`${MEASURE_LABELS[measure]}权重`}
                    defaultValue={values[measure]}
                  />
                ))
              : null}
          </div>
          <Explanation rubric={rubric} />
        </div>
        {rubric.kind === 'deductions' || rubric.kind === 'criteria' ? (
          <DataTable
            caption={rubric.kind === 'deductions' ? '扣分规则' : '评分项'}
            rows={rows}
            rowKey={(row) => row}
            columns={columnsOf(rubric.kind, values)}
          />
        ) : null}
      </Card>
    </CheckedForm>
  );
}

function Explanation({ rubric }: { rubric: Rubric }) {
  const texts: Record<Rubric['kind'], string> = {
    measures: '口语得分是四项的加权平均；没有关键词的题，关键词不评，权重分给其他三项。',
    deductions:
      '按次数：每出现一次扣多少分，单位写“个音节”“次”；按程度：写出各档扣的分，如 0、0.5、1、2。扣到 0 分为止，再折算成题目的分值。',
    criteria: '每一项给分，合起来折算成题目的分值。',
    points: '每题直接给分；有评分要点的题按要点给分。',
  };
  const more = rubric.kind === 'criteria' ? '有评分要点的笔试题仍按自己的要点给分。' : '';
  return (
    <p className="small quiet rubrichint">
      {texts[rubric.kind]}
      {more}
      {rubric.kind === 'deductions' || rubric.kind === 'criteria' ? '空着名称的行不算。' : ''}
    </p>
  );
}

/** How many rows were sent last time: a row below those of the rubric keeps what was typed. */
function keptRows(problem: FormProblem | null | undefined): number {
  const used = Object.keys(problem?.values ?? {}).flatMap((name) => {
    const row = /^rule-\w+-(\d+)$/.exec(name)?.[1];
    return row === undefined ? [] : [Number(row) + 1];
  });
  return Math.max(0, ...used);
}

function columnsOf(kind: 'deductions' | 'criteria', values: Record<string, string>): Column<number>[] {
  const input = (column: RuleColumn, label: string, width: string, mode?: 'decimal') => (row: number) => (
    <RuleInput column={column} row={row} label={label} width={width} values={values} inputMode={mode} />
  );
  const remove: Column<number> = {
    key: 'remove',
    header: '删除',
    cell: (row) => (
      <>
        <input type="hidden" name={ruleField('id', row)} value={values[ruleField('id', row)] ?? ''} />
        <RemoveBox row={row} isUsed={values[ruleField('name', row)] !== undefined} />
      </>
    ),
  };
  const number: Column<number> = { key: 'row', header: '行', align: 'end', cell: (row) => row + 1 };
  const name: Column<number> = { key: 'name', header: '名称', cell: input('name', '名称', 'rulename') };
  const hint: Column<number> = {
    key: 'hint',
    header: '说明（选填）',
    width: 'w-full',
    cell: input('hint', '说明', ''),
  };
  if (kind === 'criteria') {
    return [
      number,
      name,
      { key: 'points', header: '分值', cell: input('points', '分值', 'input--num', 'decimal') },
      hint,
      remove,
    ];
  }
  return [
    number,
    name,
    { key: 'way', header: '方式', cell: (row) => <WaySelect row={row} values={values} /> },
    { key: 'points', header: '扣分', cell: input('points', '扣分', 'rulepoints') },
    { key: 'unit', header: '单位', cell: input('unit', '单位', 'ruleunit') },
    { key: 'maximum', header: '最多扣', cell: input('maximum', '最多扣', 'input--num', 'decimal') },
    hint,
    remove,
  ];
}

function RuleInput({
  column,
  row,
  label,
  width,
  values,
  inputMode,
}: {
  column: RuleColumn;
  row: number;
  label: string;
  width: string;
  values: Record<string, string>;
  inputMode?: 'decimal';
}) {
  const name = ruleField(column, row);
  const field = useFieldState(name);
  return (
    <Cell error={field.error} id={field.errorId}>
      <input
        className={`input${width === '' ? '' : ` ${width}`}`}
        id={field.id}
        name={name}
        defaultValue={field.value(values[name] ?? '')}
        aria-label={`第 ${row + 1} 行${label}`}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={field.error ? field.errorId : undefined}
        inputMode={inputMode}
        autoComplete="off"
        maxLength={100}
      />
    </Cell>
  );
}

function WaySelect({ row, values }: { row: number; values: Record<string, string> }) {
  const name = ruleField('way', row);
  const field = useFieldState(name);
  return (
    <select
      className="input ruleway"
      id={field.id}
      name={name}
      defaultValue={field.value(values[name] ?? 'count')}
      aria-label={`第 ${row + 1} 行方式`}
    >
      <option value="count">按次数</option>
      <option value="choice">按程度</option>
    </select>
  );
}

function RemoveBox({ row, isUsed }: { row: number; isUsed: boolean }) {
  const name = ruleField('remove', row);
  const field = useFieldState(name);
  if (!isUsed) return null;
  return (
    <input
      type="checkbox"
      name={name}
      value="on"
      defaultChecked={field.values([]).has('on')}
      aria-label={`删除第 ${row + 1} 行`}
    />
  );
}

function Cell({ error, id, children }: { error: string | undefined; id: string; children: ReactNode }) {
  return (
    <>
      {children}
      <FieldError id={id} text={error} />
    </>
  );
}
