/**
 * What of a refused form goes back into its page. The page carries every text up to three times and written out (`<`
 * takes four to six bytes), and is made by the one thread that answers everybody.
 */

/** Ten answers of 20,000 Chinese characters fit well, and so does any question. */
const ROOM = 2_500_000;

/** About the bytes that a text takes in a page that holds it in a field and twice as data. */
function roomOf(text: string): number {
  let room = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) room += 9;
    else room += code < 0x20 || code === 0x22 || code === 0x26 || code === 0x3c || code === 0x3e ? 16 : 3;
  }
  return room;
}

/** Gives each text that there is room for, in turn; of the others the beginning, and says of how many characters. */
export function echoRoom(): (text: string) => { text: string; isWhole: boolean } {
  let left = ROOM;
  return (text) => {
    const room = roomOf(text);
    if (room <= left) {
      left -= room;
      return { text, isWhole: true };
    }
    return { text: [...text.slice(0, 200)].slice(0, -1).join(''), isWhole: false };
  };
}

/** At a text of which only the beginning went back. */
export const NOT_WHOLE = '内容太长，没有保存，这里只留了开头；要找回全文，请用浏览器的“后退”。';

/** The form's texts as the page gets them back, and which of them are cut. */
export function echoOf(values: Record<string, string | string[]>): {
  values: Record<string, string | string[]>;
  cut: string[];
} {
  const give = echoRoom();
  const cut: string[] = [];
  const one = (name: string, text: string) => {
    const given = give(text);
    if (!given.isWhole) cut.push(name);
    return given.text;
  };
  const echoed = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? one(name, value) : value.map((each) => one(name, each)),
  ]);
  return { values: Object.fromEntries(echoed) as Record<string, string | string[]>, cut: [...new Set(cut)] };
}
