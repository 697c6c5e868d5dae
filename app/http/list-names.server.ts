import type { z } from 'zod';
import { invalid } from '~/lib/errors';
import { documentOf, isMultipart, type Call } from './api-call.server';
import { isList, variantsOf } from './openapi-schema.server';

const HAS_BRACKETS = /[[\]]/;

/** What of an input is a list, so that its name may carry brackets; a schema is looked through once. */
const known = new WeakMap<z.ZodTypeAny, Map<string, boolean>>();

function fieldsOf(input: Call['input']): Map<string, boolean> {
  const schema = isMultipart(input) ? input.fields : input;
  const before = known.get(schema);
  if (before) return before;
  const fields = new Map<string, boolean>();
  for (const { shape } of variantsOf(documentOf(schema))) {
    for (const [name, field] of Object.entries(shape)) fields.set(name, fields.get(name) || isList(field));
  }
  known.set(schema, fields);
  return fields;
}

/**
 * The fields with the lists under their plain names: libraries write a list as `name[]` or `name[0]` in a form or an
 * address. One empty text is an empty list. In no other name do brackets mean anything.
 * @throws AppError invalid at a name with brackets that is none of a list
 */
export function withPlainNames(sent: Record<string, unknown>, input: Call['input']): Record<string, unknown> {
  const bracketed = Object.keys(sent).filter((name) => HAS_BRACKETS.test(name));
  if (bracketed.length === 0) return sent;
  const fields = fieldsOf(input);
  const problems: Record<string, string> = {};
  const lists = new Map<string, { at: number; values: unknown[] }[]>();
  for (const name of bracketed) {
    const [, plain = '', at = ''] = /^([^[\]]+)\[(\d{0,6})\]$/.exec(name) ?? [];
    if (fields.get(plain)) {
      const parts = lists.get(plain) ?? [];
      parts.push({ at: at === '' ? Infinity : Number(at), values: [sent[name]].flat(1) });
      lists.set(plain, parts);
    } else problems[name] = problemOf(name, fields);
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  const plain = Object.fromEntries(Object.entries(sent).filter(([name]) => !HAS_BRACKETS.test(name)));
  for (const [name, parts] of lists) {
    const values = parts
      .sort((one, other) => (one.at === other.at ? 0 : one.at - other.at))
      .flatMap((one) => one.values);
    const all = [...[plain[name] ?? []].flat(1), ...values];
    plain[name] = all.length === 1 && all[0] === '' ? '' : all;
  }
  return plain;
}

function problemOf(name: string, fields: Map<string, boolean>): string {
  const [begin = ''] = name.split(/[[\]]/);
  if (!fields.has(begin)) return `没有 ${begin.slice(0, 50)} 这个列表，请核对字段的名称`;
  return fields.get(begin)
    ? `${begin} 里的内容请写成一个 JSON 文本，字段名称是 ${begin}`
    : `${begin} 不是列表，名称里不能有方括号；对象请写成一个 JSON 文本`;
}
