import { copyFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { storeFile } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/user/user.rules';
import { AppError } from '~/lib/errors';
import { env } from '~/lib/env.server';
import { newUuid } from '~/lib/ids.server';

const ASSETS = path.resolve('app/db/demo/assets');

type Asset = { file: string; kind: 'audio' | 'sheet' | 'picture' | 'avatar'; text?: string };

/** Hands out the demo's recordings, answer sheets and pictures as stored files of their owners. */
export class DemoFiles {
  private readonly used = new Map<Asset['kind'], number>();

  private constructor(private readonly assets: Asset[]) {}

  /** Reads the manifest; without assets (the Docker image) the demo has no files. */
  static async open(): Promise<DemoFiles> {
    const text = await readFile(path.join(ASSETS, 'assets.json'), 'utf8').catch(() => '[]');
    const parsed = JSON.parse(text) as Asset[] | { assets: Asset[] };
    return new DemoFiles(Array.isArray(parsed) ? parsed : parsed.assets);
  }

  /** A spoken recording of the actor's, or undefined where none can be stored (no ffmpeg). */
  recording(actor: Actor, now: number) {
    return this.store(actor, 'audio', 'audio', now);
  }

  /** A photo of an answer sheet. */
  sheet(actor: Actor, now: number) {
    return this.store(actor, 'sheet', 'image', now);
  }

  /** Ids of pictures for a question. */
  async pictures(actor: Actor, count: number, now: number): Promise<string[]> {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const id = await this.store(actor, 'picture', 'image', now);
      if (id) ids.push(id);
    }
    return ids;
  }

  avatar(actor: Actor, _index: number, now: number) {
    return this.store(actor, 'avatar', 'image', now);
  }

  private async store(
    actor: Actor,
    kind: Asset['kind'],
    as: 'audio' | 'image',
    now: number,
  ): Promise<string | undefined> {
    const choice = this.assets.filter((asset) => asset.kind === kind);
    const turn = this.used.get(kind) ?? 0;
    this.used.set(kind, turn + 1);
    const asset = choice[turn % Math.max(1, choice.length)];
    if (!asset) return undefined;
    const directory = path.join(env().dataDir, 'tmp');
    await mkdir(directory, { recursive: true });
    const copy = path.join(directory, newUuid());
    await copyFile(path.join(ASSETS, asset.file), copy);
    try {
      return (await storeFile(actor, { kind: as, path: copy, name: path.basename(asset.file) }, now)).id;
    } catch (error) {
      // A PC without ffmpeg still gets a demo school, only without recordings.
      if (error instanceof AppError && error.code === 'unavailable') return undefined;
      throw error;
    }
  }
}
