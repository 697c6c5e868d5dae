import { createReadStream } from 'node:fs';

/** Characters no text of people holds: they mean that the bytes are something else. */
const UNTEXTLY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f\ufffe\uffff]/;

const MARKS: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** How the bytes could be written text, likeliest first. */
function encodingsOf(head: Uint8Array): string[] {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => head[index] === byte));
  return marked ? [marked[0]] : ['utf-8', 'gb18030'];
}

/** The encoding in which the whole file reads as text; undefined when it is none. */
export async function textEncodingOf(path: string, head: Uint8Array): Promise<string | undefined> {
  for (const encoding of encodingsOf(head)) if (await readsAs(path, encoding)) return encoding;
  return undefined;
}

async function readsAs(path: string, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const stream = createReadStream(path) as AsyncIterable<Buffer>;
  try {
    for await (const chunk of stream) if (UNTEXTLY.test(decoder.decode(chunk, { stream: true }))) return false;
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The beginning of a text file as text; `isCut` when the file goes on. */
export function decodeText(bytes: Uint8Array, isCut: boolean): string {
  for (const encoding of encodingsOf(bytes)) {
    try {
      // With `stream` a character cut at the end is left out instead of being an error.
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
    } catch {
      // The next encoding.
    }
  }
  return new TextDecoder().decode(bytes);
}
