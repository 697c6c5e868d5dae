import 'zod-openapi/extend';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { toCall } from '~/lib/addresses/api';
import { documentOf, isBlob, isMultipart, isPageOf, listCalls, type Call } from './api-call.server';
import { NESTED } from './api-input.server';
import { ENVELOPE_HEADER } from './api-words';
import { SUMMARIES, TAGS } from './api-words';
import {
  carryDescriptions,
  isCommaList,
  isNested,
  listOrText,
  neededFields,
  variantsOf,
} from './openapi-schema.server';
import { sessionCookieName } from './session.server';

/** The OpenAPI 3.1 document of the whole API, made from the schemas that judge the calls themselves. */

const RULES = `所有应答都是 JSON：\`{ code, success, message, msg, data }\`，msg 与 message 相同；分页的应答另有 pageSize、totalCount 和 currentPage。文件直接以内容应答。

- POST 可用 application/x-www-form-urlencoded、multipart/form-data 或 application/json；对象和对象的列表在表单里写成一个 JSON 文本。
- 数字可以写成文本；编号等列表可以是数组，也可以是用逗号分开的文本。表单和网址里的列表也可写作 \`ids[]=1\` 或 \`ids[0]=1\`；名称里有方括号而不是列表的，会被拒绝。其他多余的字段不理会。
- 时间是学校时区的 YYYY-MM-DD HH:mm:ss；输入也可用 ISO 8601。
- 失败时 success 为 false，code 与 HTTP 状态码相同，message 是第一个问题；登录已失效时状态码为 401，code 为 402。
- uid 字段和 X-User-Id（或 User-Id）头可以不给；给了就必须是当前用户的编号，否则为 403。
- 请求带有 X-Envelope: 200 头时，失败的应答也以 HTTP 200 发出，状态码在 code 里。
- 修改的接口只改给出的字段：未给的保持不变，给空的清空；给了 version 就必须与现在的相同，否则为 409。
- 登录后以 Cookie 为凭据；浏览器发出的写请求须来自本站。
- 成批的操作要么全部成功，要么全部不变。`;

const WHO: Record<Call['who'], string> = {
  anyone: '不必登录。',
  user: '登录后可用。',
  teacher: '只限教师。',
  student: '只限学生。',
};

const text = z.string();

/** What every refusal looks like. */
const refusal = z
  .object({
    code: z.number().int().openapi({ description: 'HTTP 状态码；登录已失效为 402' }),
    success: z.literal(false),
    message: text,
    msg: text,
    data: z
      .object({ fieldErrors: z.record(text) })
      .or(z.record(z.unknown()))
      .nullable(),
  })
  .openapi({ ref: 'Refusal', description: '失败时的回答；字段错误在 data.fieldErrors 中' });

const refused = (ref: string, description: string): ZodOpenApiResponseObject => ({
  ref,
  description,
  content: { 'application/json': { schema: refusal } },
});
const REFUSALS = {
  400: refused('Invalid', '输入有误，字段错误在 data.fieldErrors 中'),
  401: refused('SignedOut', '未登录（code 401），或登录已失效（code 402）'),
  403: refused('Forbidden', '无权进行，或 uid 不是当前用户，或请求不是从本站发出的'),
  404: refused('NotFound', '没有这项内容，或不该知道它存在'),
  409: refused('Conflict', '与现在的状态不符'),
  413: refused('TooLarge', '内容太大'),
  415: refused('Unsupported', '不支持的文件类型，或请求内容的类型不是表单或 JSON'),
  429: refused('TooMany', '太频繁，请稍后再试'),
  default: refused('Failed', '其他失败：405 方法不支持，500 服务器内部错误，503 服务不可用'),
} as const;

const requestKey = z
  .string()
  .max(100)
  .optional()
  .openapi({ description: '同一用户重复发送同一个键时得到第一次的应答，不再执行；也可写作 requestId 字段' });

const dispositionHeader = {
  'Content-Disposition': {
    description: "attachment; filename*=UTF-8''文件名（经百分号编码；默认为 文件.xlsx）",
    schema: { type: 'string' as const },
  },
};

/** What every call knows: whose session it is, and whether the answer is to come in its envelope. */
const userHeader = z
  .string()
  .optional()
  .openapi({ description: '可以不给；给了就必须是当前用户的编号。uid 字段也一样', example: '12' });
const envelopeHeader = z
  .literal('200')
  .optional()
  .openapi({ description: '给 200 时，失败的应答也以 HTTP 200 发出，状态码在 code 里' });
