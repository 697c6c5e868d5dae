import type { ObjectStore } from './object-store';

/** So many in a row that cannot be brought over are enough to know that nothing arrives. */
const MOST_IN_A_ROW = 20;

/** A store whose objects are files of this machine. */
export type LocalStore = ObjectStore & { pathOf: (key: string) => string };

export type MovingStore = ObjectStore & {
  /**
   * Brings what lies here over there, and answers how many objects those were and which could not be brought; one of
   * them keeps no other. Harmless at several at once.
   */
  move: () => Promise<{ moved: number; left: string[] }>;
};

/**
 * A store that took the place of another: what comes is put there; what was kept here before, or was restored here from
 * a backup, is read here until it has been moved. It is always looked for here first: what is no longer here is there.
 */
export function createMovingStore(here: LocalStore, there: ObjectStore): MovingStore {
  return {
    put: (key, temporaryPath) => there.put(key, temporaryPath),
    tryOut: (temporaryPath) => there.tryOut(temporaryPath),

    async *open(key, range) {
      const parts = here.open(key, range)[Symbol.asyncIterator]();
      const first = await parts.next().catch(unlessMissing);
      if (first === null) {
        yield* there.open(key, range);
        return;
      }
      if (!first.done) yield first.value;
      yield* { [Symbol.asyncIterator]: () => parts };
    },

    async delete(key) {
      await here.delete(key);
      await there.delete(key);
    },

    exists: async (key) => (await here.exists(key)) || there.exists(key),
    size: async (key) => (await here.size(key)) ?? there.size(key),

    async *list() {
      yield* here.list();
      yield* there.list();
    },

    async move() {
      let moved = 0;
      const left: string[] = [];
      let inARow = 0;
      for await (const { key } of here.list()) {
        try {
          await there.put(key, here.pathOf(key));
          moved += 1;
          inARow = 0;
        } catch (error) {
          // Gone, before it was read or while it was: another process moved it, or it was deleted.
          if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !(await here.exists(key))) continue;
          left.push(key);
          inARow += 1;
          if (inARow === MOST_IN_A_ROW) break;
        }
      }
      return { moved, left };
    },
  };
}

/** Null where there is no such file. @throws the error where it says anything else */
function unlessMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return null;
}
