import 'zod-openapi/extend';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { isBlob, isMultipart, isPageOf, listCalls, type Call } from './api-call.server';
import { NESTED } from './api-input.server';

/** The OpenAPI 3.1 document of the whole API, made from the schemas that judge the calls themselves. */

const WHO: Record<Call['who'], string> = {
  anyone: '所有人',
  user: '登录用户',
  teacher: '教师',
  student: '学生',
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

const requestKey = z
  .string()
  .max(200)
  .optional()
  .openapi({ description: '同一用户重复发送同一个键时得到第一次的结果，也可写作 requestId 字段' });

function answerOf({ output, successCode }: Call) {
  if (isBlob(output)) {
    return {
      description: '文件',
      content: Object.fromEntries(
        output.mimes.map((mime) => [mime, { schema: { type: 'string' as const, format: 'binary' } }]),
      ),
    };
  }
  const isPage = isPageOf(output);
  const envelope = {
    code: typeof successCode === 'number' ? z.literal(successCode) : z.literal(successCode),
    success: z.literal(true),
    message: text,
    msg: text,
    data: isPage ? z.array(output.row) : output,
    ...(isPage ? { pageSize: z.number().int(), totalCount: z.number().int(), currentPage: z.number().int() } : {}),
  };
  return { description: '成功', content: { 'application/json': { schema: z.object(envelope) } } };
}

/** The object inside refinements and preprocessing, whose fields can be listed. */
export function fieldsOf(schema: z.ZodTypeAny): z.ZodObject<z.ZodRawShape> | null {
  if (schema instanceof z.ZodObject) return schema as z.ZodObject<z.ZodRawShape>;
  if (schema instanceof z.ZodEffects) return fieldsOf((schema as z.ZodEffects<z.ZodTypeAny>).innerType());
  return null;
}

function bodyOf({ input }: Call): ZodOpenApiOperationObject['requestBody'] {
  if (isMultipart(input)) {
    const fields = fieldsOf(input.fields) ?? z.object({});
    const file = z.string().openapi({ type: 'string', format: 'binary' });
    return { required: true, content: { 'multipart/form-data': { schema: fields.extend({ file }) } } };
  }
  const nested = Object.keys(fieldsOf(input)?.shape ?? {}).filter((name) => NESTED.test(name));
  const encoding = Object.fromEntries(nested.map((name) => [name, { contentType: 'application/json' }]));
  const form = { schema: input, ...(nested.length > 0 ? { encoding } : {}) };
  return {
    content: {
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': form,
      'application/json': { schema: input },
    },
  };
}

function operationOf(path: string, method: string, row: Call): ZodOpenApiOperationObject {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  const isGet = method === 'GET';
  const query = isGet && !isMultipart(row.input) ? (fieldsOf(row.input) ?? undefined) : undefined;
  return {
    operationId: `${method.toLowerCase()}_${path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [path.split('/')[0] ?? ''],
    summary: WHO[row.who],
    security: row.who === 'anyone' ? [] : [{ session: [] }],
    requestParams: {
      ...(names.length > 0 ? { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) } : {}),
      ...(query ? { query } : {}),
      ...(isGet ? {} : { header: z.object({ 'Idempotency-Key': requestKey }) }),
    },
    ...(isGet ? {} : { requestBody: bodyOf(row) }),
    responses: {
      '200': answerOf(row),
      default: { description: '拒绝或失败', content: { 'application/json': { schema: refusal } } },
    },
  };
}

/** The document of every registered call. */
export function openApiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const { path, call } of listCalls()) {
    const address = `/api/${path.replace(/:(\w+)/g, '{$1}')}`;
    for (const method of call.methods) {
      (paths[address] ??= {})[method.toLowerCase()] = operationOf(path, method, call);
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: '考评 API', version: '1' },
    servers: [{ url: '/' }],
    paths: paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'kaoping_session' } },
    },
  });
}