const uid = z
  .union([z.number().int(), z.string()])
  .optional()
  .openapi({ description: '可以不给；给了就必须是当前用户的编号' });

const plainInput = ({ input }: Call) => documentOf(isMultipart(input) ? input.fields : input);
const plainFields = (row: Call) => variantsOf(plainInput(row)).reduce((all, one) => all.merge(one));

/** The fields as they may be sent. */
function asSent(row: Call, fields: z.ZodObject<z.ZodRawShape>): z.ZodObject<z.ZodRawShape> {
  const needed = neededFields(fields);
  const shape = Object.entries(fields.shape).map(([name, schema]): [string, z.ZodTypeAny] => {
    carryDescriptions(schema);
    const sent = isCommaList(schema)
      ? listOrText(schema).openapi({
          description: [schema.description, '数组，或用逗号分开的文本'].filter(Boolean).join('；'),
        })
      : schema;
    return [name, needed.includes(name) || sent.isOptional() ? sent : sent.optional()];
  });
  return z.object({ ...Object.fromEntries(shape), ...(row.who === 'anyone' ? {} : { uid }) });
}

/** Everything that a call may be given, in its address. */
const givenFields = (row: Call) => asSent(row, plainFields(row));

function answerOf({ output, successCode }: Call): ZodOpenApiResponseObject {
  if (isBlob(output)) {
    const isDocument = output.mimes.length === 1 && output.mimes[0] === 'application/json';
    const schema = isDocument ? { type: 'object' as const } : { type: 'string' as const, format: 'binary' };
    return {
      description: isDocument ? '内容' : '文件',
      ...(isDocument ? {} : { headers: dispositionHeader }),
      content: Object.fromEntries(output.mimes.map((mime) => [mime, { schema }])),
    };
  }
  const data = isPageOf(output) ? z.array(output.row) : output;
  carryDescriptions(data);
  const envelope = {
    code: typeof successCode === 'number' ? z.literal(successCode) : z.literal(successCode),
    success: z.literal(true),
    message: text,
    msg: text,
    data,
    ...(isPageOf(output)
      ? { pageSize: z.number().int(), totalCount: z.number().int(), currentPage: z.number().int() }
      : {}),
  };
  return { description: '成功', content: { 'application/json': { schema: z.object(envelope) } } };
}

/** Ranges and conditions, where a stored file is read. */
const FILE_ANSWERS: ZodOpenApiResponsesObject = {
  '206': { description: '文件的一部分', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
  '304': { description: '没有变化' },
  '416': { description: '没有这一部分' },
};

function responsesOf(path: string, row: Call, method: string, names: string[]): ZodOpenApiResponsesObject {
  const shape = plainFields(row);
  const fields = Object.keys(shape.shape);
  // What is read of an exam or a paper may not be there yet: of a draft, before the end.
  const ofExam = /^exam\/\w+$/.test(path) ? ['id', 'examId', 'attemptId'] : ['examId', 'attemptId'];
  const hasState = neededFields(shape).some((name) => ofExam.includes(name));
  const isWrite = method !== 'GET';
  const namesOne = names.length > 0 || fields.some((name) => /^ids?$|Ids?$/.test(name));
  const takes = fields.length > 0 || isMultipart(row.input);
  const codes: [keyof typeof REFUSALS, boolean][] = [
    [400, takes || isWrite],
    [401, row.who !== 'anyone'],
    [403, row.who !== 'anyone' || isWrite],
    [404, namesOne],
    [409, takes && (isWrite || hasState)],
    [413, isWrite],
    [415, isWrite],
    [429, isWrite && row.who === 'anyone'],
    ['default', true],
  ];
  return {
    '200': answerOf(row),
    ...(isBlob(row.output) && !isWrite && row.output.mimes.includes('*/*') ? FILE_ANSWERS : {}),
    ...Object.fromEntries(codes.filter(([, does]) => does).map(([code]) => [code, REFUSALS[code]])),
  };
}

function bodyOf(row: Call): ZodOpenApiOperationObject['requestBody'] {
  const [first, ...others] = variantsOf(plainInput(row)).map((fields) => asSent(row, fields));
  if (!first) return undefined;
  if (isMultipart(row.input)) {
    const file = z.string().openapi({ type: 'string', format: 'binary', description: '文件' });
    const fields = first.extend({ file: row.input.isFileOptional ? file.optional() : file });
    return { content: { 'multipart/form-data': { schema: fields } } };
  }
  if (Object.keys(first.shape).length === 0) return undefined;
  const nested = Object.entries(first.shape).filter(([name, schema]) => NESTED.test(name) && isNested(schema));
  const encoding = Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }]));
  const schema = others.length === 0 ? first : z.union([first, ...others] as [typeof first, typeof first]);
  const form = { schema, ...(nested.length > 0 ? { encoding } : {}) };
  return {
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': form,
    },
  };
}

