import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILD } from '~tests/support/server';

/** The document of the API, against the routes of the build that serve it. */

type Parameter = { in: string; name: string; schema: Record<string, unknown>; description?: string };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  parameters?: Parameter[];
  security?: unknown[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema; encoding?: Record<string, unknown> }> };
  responses: Record<string, { $ref?: string; headers?: unknown; content?: Record<string, { schema: Schema }> }>;
};
type Schema = { properties?: Record<string, Schema>; description?: string; items?: Schema; type?: unknown } & {
  required?: string[];
  anyOf?: Schema[];
};
type Document = { paths: Record<string, Record<string, Operation>>; tags: { name: string }[] };
type Row = { methods: string[]; who: string };

/** Other protocols than calls: an upload that goes on where it broke off (tus). */
const NO_CALLS = ['api/common/tus/:id?'];

let dataDir: string;
let build: ServerBuild;
let document: Document;

type Loader = ((args: { request: Request; params: object; context: object }) => Promise<Response>) & {
  calls?: Record<string, Row | Row[]>;
};
const loaderOf = (id: string) => (build.routes[id]?.module as unknown as { loader?: Loader } | undefined)?.loader;

const ask = (headers: HeadersInit = {}) => {
  const request = new Request('http://localhost/api/openapi.json', { headers });
  return loaderOf('routes/api.openapi[.]json')!({ request, params: {}, context: {} });
};

