import { writeFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { transaction } from '~/db/db.server';
import { storeFile } from '~/domain/file/file.commands.server';
import { getReadableFile, openFile, type ReadableFile } from '~/domain/file/file.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { exportAnswers } from '~/domain/scoring/report/answer-export.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toPapers, toResultsExport } from '~/lib/addresses/scoring';
import { AppError } from '~/lib/errors';
import { logEvent } from '~/lib/log.server';
import { XLSX_MIME } from '~/lib/spreadsheet.server';
import { discardTemporary, temporaryPath } from '~/lib/temporary-files.server';

/** 导出全部答卷: sent at once where that is quick, else it goes on by itself and a message says where the file is. */

/** So long a browser waits for the file itself. */
const WAIT_MS = 4000;

type Input = { examId: number; classId: number };
type Made = { name: string; bytes: Buffer };
type Work = { made: Promise<Made>; isLeft: boolean };

const running = new Map<string, Work>();

/**
 * The file, or null when it is still being made after `waitMs`: whoever asked gets it by message then. Asking again
 * meanwhile begins nothing anew. `isGone`: whether who asked has left the page while waiting.
 */
export async function answersSoon(
  actor: Actor,
  input: Input,
  now: number,
  { waitMs = WAIT_MS, isGone = () => false }: { waitMs?: number; isGone?: () => boolean } = {},
): Promise<Made | null> {
  const key = `${actor.id} ${input.examId} ${input.classId}`;
  const work = running.get(key) ?? begin(key, actor, input, now, isGone);
  const stop = new AbortController();
  const timeout = delay(waitMs, null, { signal: stop.signal, ref: false }).catch(() => null);
  try {
    const first = await Promise.race([work.made, timeout]);
    if (first === null) work.isLeft = true;
    return first;
  } finally {
    stop.abort();
  }
}

function begin(key: string, actor: Actor, input: Input, now: number, isGone: () => boolean): Work {
  const startedAt = performance.now();
  const clock = () => now + Math.round(performance.now() - startedAt);
  const work: Work = { made: exportAnswers(actor, input, now), isLeft: false };
  running.set(key, work);
  void work.made
    .then(
      (made) => (work.isLeft || isGone() ? keepAndTell(actor, input, made, clock()) : undefined),
      (error: unknown) => (work.isLeft ? tellOfFailure(actor, input, error, clock()) : undefined),
    )
    .catch((error: unknown) => {
      logEvent('error', 'export_failure', { exam: input.examId, error: String(error) });
    })
    .finally(() => running.delete(key));
  return work;
}

/** Waits until what is being made has been kept and told of. */
export async function exportsEnded(): Promise<void> {
  while (running.size > 0) await delay(5);
}

/** Kept as an upload of the teacher's that nothing uses: theirs alone, and swept after a day. */
async function keepAndTell(actor: Actor, input: Input, { name, bytes }: Made, now: number): Promise<void> {
  const path = temporaryPath('.xlsx');
  try {
    await writeFile(path, bytes);
    const file = await storeFile(actor, { kind: 'resource', path, name, known: { mime: XLSX_MIME } }, now);
    await tell(actor, input, now, {
      title: `“${name}”导出好了`,
      body: '点“前往”或“下载”就能保存。文件只有您能下载，保留一天；过期了请重新导出。',
      fileId: file.id,
    });
  } finally {
    await discardTemporary(path);
  }
}

async function tellOfFailure(actor: Actor, input: Input, error: unknown, now: number): Promise<void> {
  const why = error instanceof AppError ? error.message : '服务器出了意外。';
  await tell(actor, input, now, { title: '全部答卷没有导出', body: `${why}请再试一次，或先筛选一个班级再导出。` });
  if (!(error instanceof AppError)) throw error;
}

async function tell(
  actor: Actor,
  { examId }: Input,
  now: number,
  { title, body, fileId }: { title: string; body: string; fileId?: string },
): Promise<void> {
  const link = fileId ? toResultsExport({ examId, file: fileId }) : toPapers({ examId });
  await transaction(() => sendMessages([actor.id], { kind: 'system', title, body, link }, now));
}

/**
 * A file that was made earlier, for whom it was made.
 * @throws AppError not_found once it is swept
 */
export async function getMadeFile(actor: Actor, id: string, now: number) {
  const file = await getReadableFile(actor, id, now).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') throw new AppError('not_found', GONE);
    throw error;
  });
  return {
    ...file,
    open: (range: Parameters<typeof openFile>[1]): ReturnType<typeof openFile> =>
      openFile(file satisfies ReadableFile, range),
  };
}

const GONE = '这个导出的文件只保留一天，已经删除了，请重新导出。';
