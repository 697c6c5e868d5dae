import { z } from 'zod';
import { listedParts } from './listed-parts';
import { hasSeen, seenName } from './names';
import { codePointLength, isLonger } from './text';
import { parseTime } from './time';

/** Building blocks of the input schemas; every message is a sentence for the field. */

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);

/** Ends the judging of a text that is too long: what else is asked of it may take time that grows with its square. */
const atMost = (label: string, max: number) => (text: string, context: z.RefinementCtx) => {
  if (isLonger(text, max)) context.addIssue({ code: 'custom', message: `${label}最多 ${max} 个字`, fatal: true });
};

/** Decimal digits with a point at most; what else JavaScript takes for a number (`0x10`, `1e1`) is none. */
const PLAIN_NUMBER = /^([-+]?(\d+\.?\d*|\.\d+))?$/;

/**
 * A number as people type it: full-width digits and blanks around it make no other number of it. NaN for what nobody
 * means as one: another spelling, yes or no, a list.
 */
export function asTyped(value: unknown): unknown {
  if (value === undefined || value === null || typeof value === 'number') return value;
  const typed = typeof value === 'string' ? value.normalize('NFKC').trim() : '?';
  return PLAIN_NUMBER.test(typed) ? typed : Number.NaN;
}

/** What reads a number, for how people type one. */
export const typedNumber = <S extends z.ZodTypeAny>(schema: S) => z.preprocess(asTyped, schema);

/** A required line or text, trimmed. Lengths in characters as people count them. */
export function textField(label: string, { min = 1, max = 200 }: { min?: number; max?: number } = {}) {
  return z.preprocess(
    asText,
    z
      .string({ required_error: `请填写${label}`, invalid_type_error: `请填写${label}` })
      .transform((text) => text.replace(/\r\n?/g, '\n').trim())
      .superRefine(atMost(label, max))
      .refine((text) => min === 0 || hasSeen(text), { message: `请填写${label}` })
      .refine((text) => text === '' || codePointLength(text) >= min, { message: `${label}至少 ${min} 个字` }),
  );
}

/** The name of a person, a class or the school, without what cannot be seen: nobody passes for another by it. */
export function nameField(label: string, { max = 40 }: { max?: number } = {}) {
  return z.preprocess((value) => (typeof value === 'string' ? seenName(value) : value), textField(label, { max }));
}

/** A text that may be left out: '' then. */
export function optionalText(label: string, max: number) {
  return z.preprocess(
    (value) => asText(value ?? ''),
    z
      .string({ invalid_type_error: `${label}应为文字` })
      .transform((text) => text.replace(/\r\n?/g, '\n').trim())
      .superRefine(atMost(label, max)),
  );
}

/** A client's own key for one request, so that a repeat gets the first answer; '' for none. */
export const requestIdField = optionalText('请求编号', 100);

/** What makes a repeated request harmless; left out or empty, nothing does. */
export const requestKey = () => optionalText('请求编号', 100).optional();

/** The number that decimal digits write, and nothing else that JavaScript takes for one (`0x0d`, `1e1`, `13.0`). */
export const digits = (value: unknown) =>
  typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : null;

/** The id of one thing, as a number or its decimal digits. */
export function idField(label = '编号') {
  return z.preprocess(
    (value) => digits(value) ?? value,
    z
      .number({ required_error: `${label}有误`, invalid_type_error: `${label}有误` })
      .int(`${label}有误`)
      .positive(`${label}有误`)
      .max(2_147_483_647, `${label}有误`),
  );
}

/** The id that an address names; 0, which nothing has, when it is none. */
export const idOrNone = (value: unknown): number => idField().safeParse(value).data ?? 0;

/** A whole number as a number or its text; absent or empty, null. */
export function wholeField(label: string, { min = 0, max = 2_147_483_647 }: { min?: number; max?: number } = {}) {
  const message = `${label}应为 ${min} 到 ${max} 的整数`;
  return z.preprocess(
    (value) => {
      const typed = asTyped(value);
      return typed === '' || typed === undefined ? null : (digits(typed) ?? typed);
    },
    z.number({ invalid_type_error: message }).int(message).min(min, message).max(max, message).nullable(),
  );
}

/** An id that may be absent or empty: null then. */
export function optionalId(label = '编号') {
  return z.preprocess((value) => (value === '' || value === undefined ? null : value), idField(label).nullable());
}

/** Ids as `3,4,5`, one id, or an array; duplicates are dropped. */
export function idList(message = '请至少选择一项', { min = 1, max = 1000 } = {}) {
  return z.preprocess(
    (value, context) => {
      if (value === undefined || value === null || value === '') return [];
      return [...new Set(listedParts(value, context))].filter((part) => part !== '');
    },
    z.array(idField()).min(min, message).max(max, `一次最多 ${max} 项`),
  );
}

/** A list of ids that may be empty but not left out: nothing is emptied by a field that was forgotten. */
export function givenIdList(message: string, { max = 1000 } = {}) {
  return idList('', { min: 0, max })
    .optional()
    .refine((ids) => ids !== undefined, message)
    .transform((ids) => ids ?? []);
}

/** A list of short texts as a comma string (，、 too) or an array, trimmed, no blanks, no duplicates. */
export function textList(label: string, { maxItems = 50, maxLength = 50 } = {}) {
  return z.preprocess(
    (value, context) => {
      if (value === undefined || value === null) return [];
      return [
        ...new Set(
          listedParts(value, context, /[,，、\n]/)
            .map((part) => (typeof part === 'string' ? part.trim() : part))
            .filter((part) => part !== ''),
        ),
      ];
    },
    z
      .array(z.string().refine((text) => codePointLength(text) <= maxLength, `${label}每项最多 ${maxLength} 个字`))
      .max(maxItems, `${label}最多 ${maxItems} 项`),
  );
}

/** How yes and no may be spelt: JSON's own, the 1 and 0 of forms and queries, and what a ticked box sends. */
const SPELLINGS = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  ['on', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
  ['off', false],
]);

/** Yes or no that has to be given; any other spelling is refused, never taken for one of the two. */
export function yesOrNo() {
  return z.preprocess(
    (value) => SPELLINGS.get(value) ?? value,
    z.boolean({ errorMap: ({ path }) => ({ message: `${String(path[path.length - 1] ?? '')} 应为 0 或 1` }) }),
  );
}

/** A checkbox, or yes or no of a call: absent or empty it is `absent`. */
export function checkbox(absent = false) {
  return z.preprocess((value) => (value === undefined || value === '' ? absent : value), yesOrNo());
}

/** No school time lies outside these centuries. */
const SINCE = Date.UTC(2000, 0, 1);
const UNTIL = Date.UTC(2200, 0, 1);

/**
 * A time typed as `YYYY-MM-DD HH:mm` in the school's zone, ISO 8601 or UTC milliseconds → UTC milliseconds; empty →
 * null.
 */
export function timeField(label: string) {
  return z.preprocess(
    (value) => (value === '' || value === undefined || value === null ? null : value),
    z
      .union([z.string(), z.number()])
      .nullable()
      .transform((value, context) => {
        if (value === null) return null;
        const time = typeof value === 'number' ? value : parseTime(value);
        // A number of seconds would be a day of 1970.
        if (time === undefined || !(time >= SINCE && time < UNTIL)) {
          context.addIssue({
            code: z.ZodIssueCode.custom,
            message: `${label}应写成 2026-11-21 08:30 的样子`,
          });
          return z.NEVER;
        }
        return time;
      }),
  );
}
