import { constants } from 'node:fs';
import { access, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { orDiskFull } from '~/lib/errors';
import type { LocalStore } from './moving-store';
import type { ByteRange } from './object-store';

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CHUNK_BYTES = 128 * 1024;

/** Objects as plain files: `<directory>/<first two characters>/<uuid>`. */
export function createLocalStore(directory: string): LocalStore {
  function pathOf(key: string): string {
    // Keys come from URLs too; only a UUID ever becomes a path.
    if (!KEY.test(key)) throw new Error(`Not a key of a stored file: ${JSON.stringify(key)}`);
    return path.join(directory, key.slice(0, 2), key);
  }

  // Shards whose own entry is known to be on the disk.
  const durableShards = new Set<string>();

  return {
    pathOf,

    async put(key, temporaryPath) {
      const target = pathOf(key);
      const shard = path.dirname(target);
      try {
        if (!durableShards.has(shard)) {
          await mkdir(shard, { recursive: true });
          await sync(directory);
          await sync(path.dirname(directory));
          durableShards.add(shard);
        }
        // Some file systems find out only here that there is no space.
        await sync(temporaryPath);
        await rename(temporaryPath, target);
        await sync(shard);
      } catch (error) {
        throw orDiskFull(error);
      }
    },

    async tryOut(temporaryPath) {
      await mkdir(directory, { recursive: true });
      // One name for all: what is left by a process that was killed is taken away by the next.
      const target = path.join(directory, '.ready');
      await rename(temporaryPath, target);
      await rm(target, { force: true });
    },

    open(key, range) {
      return read(pathOf(key), range);
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },

    async exists(key) {
      return access(pathOf(key)).then(
        () => true,
        () => false,
      );
    },

    async size(key) {
      return stat(pathOf(key)).then(
        (found) => found.size,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return null;
          throw error;
        },
      );
    },

    async *list() {
      const shards = await opendir(directory).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      for await (const shard of shards) {
        if (!shard.isDirectory()) continue;
        for await (const entry of await opendir(path.join(directory, shard.name))) {
          if (!KEY.test(entry.name)) continue;
          const found = await stat(path.join(directory, shard.name, entry.name)).catch(() => undefined);
          // ctime: the rename into place sets it, whatever the file's own modification time says.
          if (found) yield { key: entry.name, putAt: found.ctimeMs, size: found.size };
        }
      }
    },
  };
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads on demand, one chunk at a time; ending the loop early closes the file. */
async function* read(path: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY);
  try {
    let position = range?.start ?? 0;
    const end = range ? range.end + 1 : Infinity;
    while (position < end) {
      const buffer = new Uint8Array(Math.min(CHUNK_BYTES, end - position));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
