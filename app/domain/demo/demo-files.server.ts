import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { storeFile } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { env } from '~/lib/env.server';
import { newUuid } from '~/lib/ids.server';

const ASSETS = path.resolve('app/db/demo/assets');

/** `question` is the title of the question that a recording, sheet or picture belongs to. */
type Asset = {
  file: string;
  kind: 'audio' | 'sheet' | 'picture' | 'avatar';
  mime?: string;
  question?: string;
  text?: string;
  durationMs?: number;
  /** Of a recording that was decoded when the assets were made. */
  sha256?: string;
};

/** Hands out the demo's recordings, answer sheets and pictures as stored files of their owners. */
export class DemoFiles {
  private readonly used = new Map<string, number>();

  private constructor(private readonly assets: Asset[]) {}

  /** Reads the manifest; without assets the demo has no files. */
  static async open(): Promise<DemoFiles> {
    const text = await readFile(path.join(ASSETS, 'assets.json'), 'utf8').catch(() => '[]');
    const parsed = JSON.parse(text) as Asset[] | { assets: Asset[] };
    return new DemoFiles(Array.isArray(parsed) ? parsed : parsed.assets);
  }

  /** A spoken recording of that question, or undefined without assets. */
  recording(actor: Actor, question: string, now: number) {
    return this.store(actor, this.next('audio', question), 'audio', now);
  }

  /** A photo of an answer sheet of that question. */
  sheet(actor: Actor, question: string, now: number) {
    return this.store(actor, this.next('sheet', question), 'image', now);
  }

  /** Ids of the pictures of a question. */
  async pictures(actor: Actor, question: string, now: number): Promise<string[]> {
    const id = await this.store(actor, this.next('picture', question), 'image', now);
    return id ? [id] : [];
  }

  avatar(actor: Actor, now: number) {
    return this.store(actor, this.next('avatar'), 'image', now);
  }

  /** The assets of the question in turn; of any question, where it has none. */
  private next(kind: Asset['kind'], question?: string): Asset | undefined {
    const all = this.assets.filter((asset) => asset.kind === kind);
    const own = all.filter((asset) => asset.question === question);
    const choice = own.length > 0 ? own : all;
    const key = `${kind} ${question ?? ''}`;
    const turn = this.used.get(key) ?? 0;
    this.used.set(key, turn + 1);
    return choice[turn % Math.max(1, choice.length)];
  }

  private async store(
    actor: Actor,
    asset: Asset | undefined,
    as: 'audio' | 'image',
    now: number,
  ): Promise<string | undefined> {
    if (!asset) return undefined;
    const directory = path.join(env().dataDir, 'tmp');
    await mkdir(directory, { recursive: true });
    const copy = path.join(directory, newUuid());
    const bytes = await readFile(path.join(ASSETS, asset.file));
    await writeFile(copy, bytes);
    const known = knownOf(asset, bytes);
    return (await storeFile(actor, { kind: as, path: copy, name: path.basename(asset.file), known }, now)).id;
  }
}

/** What the manifest says about these very bytes, so that no decoder is needed. */
function knownOf({ mime, durationMs, sha256 }: Asset, bytes: Buffer) {
  const isSame = sha256 !== undefined && createHash('sha256').update(bytes).digest('hex') === sha256;
  return isSame && mime !== undefined && durationMs !== undefined ? { mime, durationMs } : undefined;
}
