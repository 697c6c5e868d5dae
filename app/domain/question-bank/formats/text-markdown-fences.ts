/** Programs, and answers, between ``` and ```. */

const OPENS = /^```[\w+#]{0,12}$/;
/** So many lines may stand between. */
const MOST = 200;

/** Whether a line opens or closes such a piece by its looks. */
const isFence = (text: string) => OPENS.test(text);

/** The places of the fences that belong together, and of what stands between them. */
export function fencesIn(lines: { text: string }[]): { fences: Set<number>; fenced: Set<number> } {
  const fences = new Set<number>();
  const fenced = new Set<number>();
  for (let at = 0; at < lines.length; at += 1) {
    if (!isFence(lines[at]!.text)) continue;
    let end = at + 1;
    while (end < lines.length && end <= at + MOST && lines[end]!.text !== '```') end += 1;
    if (lines[end]?.text !== '```') continue;
    fences.add(at).add(end);
    for (let index = at + 1; index < end; index += 1) fenced.add(index);
    at = end;
  }
  return { fences, fenced };
}
