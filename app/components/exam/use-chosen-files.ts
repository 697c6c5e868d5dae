import { useCallback, useState } from 'react';
import type { TakeQueue } from '~/components/saving/take-queue';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';

/** Recordings' files that are chosen and not sent, by item. */
export type ChosenFiles = Record<number, File | undefined>;

/** They outlive going to another item, and `send` puts them all on their way. */
export function useChosenFiles(queue: TakeQueue) {
  const [chosen, setChosen] = useState<ChosenFiles>({});
  const choose = useCallback(
    (itemId: number, file: File | undefined) => setChosen((all) => ({ ...all, [itemId]: file })),
    [],
  );
  const send = () => {
    for (const [itemId, file] of Object.entries(chosen)) {
      if (!file) continue;
      const live = queue.begin(Number(itemId), file.type, undefined, file.name);
      // One byte more than is allowed is enough for the server's refusal.
      const read = new Response(file.slice(0, MAX_FILE_BYTES.audio + 1)).arrayBuffer();
      const end = () => live.end(0);
      // One that cannot be read any more goes empty, and is refused as such.
      void read.then((bytes) => live.slice(new Uint8Array(bytes))).then(end, end);
    }
    setChosen({});
  };
  return { chosen, choose, send };
}
