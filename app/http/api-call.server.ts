import { z } from 'zod';
import type { Actor } from '~/domain/actor/actor.rules';
import type { Page } from '~/lib/page';
import { chineseErrors } from '~/lib/zod-messages';
import { XLSX_MIME } from '~/lib/spreadsheet.server';
import { fieldsOf } from './openapi-schema.server';
import type { UploadedFile } from './uploads.server';

/** How one row of the API is described: who may call it, what it takes, what it answers, what it does. */

z.setErrorMap(chineseErrors);

export type Who = 'anyone' | 'user' | 'teacher' | 'student';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One file (its field is `file`) with plain fields beside it. */
export type Multipart<F extends z.ZodTypeAny = z.ZodTypeAny> = {
  kind: 'multipart';
  fields: F;
  maxFileBytes: (actor: Actor) => number;
  /** A field can stand for it. */
  isFileOptional: boolean;
};
export const multipart = <F extends z.ZodTypeAny>(
  fields: F,
  maxFileBytes: number | ((actor: Actor) => number),
  { isFileOptional = false } = {},
): Multipart<F> => ({
  kind: 'multipart',
  fields,
  isFileOptional,
  maxFileBytes: typeof maxFileBytes === 'number' ? () => maxFileBytes : maxFileBytes,
});

const documents = new WeakMap<z.ZodTypeAny, z.ZodTypeAny>();

/** An input that a schema judges by hand; `document` says in the document which fields it takes. */
export function described<S extends z.ZodTypeAny>(schema: S, document: z.ZodTypeAny): S {
  documents.set(schema, document);
  return schema;
}

/** What the document is to say of an input. */
export const documentOf = (schema: z.ZodTypeAny): z.ZodTypeAny => documents.get(schema) ?? schema;

/** The fields of an input for the document, those that are judged by hand with what they take. */
export function typed(whole: z.ZodTypeAny, judgedByHand: z.ZodRawShape): z.ZodObject<z.ZodRawShape> {
  const fields = fieldsOf(whole);
  if (!fields) throw new Error('an input without fields');
  return fields.extend(judgedByHand);
}

/** What a call takes that adds or edits: a new thing as `whole` has it, or the id of one and what of it is to change. */
export function addOrEdit(whole: z.ZodTypeAny, judgedByHand: z.ZodRawShape = {}): z.ZodTypeAny {
  const added = typed(whole, judgedByHand).omit({ id: true });
  return z.union([added, added.partial().extend({ id: z.number().int() })]);
}

/** A flat paged answer: the schema of one row. */
export type PageOf<R extends z.ZodTypeAny = z.ZodTypeAny> = { kind: 'page'; row: R };
export const pageOf = <R extends z.ZodTypeAny>(row: R): PageOf<R> => ({ kind: 'page', row });

/** A file to save, with its name; `run` gives the Response. */
export type Blob = { kind: 'blob'; mimes: string[] };
export const blob = (...mimes: string[]): Blob => ({
  kind: 'blob',
  mimes: mimes.length > 0 ? mimes : [XLSX_MIME],
});

/** What stands in `data`: its schema, a page of rows, or a file instead of the envelope. */
export type Output = z.ZodTypeAny | PageOf | Blob;

/** Rows for a `pageOf` answer. */
export class Paged<T> {
  constructor(readonly page: Page<T>) {}
}
export const paged = <T>(page: Page<T>): Paged<T> => new Paged(page);

/** Data beside which the answer sets cookies: the session's first. */
export class Signed<T> {
  constructor(
    readonly data: T,
    readonly cookies: string[],
  ) {}
}
export const withCookie = <T>(data: T, ...cookies: string[]): Signed<T> => new Signed(data, cookies);

type Answered<O extends Output> =
  O extends PageOf<infer R>
    ? Paged<z.input<R>>
    : O extends Blob
      ? Response
      : O extends z.ZodTypeAny
        ? z.input<O> | Signed<z.input<O>>
        : never;

type Given<I extends z.ZodTypeAny | Multipart, W extends Who> = {
  actor: W extends 'anyone' ? Actor | null : Actor;
  input: I extends z.ZodTypeAny ? z.output<I> : I extends Multipart<infer F> ? z.output<F> : never;
  /** Of a multipart call; null when none was chosen. It is removed afterwards unless it was stored. */
  file: I extends Multipart ? UploadedFile | null : null;
  now: number;
  request: Request;
  params: Record<string, string | undefined>;
};

export type Call = {
  methods: Method[];
  who: Who;
  input: z.ZodTypeAny | Multipart;
  output: Output;
  run: (given: never) => Promise<unknown>;
  successCode: number | string;
};

/**
 * One row of the API. What `run` gives must fit `output`, which also describes the call in /api/openapi.json;
 * GET calls take their input from the query, the others from form fields or JSON (and the query). A repeated request's
 * key, the header Idempotency-Key, stands in the input as `requestId` where the schema has that field.
 */
export function call<I extends z.ZodTypeAny | Multipart, O extends Output, W extends Who>(
  method: Method | Method[],
  who: W,
  input: I,
  output: O,
  run: (given: Given<I, W>) => Promise<Answered<O>>,
  successCode: number | string = 200,
): Call {
  return { methods: [method].flat(), who, input, output, run: run, successCode };
}

export const isMultipart = (input: Call['input']): input is Multipart => 'kind' in input && input.kind === 'multipart';
export const isPageOf = (output: Output): output is PageOf => 'kind' in output && output.kind === 'page';
export const isBlob = (output: Output): output is Blob => 'kind' in output && output.kind === 'blob';

/** The calls of a route file by name; a name may stand several times with different methods. */
export type Calls = Record<string, Call | Call[]>;

// Every route file of the API is loaded with the server, so this is the whole API once requests come.
const tables = new Map<string, Calls>();

/** Makes a table known under its path below /api (`exam/attempt`; `:id` stands for a part that varies). */
export function registerCalls(path: string, calls: Calls): void {
  tables.set(path, calls);
}

/** Every call of the API: its path below /api and its row. */
export function listCalls(): { path: string; call: Call }[] {
  return [...tables].flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([name, rows]) =>
      [rows].flat().map((row) => ({ path: [path, name].filter(Boolean).join('/'), call: row })),
    ),
  );
}
