import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import type { AxiosResponse } from 'axios';

/**
 * Judges answers by the document that the running server gives of itself (/api/openapi.json): a success by its call's
 * schema, a refusal by Refusal. Strictly: what the document does not name must not be answered.
 */

type Schema = Record<string, unknown>;
type Operation = { responses: Record<string, { content?: Record<string, { schema: Schema }> }> };
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, Schema> };
};

const CHINESE = /\p{Script=Han}/u;
const judges = new Map<string, Promise<Judge>>();

export class Judge {
  private readonly ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });
  private readonly checks = new Map<string, ValidateFunction>();

  constructor(readonly document: ApiDocument) {
    const closed = closeObjects(structuredClone(document)) as ApiDocument;
    this.ajv.addSchema({ ...closed, $id: 'api' });
  }

  static of(address: string): Promise<Judge> {
    const found =
      judges.get(address) ??
      fetch(`${address}/api/openapi.json`)
        .then((response) => response.json() as Promise<ApiDocument>)
        .then((document) => new Judge(document));
    judges.set(address, found);
    return found;
  }

  /** The path of the document that an address belongs to; undefined where it names none. */
  pathOf(url: string): string | undefined {
    const [path = ''] = `/api${url.startsWith('/') ? url : `/${url}`}`.split('?');
    if (this.document.paths[path]) return path;
    return Object.keys(this.document.paths).find((template) =>
      new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
  }

  /** @throws Error when the answer is not as the document says. Gives the envelope, if there is one. */
  check(method: string, url: string, response: AxiosResponse<Buffer>) {
    const name = `${method.toUpperCase()} ${url}`;
    const path = this.pathOf(url);
    const operation = path ? this.document.paths[path]?.[method.toLowerCase()] : undefined;
    const type = String(response.headers['content-type'] ?? '');
    const isRefusal = response.status >= 400;
    const described = operation?.responses['200']?.content ?? {};
    if (!isRefusal && operation && !described['application/json']?.schema?.properties && !isEnvelope(described)) {
      if (response.status === 304 || response.status === 206 || response.status === 200) return undefined;
    }
    if (!type.startsWith('application/json')) throw new Error(`${name}: ${response.status} came as "${type}"`);
    const body = JSON.parse(response.data.toString('utf8')) as { code: unknown; success: boolean; message: string };
    if (isRefusal) {
      this.validate(name, 'api#/components/schemas/Refusal', body);
      const isExpired = response.status === 401 && body.code === 402;
      if (body.code !== response.status && !isExpired) throw new Error(`${name}: code ${String(body.code)}`);
      if (!CHINESE.test(body.message)) throw new Error(`${name}: the message is not Chinese: ${body.message}`);
    } else {
      if (!operation || !path) throw new Error(`${name}: the document does not know this call`);
      const at = `paths/${escapePointer(path)}/${method.toLowerCase()}/responses/200/content/application~1json/schema`;
      this.validate(name, `api#/${at}`, body);
    }
    const { msg } = body as unknown as { msg: unknown };
    if (msg !== body.message) throw new Error(`${name}: msg does not repeat message`);
    return body;
  }

  private validate(name: string, ref: string, body: unknown): void {
    let check = this.checks.get(ref);
    if (!check) {
      check = this.ajv.compile({ $ref: ref });
      this.checks.set(ref, check);
    }
    if (check(body)) return;
    const problems = (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
    throw new Error(`${name} is not as documented: ${problems.join('; ')}\n${JSON.stringify(body).slice(0, 600)}`);
  }
}

function isEnvelope(content: Record<string, { schema: Schema }>): boolean {
  return content['application/json']?.schema.$ref !== undefined;
}

function escapePointer(path: string): string {
  return encodeURIComponent(path.replace(/~/g, '~0').replace(/\//g, '~1'));
}

/** Every object with named properties is closed, unless it is one of the parts that `allOf` puts together. */
function closeObjects(node: unknown, isPart = false): unknown {
  if (Array.isArray(node)) return node.map((one) => closeObjects(one));
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as Schema;
  const result: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    result[key] =
      key === 'allOf' && Array.isArray(value) ? value.map((one) => closeObjects(one, true)) : closeObjects(value);
  }
  if (schema.type === 'object' && schema.properties && schema.additionalProperties === undefined && !isPart) {
    result.additionalProperties = false;
  }
  if (Array.isArray(schema.allOf) && !isPart) result.unevaluatedProperties = false;
  return result;
}
