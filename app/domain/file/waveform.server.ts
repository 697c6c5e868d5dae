import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { createRankedLimit } from '~/lib/limit';
import { logEvent } from '~/lib/log.server';
import { discardTemporary, temporaryPath } from '~/lib/temporary-files.server';
import { storage } from '~/storage/storage.server';
import { decodeSamples } from './audio.server';
import { findWay } from './ffmpeg.server';
import { SNIFF_BYTES } from './sniff';
import { createLoudnessMeter, SAMPLE_RATE, type Pause, type Waveform } from './waveform.rules';

// Drawings never take the place that is for recordings that arrive (runTool); those of hours wait behind the others.
const drawings = createRankedLimit(2);
const LONG_MS = 20 * 60_000;
/** What could not be drawn, and when: for a while nobody tries again. */
const failedAt = new Map<string, number>();
const FAILED_FOR_MS = 10 * 60_000;
const MOST_FAILED = 5000;
/** Several readers of one file wait for one search and one computation. */
const underWay = new Map<string, Promise<Waveform | null>>();

/**
 * The waveform of a stored recording, computed when it is first asked for and kept. Null when the file cannot be
 * decoded; that is kept for some minutes only, so that it comes once the server can. Asks no rights.
 */
export function getWaveform(fileId: string): Promise<Waveform | null> {
  const running = underWay.get(fileId);
  if (running) return running;
  const work = findOrCompute(fileId).finally(() => underWay.delete(fileId));
  underWay.set(fileId, work);
  return work;
}

/**
 * The waveforms of these files as far as they are there within `waitMs`; what is not goes on being computed. For
 * pages that say where the pauses are: they must not wait long for them. Asks no rights.
 */
export async function listWaveforms(fileIds: string[], waitMs: number): Promise<Map<string, Waveform>> {
  const found = await findWaveforms(fileIds);
  const missing = await listPlayable(fileIds.filter((id) => !found.has(id)));
  if (missing.length === 0) return found;
  const computed = Promise.all(
    missing.map(async (id) => {
      const waveform = await getWaveform(id);
      if (waveform) found.set(id, waveform);
    }),
  );
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([computed, new Promise((resolve) => (timer = setTimeout(resolve, waitMs)))]);
  clearTimeout(timer);
  return new Map(found);
}

/** The pauses of these recordings, as listWaveforms has them. */
export async function listPauses(fileIds: string[], waitMs: number): Promise<Record<string, Pause[]>> {
  const waveforms = await listWaveforms(fileIds, waitMs);
  return Object.fromEntries([...waveforms].map(([id, { pauses }]) => [id, pauses]));
}

/** Begins the waveforms of an attempt's recordings, for whoever opens it next; nobody waits for them. Asks no rights. */
export function prepareWaveforms(attemptId: number): void {
  void db()
    .selectFrom('takes')
    .select('file_id')
    .where('attempt_id', '=', attemptId)
    .where('is_chosen', '=', 1)
    .execute()
    .then((takes) =>
      listWaveforms(
        takes.map((take) => take.file_id),
        0,
      ),
    )
    .catch(() => undefined);
}

/** Those of the files whose bytes were not deleted after the school's term. */
async function listPlayable(fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await db()
    .selectFrom('files')
    .select('id')
    .where('id', 'in', fileIds)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

async function findWaveforms(fileIds: string[]): Promise<Map<string, Waveform>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db().selectFrom('file_waveforms').selectAll().where('file_id', 'in', fileIds).execute();
  return new Map(
    rows.map((row) => [row.file_id, { peaks: fromJson<number[]>(row.peaks), pauses: fromJson<Pause[]>(row.pauses) }]),
  );
}

/** Looks again before it computes: a computation may have ended while its reader was on the way. */
async function findOrCompute(fileId: string): Promise<Waveform | null> {
  const kept = (await findWaveforms([fileId])).get(fileId);
  if (kept) return kept;
  if ((failedAt.get(fileId) ?? -Infinity) > performance.now() - FAILED_FOR_MS) return null;
  const isLong = await isLongFile(fileId);
  // Those of hours one at a time; one of minutes need not wait until they are through.
  const drawn = await drawings(isLong ? 1 : 0, () => decodeAndKeep(fileId, isLong)).catch((error: unknown) => {
    // The drawing is an extra: whoever marks can listen all the same.
    logEvent('warn', 'waveform_failed', { fileId, message: String(error) });
    return null;
  });
  if (drawn === null && (await findWay())) noteFailed(fileId);
  return drawn;
}

function noteFailed(fileId: string): void {
  if (failedAt.size >= MOST_FAILED) failedAt.clear();
  failedAt.set(fileId, performance.now());
}

async function isLongFile(fileId: string): Promise<boolean> {
  const row = await db().selectFrom('files').select('duration_ms').where('id', '=', fileId).executeTakeFirst();
  return (row?.duration_ms ?? 0) > LONG_MS;
}

async function decodeAndKeep(fileId: string, isLong: boolean): Promise<Waveform | null> {
  const copy = temporaryPath();
  const meter = createLoudnessMeter();
  try {
    // The decoder needs a file that it can seek in, wherever the store keeps its objects.
    await pipeline(Readable.from(storage().open(fileId)), createWriteStream(copy));
    const isDecoded = await decodeSamples(copy, await readHead(copy), { rate: SAMPLE_RATE, isLong }, (chunk) =>
      meter.add(chunk),
    );
    if (!isDecoded) return null;
  } finally {
    await discardTemporary(copy);
  }
  const waveform = meter.finish();
  await db()
    .insertInto('file_waveforms')
    .values({ file_id: fileId, peaks: toJson(waveform.peaks), pauses: toJson(waveform.pauses) })
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .execute();
  return waveform;
}

async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
