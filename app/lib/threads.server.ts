import { MessageChannel } from 'node:worker_threads';
import pLimit, { type LimitFunction } from 'p-limit';
import { Piscina } from 'piscina';
import { AppError, type AppErrorCode, type FieldErrors } from './errors';
import { logEvent } from './log.server';

/**
 * Work that a stranger's file or formula may make long, in threads of its own: the one that answers is never held up
 * (docs/decisions/0038). The threads' program is app/threads.server.ts; they begin with the first piece of work and
 * end when there has been none for a while.
 */

const IDLE_MS = 5 * 60_000;

/**
 * `files`: what people upload and download. `formulas`: small and many, never behind a file. The memory is that of one
 * thread's JavaScript; the time begins when a thread is free, a busy old computer has room in it.
 */
const POOLS = {
  files: { threads: 2, memoryMb: 512, limitMs: 60_000, nice: 10 },
  formulas: { threads: 1, memoryMb: 128, limitMs: 10_000, nice: 0 },
} as const;

export type PoolName = keyof typeof POOLS;

/** A piece of work as the threads' program knows it: plain values in, plain values out. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type ThreadWork = (input: any, say: (done: number, total: number) => void) => Promise<unknown>;

type Result<Work extends ThreadWork> = Work extends (...given: never[]) => Promise<infer Value> ? Value : never;

/** What a thread hands back. */
export type ThreadAnswer =
  { value: unknown } | { refusal: { code: AppErrorCode; message: string; fields?: FieldErrors; extra?: unknown } };

/** What a thread is given. */
export type ThreadTask = { work: string; input: unknown; port: MessagePort | null };
type MessagePort = MessageChannel['port1'];

type Ask = {
  /** What is said when it takes too long or too much memory. */
  overLimit: string;
  onProgress?: (done: number, total: number) => void;
  /** Instead of the pool's own. */
  limitMs?: number;
};

type Pool = { piscina: Piscina; line: LimitFunction };
const pools = new Map<PoolName, Pool>();

function poolOf(name: PoolName): Pool {
  const known = pools.get(name);
  if (known) return known;
  const { threads, memoryMb, nice } = POOLS[name];
  const piscina = new Piscina({
    filename: new URL('../threads.server.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    niceIncrement: nice,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // Nothing of this process's environment (secrets) goes along.
    env: { NODE_ENV: process.env.NODE_ENV },
  });
  // Whoever waits for a piece of work hears of its thread's end himself.
  piscina.on('error', () => undefined);
  const pool = { piscina, line: pLimit(threads) };
  pools.set(name, pool);
  return pool;
}

/**
 * Has a piece of work done in a thread; those that find none free wait in the order they came.
 * @throws AppError the work's own refusal; too_large with the given sentence when it went over its time or memory
 */
export function inThread<Work extends ThreadWork>(
  name: PoolName,
  work: string,
  input: Parameters<Work>[0],
  ask: Ask,
): Promise<Result<Work>> {
  const { piscina, line } = poolOf(name);
  return line(async () => {
    const { onProgress } = ask;
    const channel = onProgress ? new MessageChannel() : null;
    channel?.port1.on('message', ([done, total]: [number, number]) => onProgress?.(done, total)).unref();
    const port = channel?.port2 ?? null;
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), ask.limitMs ?? POOLS[name].limitMs);
    let answer: ThreadAnswer;
    try {
      const task: ThreadTask = { work, input, port };
      answer = (await piscina.run(task, {
        signal: stop.signal,
        transferList: port ? [port] : [],
      })) as ThreadAnswer;
    } catch (error) {
      const isOver = stop.signal.aborted || (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isOver) throw error;
      logEvent('warn', 'thread_stopped', { work, reason: stop.signal.aborted ? 'time' : 'memory' });
      throw new AppError('too_large', ask.overLimit);
    } finally {
      clearTimeout(timer);
      channel?.port1.close();
    }
    if ('value' in answer) return answer.value as Result<Work>;
    const { code, message, fields, extra } = answer.refusal;
    throw new AppError(code, message, fields, extra);
  });
}
