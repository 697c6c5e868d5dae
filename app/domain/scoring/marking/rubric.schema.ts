import { z } from 'zod';
import { PARTS, PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { MEASURES, MEASURE_LABELS, type Measure } from '~/domain/exam/measures.rules';
import { codePointLength } from '~/lib/text';
import { checkbox, idField, optionalText, wholeField } from '~/lib/zod';
import { MAX_RULES, rubricFormValues, ruleField, type RuleColumn } from './rubric-form.rules';
import { PART_RUBRIC_KINDS, RUBRIC_KINDS, ZERO_DETAIL, type Criterion, type Rubric } from './rubric.rules';
import { roundHalfUp } from '../paper/scoring.rules';

/** A rubric to be saved; a rule with the id '' is new and gets one. */
export type SaveRubricInput = {
  examId: number;
  part: Part;
  /** The version that was edited; 0 when there was none, null for whichever is in force. */
  version: number | null;
  rubric: Rubric;
};

const ID = /^[a-z][a-z0-9]{0,19}$/;
const MAX_POINTS = 1000;

type Values = Record<string, string | string[]>;
type Refuse = (field: string, message: string) => void;

const head = z.object({
  examId: idField('考试'),
  part: z.enum(PARTS, { errorMap: () => ({ message: '请选择口语或笔试' }) }),
  kind: z.enum(RUBRIC_KINDS, { errorMap: () => ({ message: '请选择评分方式' }) }),
  version: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
});

/** The form of a rubric as it is filled in on the page. */
export const rubricFormSchema = z.record(z.union([z.string(), z.array(z.string())])).transform((values, context) => {
  let isRefused = false;
  const refuse: Refuse = (field, message) => {
    isRefused = true;
    context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
  };
  const parsed = head.safeParse(values);
  if (!parsed.success) {
    for (const issue of parsed.error.issues) context.addIssue(issue);
    return z.NEVER;
  }
  const { kind, ...rest } = parsed.data;
  if (!PART_RUBRIC_KINDS[rest.part].includes(kind)) refuse('kind', `${PART_LABELS[rest.part]}不能用这种评分方式`);
  const name = text(values, 'name');
  if (name === '') refuse('name', '请填写评分标准的名称');
  else if (codePointLength(name) > 30) refuse('name', '名称最多 30 个字');
  const rubric = readRubric(kind, name, values, refuse);
  return isRefused ? z.NEVER : ({ ...rest, rubric } satisfies SaveRubricInput);
});

function readRubric(kind: Rubric['kind'], name: string, values: Values, refuse: Refuse): Rubric {
  if (kind === 'points') return { kind, name };
  if (kind === 'measures') return { kind, name, weights: readWeights(values, refuse) };
  if (kind === 'criteria') {
    const criteria = readRows(values, refuse, (row): Omit<Criterion, 'id' | 'name' | 'hint'> => {
      const points = readPoints(text(values, ruleField('points', row)));
      if (points === null || points === 0)
        refuse(ruleField('points', row), `第 ${row + 1} 行的分值应大于 0，最多两位小数`);
      return { points: points ?? 0 };
    });
    return { kind, name, criteria };
  }
  const full = readPoints(text(values, 'full'));
  if (full === null || full === 0) refuse('full', '满分应大于 0，最多两位小数');
  const rules = readRows(values, refuse, (row) => readDeduction(values, row, full ?? 0, refuse));
  return { kind, name, full: full ?? 0, rules: rules };
}

function readWeights(values: Values, refuse: Refuse): Record<Measure, number> {
  const weights = Object.fromEntries(
    MEASURES.map((measure) => {
      const value = readPoints(text(values, measure));
      if (value === null || !Number.isInteger(value) || value > 100) {
        refuse(measure, `${MEASURE_LABELS[measure]}的权重应为 0 到 100 的整数`);
      }
      return [measure, value ?? 0];
    }),
  ) as Record<Measure, number>;
  if (MEASURES.every((measure) => weights[measure] === 0)) refuse(MEASURES[0], '四项权重不能都是 0');
  return weights;
}

/** The rows with a name, each with what `read` makes of its other fields. */
function readRows<T extends object>(
  values: Values,
  refuse: Refuse,
  read: (row: number) => T,
): (T & { id: string; name: string; hint: string })[] {
  const rows: (T & { id: string; name: string; hint: string })[] = [];
  for (let row = 0; row < MAX_RULES; row += 1) {
    const of = (column: RuleColumn) => text(values, ruleField(column, row));
    const [name, hint, id] = [of('name'), of('hint'), of('id')];
    if (of('remove') !== '') continue;
    if (name === '') {
      if (of('points') + hint !== '') refuse(ruleField('name', row), `第 ${row + 1} 行没有名称；不要这一行就清空它`);
      continue;
    }
    if (codePointLength(name) > 30) refuse(ruleField('name', row), `第 ${row + 1} 行的名称最多 30 个字`);
    if (codePointLength(hint) > 100) refuse(ruleField('hint', row), `第 ${row + 1} 行的说明最多 100 个字`);
    if (rows.some((one) => one.name === name)) refuse(ruleField('name', row), `第 ${row + 1} 行和前面的名称相同`);
    const isOwnId = ID.test(id) && id !== ZERO_DETAIL && rows.every((one) => one.id !== id);
    rows.push({ ...read(row), id: isOwnId ? id : '', name, hint });
  }
  if (rows.length === 0) refuse(ruleField('name', 0), '至少要有一条');
  return rows;
}

function readDeduction(
  values: Values,
  row: number,
  full: number,
  refuse: Refuse,
): { kind: 'count'; points: number; unit: string; maximum: number | null } | { kind: 'choice'; choices: number[] } {
  const of = (column: RuleColumn) => text(values, ruleField(column, row));
  const [field, place] = [ruleField('points', row), `第 ${row + 1} 行`];
  const given = of('points')
    .split(/[、,，;；/\s]+/)
    .filter((one) => one !== '')
    .map(readPoints);
  if (of('way') === 'choice') {
    const choices = [...new Set([0, ...given.flatMap((one) => one ?? [])])].sort((a, b) => a - b);
    if (given.includes(null) || choices.length < 2 || choices.length > 8 || choices.some((one) => one > full)) {
      refuse(field, `${place}按程度扣的分写成 0、0.5、1、2 的样子，最多 8 档，不超过满分`);
    }
    return { kind: 'choice', choices };
  }
  const [points] = given;
  if (given.length !== 1 || points === null || points === undefined || points === 0 || points > full) {
    refuse(field, `${place}每次扣的分应大于 0，不超过满分，最多两位小数`);
  }
  const unit = of('unit');
  if (codePointLength(unit) > 6) refuse(ruleField('unit', row), `${place}的单位最多 6 个字`);
  const most = of('maximum');
  const maximum = most === '' ? null : readPoints(most);
  if (most !== '' && (maximum === null || maximum === 0)) {
    refuse(ruleField('maximum', row), `${place}最多扣的分应大于 0，不限就留空`);
  }
  return { kind: 'count', points: points ?? 0, unit, maximum };
}

function text(values: Values, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** A number ≥ 0 with at most two decimals, or null. */
function readPoints(typed: string): number | null {
  const plain = typed.normalize('NFKC').trim();
  if (!/^\d+(\.\d+)?$/.test(plain)) return null;
  const value = Number(plain);
  return value > MAX_POINTS || roundHalfUp(value, 2) !== value ? null : value;
}

/** 按新规则重算: to the version that was previewed. */
export const reapplySchema = z.object({
  examId: idField('考试'),
  part: z.enum(PARTS),
  rubricId: idField('评分标准'),
});

// ---- The same as the API takes them ---------------------------------------------------------------------------------

const partField = z.enum(PARTS, { errorMap: () => ({ message: '请选择口语或笔试' }) });
const amount = z.number().refine((value) => readPoints(String(value)) !== null, '应为 0 到 1000，最多两位小数');
const ruleHead = { id: z.string().default('').describe('新的不给'), name: z.string(), hint: z.string().default('') };
const rows = <R extends z.ZodTypeAny>(row: R) => z.array(row).max(MAX_RULES, `最多 ${MAX_RULES} 条`);
const weights = z.object(
  Object.fromEntries(MEASURES.map((measure) => [measure, z.number()])) as Record<Measure, z.ZodNumber>,
);

const rubricBody = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('measures'), name: z.string(), weights }),
    z.object({
      kind: z.literal('deductions'),
      name: z.string(),
      full: amount,
      rules: rows(
        z.discriminatedUnion('kind', [
          z.object({
            kind: z.literal('count'),
            ...ruleHead,
            points: amount,
            unit: z.string().default(''),
            maximum: amount.nullable().default(null),
          }),
          z.object({ kind: z.literal('choice'), ...ruleHead, choices: z.array(amount) }),
        ]),
      ),
    }),
    z.object({
      kind: z.literal('criteria'),
      name: z.string(),
      criteria: rows(z.object({ ...ruleHead, points: amount })),
    }),
    z.object({ kind: z.literal('points'), name: z.string() }),
  ],
  {
    errorMap: ({ code }) => ({
      message:
        code === z.ZodIssueCode.invalid_union_discriminator
          ? `kind 应为 ${RUBRIC_KINDS.join('、')}`
          : '评分标准应为一个对象',
    }),
  },
);

/** A rubric in one piece; it is judged by the form's own rules. Without a version whichever is in force is followed. */
export const rubricCallSchema = z
  .object({ examId: idField('考试'), part: partField, version: wholeField('版本'), rubric: rubricBody })
  .transform(({ rubric, version, ...place }, context): SaveRubricInput => {
    const form = { examId: String(place.examId), part: place.part, ...rubricFormValues(rubric) };
    const parsed = rubricFormSchema.safeParse(form);
    if (parsed.success) return { ...parsed.data, version };
    for (const { message } of parsed.error.issues) {
      context.addIssue({ code: z.ZodIssueCode.custom, path: ['rubric'], message });
    }
    return z.NEVER;
  });

/** A part's rubric: which preset and which older version are asked for, and whether what a reapplying would do. */
export const rubricOfSchema = z.object({
  examId: idField('考试'),
  part: partField,
  preset: optionalText('样例', 20),
  olderVersion: wholeField('版本'),
  reapply: checkbox(),
});
