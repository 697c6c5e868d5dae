import { Agent } from 'node:http';
import axios, { type AxiosInstance, type AxiosRequestConfig, type AxiosResponse } from 'axios';
import { Judge } from './judge';

/** The client of the specification (§6–§9): what it sends, how it reads an answer, what it does with a failure. */

export const TIMEOUT_MS = 50_000;
export const DEFAULT_FILE_NAME = '文件.xlsx';

/** What every answer carries that is no file; a paged one has its counts beside the rows. */
export type Envelope<T = unknown> = {
  code: number | string;
  success: boolean;
  message: string;
  msg: string;
  data: T;
  pageSize?: number;
  totalCount?: number;
  currentPage?: number;
};

export type Answer<T = unknown> = { status: number; headers: Record<string, string>; body: Envelope<T> };
export type Download = { status: number; headers: Record<string, string>; name: string; bytes: Buffer };
export type Fields = Record<string, unknown>;
export type UploadFile = { name: string; content: Uint8Array<ArrayBuffer> | string; type?: string };

/** A nested field travels as one JSON text in a form, a list of ids or words as a comma string. */
function formText(name: string, value: unknown): string {
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object') && !JSON_LISTS.has(name);
  if (isPlainList) return value.join(',');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
const JSON_LISTS = new Set(['options', 'items', 'blanks', 'answer', 'measures']);

export function formOf(fields: Fields): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.append(name, formText(name, value));
  }
  return form;
}

/**
 * How the client takes what is no success. every: each answer comes back as it is. axios: as its defaults have it,
 * what is not 2xx is rejected, and an answer without a response is the caller's. envelope: by its header each answer
 * comes as HTTP 200, read by the code in its body alone, as the specification's client does in its success handler.
 */
export type Mode = 'every' | 'axios' | 'envelope';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export class Client {
  /** Where the body's code 401 or 402 has led; the page stays where it is otherwise. */
  location = '';
  private readonly http: AxiosInstance;
  private judge: Promise<Judge> | undefined;

  constructor(
    readonly address: string,
    readonly cookie = '',
    /** The signed-in user's id, which goes along as uid and X-User-Id. */
    readonly userId: number | null = null,
    readonly mode: Mode = 'every',
  ) {
    this.http = axios.create({
      baseURL: `${address}/api`,
      timeout: TIMEOUT_MS,
      httpAgent: agent,
      maxRedirects: 0,
      // The envelope says what went wrong, not an exception.
      ...(mode === 'every' ? { validateStatus: () => true } : {}),
      responseType: 'arraybuffer',
      headers: {
        Origin: address,
        ...(cookie ? { Cookie: cookie } : {}),
        ...(userId === null ? {} : { 'X-User-Id': String(userId) }),
        ...(mode === 'envelope' ? { 'X-Envelope': '200' } : {}),
      },
    });
  }

  /** The same person, taking answers in another way. */
  in(mode: Mode): Client {
    return new Client(this.address, this.cookie, this.userId, mode);
  }

  private withUid<T extends Fields>(fields: T): T {
    return this.userId === null ? fields : { uid: this.userId, ...fields };
  }

  get<T = unknown>(path: string, query: Fields = {}): Promise<Answer<T>> {
    return this.ask({ method: 'GET', url: path, params: formOf(this.withUid(query)) });
  }

  /** Form-encoded, with uid. */
  post<T = unknown>(path: string, fields: Fields = {}): Promise<Answer<T>> {
    return this.ask({ method: 'POST', url: path, data: formOf(this.withUid(fields)) });
  }

  /** JSON goes without uid. */
  postJson<T = unknown>(path: string, fields: Fields = {}): Promise<Answer<T>> {
    return this.ask({ method: 'POST', url: path, data: fields });
  }

  put<T = unknown>(path: string, fields: Fields = {}): Promise<Answer<T>> {
    return this.ask({ method: 'PUT', url: path, data: this.withUid(fields) });
  }

  /** No uid here either. */
  delete<T = unknown>(path: string, fields: Fields = {}): Promise<Answer<T>> {
    return this.ask({ method: 'DELETE', url: path, params: formOf(fields) });
  }

  /** Multipart; the notes conflict on uid, so both are tried. */
  upload<T = unknown>(path: string, fields: Fields, file?: UploadFile, { uid = true } = {}): Promise<Answer<T>> {
    const form = new FormData();
    for (const [name, value] of formOf(uid ? this.withUid(fields) : fields)) form.append(name, value);
    if (file) form.append('file', new Blob([file.content], { type: file.type ?? '' }), file.name);
    return this.ask({ method: 'POST', url: path, data: form });
  }

  /** A file to save, under the name that Content-Disposition gives it. */
  async download(path: string, fields: Fields = {}, method: 'GET' | 'POST' = 'POST'): Promise<Download> {
    const given = formOf(this.withUid(fields));
    const response = await this.send({
      method,
      url: path,
      ...(method === 'GET' ? { params: given } : { data: given }),
    });
    const headers = headersOf(response);
    return { status: response.status, headers, name: fileNameOf(headers), bytes: response.data };
  }

  /** Any request: its answer is read and judged as every other. */
  async ask<T = unknown>(config: AxiosRequestConfig): Promise<Answer<T>> {
    const response = await this.send(config);
    const text = response.data.toString('utf8');
    let body: Envelope<T>;
    try {
      body = JSON.parse(text) as Envelope<T>;
    } catch {
      throw new Error(`${config.method} ${config.url} answered no JSON (${response.status}): ${text.slice(0, 200)}`);
    }
    return { status: response.status, headers: headersOf(response), body };
  }

  /** Sends, judges the answer by the document, and goes to the sign-in page when told to. */
  async send(config: AxiosRequestConfig): Promise<AxiosResponse<Buffer>> {
    const response = await this.receive(config);
    this.judge ??= Judge.of(this.address);
    const judge = await this.judge;
    const body = judge.check(String(config.method), String(config.url), response);
    if (body?.code === 401 || body?.code === 402) this.location = '/login';
    return response;
  }

  /** The answer as it was taken; in an envelope with the status that its body says. */
  private async receive(config: AxiosRequestConfig): Promise<AxiosResponse<Buffer>> {
    try {
      const response = await this.http.request<Buffer>(config);
      if (this.mode !== 'envelope' || !isJson(response)) return response;
      if (response.status !== 200) throw new Error(`${config.url}: an envelope came with ${response.status}`);
      const { success, code } = JSON.parse(response.data.toString('utf8')) as Envelope;
      return success === false ? { ...response, status: code === 402 ? 401 : Number(code) } : response;
    } catch (error) {
      if (axios.isAxiosError<Buffer>(error) && error.response) return error.response;
      throw error;
    }
  }
}

const isJson = ({ headers }: AxiosResponse) => String(headers['content-type']).startsWith('application/json');

function headersOf(response: AxiosResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

function fileNameOf(headers: Record<string, string>): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(headers['content-disposition'] ?? '')?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(headers['content-disposition'] ?? '')?.[1];
  return extended ? decodeURIComponent(extended) : (plain ?? DEFAULT_FILE_NAME);
}
