import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { AppError } from '~/lib/errors';
import { digestFile } from '~/lib/file-digest.server';
import { logEvent } from '~/lib/log.server';
import type { ObjectStore } from './object-store';

/** A bucket of an S3-compatible store and who may use it. */
export type S3Settings = {
  /** With the bucket: https://<host>/<bucket>, or https://<bucket>.<host>. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The package names those of Amazon's own that it knows of. */
type AmazonHeaders = Parameters<S3mini['putObject']>[4];

const FOLDER = 'files/';
/** Beside them: whose they are. */
const OWNER = 'kaoping-school';
/** As readiness.server has it on the local disk: one name for all who try. */
const PROBE = '.ready';
/** How long an answer may take to begin; what is sent may take as long as a slow line needs. */
const ANSWER_MS = 20_000;
const SLOWEST_BYTES_PER_MS = 128;
/** Pauses before it is tried again: a store of several machines fails a request now and then. */
const PAUSES_MS = [200, 1000];
const LIST_AT_ONCE = 1000;

const NOT_KEPT = '存放录音和照片的服务器暂时连不上，刚才的文件没有保存。请留在这一页，过一两分钟再试。';
const NOT_READ = '存放录音和照片的服务器暂时连不上，请过一两分钟再试。';
/** What would be answered the same in an hour: a wrong key, a proxy before it that takes no file of this size. */
const REFUSED = '存放录音和照片的服务器不收这个文件，或不让存取。请告诉老师或管理员；刚才的文件没有保存。';

const bucketOf = ({ url, region, accessKeyId, secretAccessKey }: S3Settings, fetch = fetchInTime) =>
  new S3mini({ endpoint: url, region, accessKeyId, secretAccessKey, fetch });

/** Objects in a bucket: `files/<uuid>`. What it refuses or does not answer is said as “unavailable”: it may come back. */
export function createS3Store(settings: S3Settings): ObjectStore {
  const bucket = bucketOf(settings);

  async function send(key: string, temporaryPath: string): Promise<void> {
    const body = await openAsBlob(temporaryPath);
    // The store compares it with what came: nothing is kept that was cut off or changed on its way.
    const sum = {
      'content-md5': await digestFile(temporaryPath, { algorithm: 'md5', encoding: 'base64' }),
    } as unknown as AmazonHeaders;
    await asked(NOT_KEPT, () => bucket.putObject(FOLDER + key, body, undefined, undefined, sum, body.size));
    await rm(temporaryPath, { force: true });
  }

  async function remove(key: string): Promise<void> {
    await asked(NOT_KEPT, () => orMissing(bucket.deleteObject(FOLDER + key)));
  }

  async function size(key: string): Promise<number | null> {
    return asked(NOT_READ, () => orMissing(bucket.getContentLength(FOLDER + key)));
  }

  return {
    put: send,

    async tryOut(temporaryPath) {
      await send(PROBE, temporaryPath);
      await remove(PROBE);
    },

    async *open(key, range) {
      const answer = await asked(NOT_READ, () =>
        orMissing(bucket.getObjectRaw(FOLDER + key, !range, range?.start, range && range.end + 1)),
      );
      if (answer === null) throw Object.assign(new Error(`no object ${key}`), { code: 'ENOENT' });
      if (answer.body) yield* answer.body as unknown as AsyncIterable<Uint8Array>;
    },

    delete: remove,
    size,

    async exists(key) {
      return (await size(key)) !== null;
    },

    async *list() {
      let token: string | undefined;
      do {
        const after = token;
        const page = await asked(NOT_READ, () => bucket.listObjectsPaged('/', FOLDER, LIST_AT_ONCE, after));
        for (const { Key, LastModified, Size } of page?.objects ?? []) {
          const key = Key.slice(FOLDER.length);
          if (key !== PROBE) yield { key, putAt: new Date(LastModified).getTime(), size: Number(Size) };
        }
        token = page?.nextContinuationToken;
      } while (token);
    },
  };
}

/** Whether a bucket answers there: not the list of all buckets, nor a page of something else. @throws AppError unavailable */
export async function isBucket(settings: S3Settings): Promise<boolean> {
  let said = '';
  const listening: typeof fetch = async (input, init) => {
    const answer = await fetchInTime(input, init);
    said = await answer.clone().text();
    return answer;
  };
  const bucket = bucketOf(settings, listening);
  await asked(NOT_READ, () => bucket.listObjectsPaged('/', OWNER, 1));
  return said.includes('<ListBucketResult');
}

/** The mark of the school whose bucket it is; null where it is nobody's yet. @throws AppError unavailable */
export async function readOwner(settings: S3Settings): Promise<string | null> {
  const bucket = bucketOf(settings);
  return asked(NOT_READ, () => bucket.getObject(OWNER));
}

/** Makes it the bucket of the school with this mark. @throws AppError unavailable */
export async function writeOwner(settings: S3Settings, mark: string): Promise<void> {
  const bucket = bucketOf(settings);
  await asked(NOT_KEPT, () => bucket.putObject(OWNER, mark));
}

const fetchInTime: typeof fetch = async (input, init) => {
  // It comes from the body, and is not signed: said a second time, Remix's fetch over Node's connections refuses it.
  const headers = new Headers(init?.headers);
  headers.delete('content-length');
  const stop = new AbortController();
  const bytes = init?.body instanceof Blob ? init.body.size : 0;
  const timer = setTimeout(() => stop.abort(new Error('no answer')), ANSWER_MS + bytes / SLOWEST_BYTES_PER_MS);
  try {
    return await fetch(input, { ...init, headers, signal: stop.signal });
  } finally {
    clearTimeout(timer);
  }
};

/** Its answer, at the second or third time too. @throws AppError unavailable with the sentence */
async function asked<Answer>(sentence: string, ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const pause = isRefused(error) ? undefined : PAUSES_MS[tries];
      if (pause === undefined) {
        logEvent('error', 'store_unavailable', { error: sayTrouble(error) });
        throw new AppError('unavailable', isRefused(error) ? REFUSED : sentence);
      }
      await delay(pause);
    }
  }
}

/** What it was, with what was behind it: fetch itself only says that it failed. */
function sayTrouble(error: unknown): string {
  const { cause } = (error ?? {}) as { cause?: unknown };
  return cause ? `${String(error)} (${sayTrouble(cause)})` : String(error);
}

/** Null where the store knows no such object. */
async function orMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

/** What the store answered, also where the package tells it of a cause; null where it did not answer. */
function statusOf(error: unknown): number | null {
  const { status, cause } = (error ?? {}) as { status?: unknown; cause?: unknown };
  if (typeof status === 'number') return status;
  return cause ? statusOf(cause) : null;
}

/** A key that is wrong stays wrong; a network, and a store that has too much to do, do not. */
function isRefused(error: unknown): boolean {
  const status = statusOf(error);
  return status !== null && status < 500 && status !== 408 && status !== 429;
}
