import { type z } from 'zod';
import type { Fields } from './client';

/** What can be wrong with each field of a call, made from its input's own schema and its good input. */

/** An id that no row has. */
export const UNKNOWN_ID = '2147483647';

/** The object inside refinements, preprocessing and intersections: the names of its fields. */
export function fieldNames(schema: unknown): string[] {
  const { typeName, ...def } = (schema as { _def?: { typeName?: string } & Record<string, unknown> })._def ?? {};
  if (typeName === 'ZodObject') return Object.keys((schema as z.ZodObject<z.ZodRawShape>).shape);
  if (typeName === 'ZodEffects') return fieldNames(def.schema);
  if (typeName === 'ZodPipeline') return fieldNames(def.in);
  if (typeName === 'ZodIntersection') return [...fieldNames(def.left), ...fieldNames(def.right)];
  return [];
}

/** Values of a wrong type, out of range, too long or of nobody; the first few for fields that may be left out. */
const TEXTS = ['abc', '长'.repeat(1100), '-1', '1.5', '', UNKNOWN_ID];
const VALUES: unknown[] = ['abc', [[1]], {}, '-1', '1.5', '', UNKNOWN_ID, null, '长'.repeat(21_000)];
const FEW = 3;

export type Wrong = { field: string; value: unknown; fields: Fields };

/** The good input with another value in the place of each field, those of the schema that it leaves out too. */
export function wrongInputs(good: Fields, names: string[], isQuery: boolean, isForm: boolean): Wrong[] {
  const values = isQuery || isForm ? TEXTS : VALUES;
  return [...new Set([...Object.keys(good), ...names])].flatMap((field) =>
    (field in good ? values : values.slice(0, FEW)).map((value) => ({
      field,
      value,
      fields: { ...good, [field]: value },
    })),
  );
}

/** Neither yes nor no in any spelling that the contract has. */
const NEITHER: unknown[] = ['yes', 'banana', 2, {}, [], ['1']];
const NEITHER_AS_TEXT = ['yes', 'banana', '2'];

/** The good input with neither yes nor no in the place of each field that is one of the two. */
export function oddBooleans(good: Fields, schema: unknown, isText: boolean): Wrong[] {
  return booleanNames(schema).flatMap((field) =>
    (isText ? NEITHER_AS_TEXT : NEITHER).map((value) => ({ field, value, fields: { ...good, [field]: value } })),
  );
}

function booleanNames(schema: unknown): string[] {
  return fieldSchemas(schema).flatMap(([name, field]) => (isBoolean(field) ? [name] : []));
}

function fieldSchemas(schema: unknown): [string, unknown][] {
  const { typeName, ...def } = (schema as { _def?: { typeName?: string } & Record<string, unknown> })._def ?? {};
  if (typeName === 'ZodObject') return Object.entries((schema as z.ZodObject<z.ZodRawShape>).shape);
  if (typeName === 'ZodEffects') return fieldSchemas(def.schema);
  if (typeName === 'ZodPipeline') return fieldSchemas(def.in);
  if (typeName === 'ZodIntersection') return [...fieldSchemas(def.left), ...fieldSchemas(def.right)];
  return [];
}

function isBoolean(schema: unknown): boolean {
  const { typeName, ...def } = (schema as { _def?: { typeName?: string } & Record<string, unknown> })._def ?? {};
  if (typeName === 'ZodBoolean') return true;
  const inner = def.schema ?? def.innerType ?? def.in;
  return inner !== undefined && isBoolean(inner);
}

/** Names that stand for something stored: what is named must be there and be one's to use. */
export const isReference = (field: string) => /^ids?$|Ids?$/.test(field) && field !== 'requestId';
