import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { DefaultSubmit } from '~/components/form/default-submit';
import { describedBy, fieldClass, inputClass } from '~/components/form/field';
import { useFieldState } from '~/components/form/form-context';
import { PointsInput } from '~/components/form/points-input';
import { FieldsForm } from '~/components/form/fields-form';
import { HiddenFields } from '~/components/form/submit';
import { DataTable } from '~/components/list/data-table';
import { Button } from '~/components/ui/button';
import { DRAW_KINDS, DRAW_ROWS, drawRowField } from '~/domain/exam/draw-form.rules';
import { LEVEL_LABELS, LEVELS } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { FieldError } from '~/components/form/field-error';

/** What a row has to draw from. */
export type Supply = { row: number; candidates: number; problem: string | null };
/** What is answered to who asks whether it is enough; `unpriced`: the rows that do not say their points. */
export type Asked = { supply: Supply[]; isCounted: boolean; unpriced: number[] };
type Option = { value: string | number; label: string };
type Group = { label: string; options: Option[] };

const LEVEL_OPTIONS = LEVELS.map((level) => ({ value: level, label: LEVEL_LABELS[level] }));
const SCOPES = [
  { value: 'mine', label: '自己的题' },
  { value: 'all', label: '含共享题' },
];

/** Whoever types a number is asked about when they pause. */
const ASK_MS = 300;

/** So many of each kind, level and directory, in rows; the button says where what is drawn goes. */
export function DrawForm({
  examId,
  directories,
  requestId,
  problem,
  supply: atFirst,
}: {
  examId: number | null;
  directories: Group[];
  /** Makes a form sent twice one draw. */
  requestId: string;
  problem: FormProblem | null | undefined;
  /** Of the form as it comes. */
  supply: Supply[];
}) {
  const fetcher = useFetcher<FormProblem>({ key: 'supply' });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (form: HTMLFormElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const values = new FormData(form);
      values.set('to', 'check');
      fetcher.submit(values, { method: 'post' });
    }, ASK_MS);
  };
  const said = (fetcher.data ?? problem)?.extra as Asked | Supply[] | undefined;
  // A refused draw tells the supply alone.
  const asked = Array.isArray(said) ? { supply: said, isCounted: true, unpriced: [] } : said;
  const supply = asked?.supply ?? atFirst;
  const isShort = supply.some((one) => one.problem !== null);
  return (
    <FieldsForm intent="draw" problem={problem} reloadDocument>
      <DefaultSubmit name="to" value="check" />
      <HiddenFields values={{ id: examId, requestId }} />
      <section
        className="card"
        aria-labelledby="draw-title"
        onChange={({ currentTarget }) => {
          const form = currentTarget.closest('form');
          if (form) ask(form);
        }}
      >
        <div className="card__head">
          <h2 id="draw-title">抽哪些题</h2>
          <span className="quiet">
            “可抽”是现在能抽到的题数，没有填题数的行不抽；已在{examId === null ? '试题篮' : '试卷'}
            里的题不会再抽到；抽一次时没有填分值的行，每题用题目自己的分值
          </span>
        </div>
        <DataTable
          caption="抽题规则"
          rows={Array.from({ length: DRAW_ROWS }, (_, row) => row)}
          rowKey={(row) => row}
          columns={[
            { key: 'row', header: '行', align: 'end', cell: (row) => row + 1 },
            {
              key: 'kind',
              header: '题型',
              cell: (row) => (
                <RowSelect
                  column="kind"
                  row={row}
                  label="题型"
                  options={DRAW_KINDS}
                  // A paper usually has a row for each kind.
                  initial={DRAW_KINDS[row]?.value}
                />
              ),
            },
            {
              key: 'level',
              header: '难度',
              cell: (row) => <RowSelect column="level" row={row} label="难度" any="不限" options={LEVEL_OPTIONS} />,
            },
            {
              key: 'directory',
              header: '目录',
              cell: (row) => <RowSelect column="directory" row={row} label="目录" any="不限" groups={directories} />,
            },
            {
              key: 'scope',
              header: '范围',
              cell: (row) => <RowSelect column="scope" row={row} label="范围" options={SCOPES} />,
            },
            { key: 'count', header: '题数', cell: (row) => <CountInput row={row} /> },
            {
              key: 'points',
              header: '每题分值',
              cell: (row) => (
                <PointsInput name={drawRowField('points', row)} label={`第 ${row + 1} 行每题分值`} value="" />
              ),
            },
            {
              key: 'supply',
              header: '可抽',
              nowrap: true,
              cell: (row) => <RowSupply supply={supply.find((one) => one.row === row)} />,
            },
          ]}
        />
        <div className="card__foot row">
          <Button name="to" value="check">
            看看够不够
          </Button>
          {asked ? (
            <span role="status" className={isShort ? 'small error' : 'small quiet'}>
              {supplyText(asked, isShort, examId !== null)}
            </span>
          ) : null}
          <span className="push row">
            <Button name="to" value="basket" variant={examId === null ? 'primary' : 'default'}>
              抽一次，加入试题篮
            </Button>
            {examId === null ? null : (
              <>
                <Button name="to" value="student">
                  每名学生各抽各的
                </Button>
                <Button name="to" value="paper" variant="primary">
                  抽一次，放入试卷
                </Button>
              </>
            )}
          </span>
        </div>
      </section>
    </FieldsForm>
  );
}