function parametersOf(row: Call, method: string, names: string[]): ZodOpenApiParameters {
  const fields = givenFields(row);
  const hasFields = Object.keys(fields.shape).length > 0;
  const isKeyed = method === 'POST' && 'requestId' in fields.shape;
  return {
    ...(names.length > 0 ? { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) } : {}),
    // A DELETE carries its fields in the address too: clients send it without a body.
    ...(hasFields && (method === 'GET' || method === 'DELETE') ? { query: fields } : {}),
    header: z.object({
      ...(row.who === 'anyone' ? {} : { 'X-User-Id': userHeader }),
      ...(isBlob(row.output) ? {} : { [ENVELOPE_HEADER]: envelopeHeader }),
      ...(isKeyed ? { 'Idempotency-Key': requestKey } : {}),
    }),
  };
}

const addressOf = (path: string) => toCall(path.replace(/:(\w+)/g, '{$1}'));
const tagOf = (path: string) => TAGS.find(([prefix]) => path === prefix || path.startsWith(prefix && `${prefix}/`));

function operationOf(path: string, method: string, row: Call): ZodOpenApiOperationObject {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const summary = SUMMARIES[path];
  const body = method === 'GET' || method === 'DELETE' ? undefined : bodyOf(row);
  return {
    operationId: `${method.toLowerCase()}_${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [tagOf(path)?.[1] ?? ''],
    summary: (typeof summary === 'object' ? summary[method] : summary) ?? path,
    description: WHO[row.who],
    security: row.who === 'anyone' ? [] : [{ session: [] }],
    requestParams: parametersOf(row, method, names),
    ...(body ? { requestBody: body } : {}),
    responses: responsesOf(path, row, method, names),
  };
}

type Emitted = { type?: unknown; required?: string[]; anyOf?: Emitted[]; properties?: Record<string, unknown> };
type EmittedOperation = {
  requestBody?: { required?: boolean; content: Record<string, { schema: Emitted }> };
  parameters?: { in: string; name: string; required?: boolean }[];
};

/** What cannot be left out, as the schemas judge it: their make does not always tell. */
function requireNeeded(row: Call, { requestBody, parameters = [] }: EmittedOperation): void {
  const isFileNeeded = isMultipart(row.input) && !row.input.isFileOptional;
  const needed = variantsOf(plainInput(row)).map((fields) => [
    ...neededFields(fields),
    ...(isFileNeeded ? ['file'] : []),
  ]);
  for (const { schema } of Object.values(requestBody?.content ?? {})) {
    for (const [index, one] of (schema.anyOf ?? [schema]).entries()) {
      const names = needed[index] ?? [];
      if (names.length > 0) one.required = names;
      else delete one.required;
    }
  }
  if (requestBody && needed.every((names) => names.length > 0)) requestBody.required = true;
  for (const parameter of parameters) {
    if (parameter.in === 'query') parameter.required = needed[0]?.includes(parameter.name) ?? false;
  }
}

/** The document of every registered call. */
export function openApiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { path, call } of listCalls()) {
    const address = addressOf(path);
    for (const method of call.methods) {
      (paths[address] ??= {})[method.toLowerCase()] = operationOf(path, method, call);
    }
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: '考评 API', version: '1', description: RULES },
    servers: [{ url: '/', description: '本校的考评' }],
    tags: TAGS.filter(([, , description]) => description !== '').map(([, name, description]) => ({
      name,
      description,
    })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookieName(),
          description: '由 POST /api/user/login 的应答设置',
        },
      },
    },
  });
  for (const { path, call } of listCalls()) {
    const operations = (document.paths as Record<string, Record<string, EmittedOperation>>)[addressOf(path)];
    for (const method of call.methods) requireNeeded(call, operations?.[method.toLowerCase()] ?? {});
  }
  return document;
}

let made: { text: string; etag: string } | undefined;

/** The document as it is served: made once per process, and not sent again to whoever has it. */
export function documentResponse(request: Request): Response {
  if (!made) {
    const json = JSON.stringify(openApiDocument());
    made = { text: json, etag: `"${createHash('sha256').update(json).digest('hex').slice(0, 32)}"` };
  }
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    ETag: made.etag,
    'X-Content-Type-Options': 'nosniff',
  };
  const isKnown = request.headers.get('If-None-Match')?.includes(made.etag) ?? false;
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(made.text, { headers });
}
