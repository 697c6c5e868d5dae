/** Letters and signs of a key that stand beside each other. */

/** `ABCDA`, `A B C`, `√×√`, `AB ACD` as single answers; undefined when there are not so many. */
export function splitAnswers(body: string, count: number | null): string[] | undefined {
  // (√) (×): the brackets are none of the answers.
  const bare = body.replace(/[（(]\s?([√×✓✗✔✘对错TFA-H]{1,8})\s?[)）]/g, '$1 ');
  // AB . ABD . and A.B.C: nor are the dots between them.
  const apart = bare.replace(/([A-JＡ-Ｊ√×])[.．](?=\s|$|[A-JＡ-Ｊ√×])/g, '$1 ');
  const words = apart.split(/[\s,，;；、]/).filter((word) => !/^[.．]?$/.test(word));
  if (words.length === count) return words;
  const signs = words.join('').match(/正确|错误|[\s\S]/g) ?? [];
  return count === null || signs.length === count ? signs : undefined;
}