beforeAll(async () => {
  // The build opens its database when it is loaded; nothing here asks it anything.
  dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-test-'));
  Object.assign(process.env, { DATA_DIR: dataDir, KAOPING_ADMIN_PASSWORD: 'a-password-for-tests' });
  const file = pathToFileURL(path.resolve(BUILD, 'server', 'index.js')).href;
  build = (await import(/* @vite-ignore */ file)) as ServerBuild;
  document = (await (await ask()).json()) as Document;
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const operations = () =>
  Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${address}`, operation })),
  );
const operation = (name: string) => operations().find((one) => one.name === name)!.operation;

/** Every call that the build serves, named as the document names it. */
function served(): string[] {
  return Object.entries(build.routes).flatMap(([id, route]) => {
    const address = route?.path ?? '';
    if (!address.startsWith('api/') || address === 'api/*' || NO_CALLS.includes(address)) return [];
    return Object.entries(loaderOf(id)?.calls ?? { [`${id} is no table of calls`]: [] }).flatMap(([name, rows]) =>
      [rows]
        .flat()
        .flatMap(({ methods }) =>
          methods.map((method) => `${method} /${address.replace(':call', name).replace(/:(\w+)/g, '{$1}')}`),
        ),
    );
  });
}

test('every list of objects and every object of a form goes as one JSON text, and the document says so', () => {
  const isNested = ({ type, items, properties, anyOf = [] }: Schema): boolean =>
    properties !== undefined ||
    items?.properties !== undefined ||
    items?.items !== undefined ||
    // Where a text will do as well, it goes as it is.
    (anyOf.some(isNested) && !anyOf.some((one) => one.type === 'string')) ||
    (type === 'array' && items?.anyOf?.some(isNested) === true);
  const unsaid = operations().flatMap(({ name, operation: { requestBody } }) => {
    const form = requestBody?.content['application/x-www-form-urlencoded'];
    if (!form) return [];
    return Object.entries(form.schema.properties ?? {}).flatMap(([field, schema]) =>
      isNested(schema) && !(field in (form.encoding ?? {})) ? [`${name} ${field}`] : [],
    );
  });
  expect(unsaid).toEqual([]);
});

test('it is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(document);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('it says exactly what is served: nothing undocumented, nothing missing', () => {
  expect(
    operations()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(served().sort());
});

test('every call has its group, a line of Chinese and an id of its own', () => {
  const tags = document.tags.map(({ name }) => name);
  for (const {
    name,
    operation: { summary, tags: own },
  } of operations()) {
    expect([name, /\p{Script=Han}/u.test(summary), own.every((tag) => tags.includes(tag))]).toEqual([name, true, true]);
  }
  const ids = operations().map((one) => one.operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every answer says what stands in data', () => {
  const isNamed = (schema: Schema | undefined) => schema !== undefined && Object.keys(schema).length > 0;
  const silent = operations().filter(({ operation: { responses } }) => {
    const schema = responses['200']?.content?.['application/json']?.schema;
    if (!schema?.properties) return false;
    const { data } = schema.properties;
    return !isNamed(data) || (data?.items !== undefined && !isNamed(data.items));
  });
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('who must be signed in, and what is refused how, is said', () => {
  const codes = (name: string) => Object.keys(operation(name).responses);
  expect(codes('POST /api/user/login')).toEqual(['200', '400', '403', '409', '413', '415', '429', 'default']);
  expect(codes('GET /api/stu/list')).toEqual(['200', '400', '401', '403', '404', 'default']);
  expect(codes('POST /api/common/upload')).toContain('415');
  // A body of another type is refused also where nothing is asked for.
  expect(codes('POST /api/msg/allRead')).toEqual(expect.arrayContaining(['413', '415']));
  // A draft has no settings, no board and nothing to share out.
  for (const path of ['exam/setting', 'exam/board', 'exam/share/get'])
    expect(codes(`GET /api/${path}`)).toContain('409');
  expect(codes('GET /api/file/{id}')).toEqual(expect.arrayContaining(['206', '304', '404', '416']));
});

describe('inputs', () => {
  const form = (name: string) => operation(name).requestBody!.content['application/x-www-form-urlencoded']!;

  test('nested fields travel as JSON in a form; lists may be comma strings', () => {
    expect(form('POST /api/exam/written/add').encoding).toEqual({ markingPoints: { contentType: 'application/json' } });
    expect(form('POST /api/exam/theory/add').encoding).toEqual({ options: { contentType: 'application/json' } });
    expect(form('POST /api/stu/delete').schema.properties?.ids?.description).toContain('逗号');
    const ids = operation('DELETE /api/cart/delete').parameters?.find((one) => one.name === 'ids');
    expect(ids).toMatchObject({ in: 'query' });
  });

  test('the key of a repeated request belongs to the POSTs that know it', () => {
    const keyed = operations()
      .filter(({ operation: { parameters } }) => parameters?.some((one) => one.name === 'Idempotency-Key'))
      .map(({ name }) => name);
    expect(keyed).toEqual(
      expect.arrayContaining(
        [
          'cart/add',
          'class/add',
          'common/upload',
          'exam/dir/add',
          'exam/oral/add',
          'exam/question/import',
          'exam/theory/add',
          'exam/written/add',
          'examType/add',
          'sceneType/add',
          'stu/add',
          'stu/import',
          'user/register',
        ].map((call) => `POST /api/${call}`),
      ),
    );
    expect(keyed.filter((name) => !name.startsWith('POST '))).toEqual([]);
  });

  test('an upload names its fields and its file', () => {
    const { properties } = operation('POST /api/common/upload').requestBody!.content['multipart/form-data']!.schema;
    expect(Object.keys(properties ?? {}).sort()).toEqual(['attemptId', 'file', 'requestId', 'type', 'uid']);
    expect(operation('POST /api/common/upload').requestBody).toMatchObject({ required: true });
  });

  const inputs = () =>
    operations().flatMap(({ name, operation: { requestBody, parameters = [] } }) => [
      ...Object.values(requestBody?.content ?? {}).map(({ schema }) => ({ at: name, schema })),
      ...parameters.map((one) => ({ at: `${name} ${one.name}`, schema: one.schema })),
    ]);

  test('a body is required where one of its fields is, and only there', () => {
    const wrong = operations().filter(({ operation: { requestBody } }) => {
      const schemas = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => schema.anyOf ?? [schema]);
      const isNeeded = schemas.length > 0 && schemas.every((one) => (one.required ?? []).length > 0);
      return requestBody !== undefined && (requestBody.required ?? false) !== isNeeded;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
    expect(operation('POST /api/exam/add').requestBody).toMatchObject({ required: true });
    expect(operation('POST /api/msg/allRead').requestBody?.required ?? false).toBe(false);
  });

  test('nothing is taken for anything', () => {
    const anything = ({ at, schema }: { at: string; schema: Schema }): string[] => {
      const says = ['type', 'anyOf', 'oneOf', 'allOf', '$ref', 'enum', 'const'].some((key) => key in schema);
      const parts = [
        ...Object.entries(schema.properties ?? {}).map(([key, part]) => ({ at: `${at}.${key}`, schema: part })),
        ...(schema.items ? [{ at: `${at}[]`, schema: schema.items }] : []),
        ...(schema.anyOf ?? []).map((part) => ({ at, schema: part })),
      ];
      return [...(says ? [] : [at]), ...parts.flatMap(anything)];
    };
    expect(inputs().flatMap(anything)).toEqual([]);
  });

  test('a list that may come as a comma string is typed as both', () => {
    const { properties } = form('POST /api/stu/delete').schema;
    expect(properties?.ids?.anyOf?.map((one) => one.type)).toEqual(['array', 'string']);
    const exam = form('POST /api/exam/add').schema.properties;
    for (const name of ['clazzIds', 'writtenIds', 'keyPoint', 'imageUrl', 'oralExaminerIds']) {
      expect([name, exam?.[name]?.anyOf?.map((one) => one.type)]).toEqual([name, ['array', 'string']]);
    }
    expect(Object.keys(exam ?? {})).not.toContain('hasMaterial');
  });

  test('whose request it is may be said in two ways, by everybody who is signed in', () => {
    for (const { name, operation: one } of operations()) {
      const isSignedIn = (one.security ?? []).length > 0;
      const headers = (one.parameters ?? [])
        .filter((parameter) => parameter.in === 'header')
        .map(({ name: own }) => own);
      expect([name, headers.includes('X-User-Id')]).toEqual([name, isSignedIn]);
    }
    expect(form('POST /api/exam/add').schema.properties).toHaveProperty('uid');
    expect(operation('GET /api/class/list').parameters).toContainEqual(expect.objectContaining({ name: 'uid' }));
    expect(operation('GET /api/class/list').parameters).toContainEqual(expect.objectContaining({ name: 'X-Envelope' }));
  });
});

test('it is made once and not sent again to whoever has it', async () => {
  const first = await ask();
  const etag = first.headers.get('ETag') ?? '';
  expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
  expect(await (await ask()).json()).toEqual(document);
});
