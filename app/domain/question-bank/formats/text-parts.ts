import type { RawQuestion } from './text-raw';
import { isUnit } from './text-units';

/** Several papers in one file, A卷 and B卷, and a key that stands above its questions. */

const ALONE =
  /^[【[（(]?\s?(?:试卷|试题)?\s?([ABＡＢ甲乙])\s?卷\s?[】\])）]?\s?[:：]?$|^(?:试卷|试题)\s?([ABＡＢ甲乙一二三四五六])$/;
const TITLED =
  /^[^。？?！!；;]{2,50}(?:试卷|试题|考试|测试|测验|练习|期中|期末)[^。？?！!；;]{0,12}[（(【]\s?(?:试卷)?([ABＡＢ甲乙])\s?卷?\s?[)）】]\s?$/;
const OF_KEY = /^[^。：:？?]{0,30}?([ABＡＢ甲乙])\s?卷\s?[)）】]?\s?(?:参考|标准)?答案[^。：:？?]{0,12}[:：]?$/;

/** Which paper a line names as that which begins; null for any other line. */
export function partOf(line: string): string | null {
  if (line.length > 80) return null;
  const match = ALONE.exec(line) ?? OF_KEY.exec(line) ?? TITLED.exec(line);
  return match ? (match[1] ?? match[2] ?? '').normalize('NFKC') : null;
}

/** The questions of one paper; all of them where none is named, or nothing of it is there. Of a unit none but its own. */
export function ofPart(part: string | undefined, questions: RawQuestion[]): RawQuestion[] {
  const own = part === undefined ? [] : questions.filter(({ section }) => section.part === part);
  if (part !== undefined && isUnit(part)) return own;
  return own.length > 0 ? own : questions;
}

const KEY_ABOVE = /^[【[（(]?\s?(?:参考|标准)?答案(?:速查|速览|速对|一览)?表?\s?[】\])）]?\s?[:：]?\s{0,4}/;

/** What stands behind the title of a key; null for a line that is none. */
export function keyAbove(line: string): string | null {
  const match = line.length < 2000 ? KEY_ABOVE.exec(line) : null;
  return match ? line.slice(match[0].length) : null;
}
