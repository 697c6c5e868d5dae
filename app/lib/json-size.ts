type JsonSize = { depth: number; names?: number; lists?: number };

/**
 * What a JSON text has more of than `most` allows, seen before it is parsed: making the values costs far more than
 * their bytes, and a text of nothing but brackets stops a thread for seconds. `names` counts objects and their fields.
 * Brackets and colons inside of texts are none; whether the text is JSON at all is not asked.
 */
export function tooMuchJson(text: string, most: JsonSize): 'depth' | 'count' | null {
  const { depth: mostDepth, names: mostNames = Infinity, lists: mostLists = Infinity } = most;
  let [depth, names, lists] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      continue;
    }
    if (sign === ':') names += 1;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      if (sign === '{') names += 1;
      else lists += 1;
    } else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > mostDepth) return 'depth';
    if (names > mostNames || lists > mostLists) return 'count';
  }
  return null;
}