function supplyText({ isCounted, unpriced }: Asked, isShort: boolean, isForStudents: boolean): string {
  if (!isCounted) return '“可抽”一列是现在能抽到的题数；填了题数，再看够不够';
  const rows =
    unpriced.length === 0 || !isForStudents ? '' : `；“每名学生各抽各的”要先填第 ${unpriced.join('、')} 行的每题分值`;
  return `${isShort ? '有的行题目不够，见“可抽”一列' : '题目够抽'}${rows}`;
}

function RowSelect({
  column,
  row,
  label,
  any,
  options = [],
  groups = [],
  initial = '',
}: {
  column: 'kind' | 'level' | 'directory' | 'scope';
  row: number;
  label: string;
  /** The choice of all. */
  any?: string;
  options?: readonly Option[];
  groups?: Group[];
  initial?: string;
}) {
  const name = drawRowField(column, row);
  const field = useFieldState(name);
  return (
    <div className={fieldClass(field, `pick pick--${column}`)}>
      <select
        className={inputClass()}
        id={field.id}
        name={name}
        defaultValue={field.value(initial)}
        aria-label={`第 ${row + 1} 行${label}`}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={describedBy(field, '')}
      >
        {any ? <option value="">{any}</option> : null}
        <Options options={options} />
        {groups
          .filter((group) => group.options.length > 0)
          .map((group) => (
            <optgroup key={group.label} label={group.label}>
              <Options options={group.options} />
            </optgroup>
          ))}
      </select>
      <FieldError id={field.errorId} text={field.error} />
    </div>
  );
}

function Options({ options }: { options: readonly Option[] }) {
  return (
    <>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </>
  );
}

function CountInput({ row }: { row: number }) {
  const name = drawRowField('count', row);
  const field = useFieldState(name);
  return (
    <div className={fieldClass(field)}>
      <input
        className={inputClass('num')}
        id={field.id}
        name={name}
        defaultValue={field.value('')}
        aria-label={`第 ${row + 1} 行题数`}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={describedBy(field, '')}
        inputMode="numeric"
        autoComplete="off"
      />
      <FieldError id={field.errorId} text={field.error} />
    </div>
  );
}

function RowSupply({ supply }: { supply: Supply | undefined }) {
  if (!supply) return <span className="quiet">—</span>;
  return (
    <>
      <span className="num">{supply.candidates}</span> 题
      {supply.problem ? <span className="pick error small block whitespace-normal">{supply.problem}</span> : null}
    </>
  );
}
