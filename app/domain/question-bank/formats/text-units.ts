import type { TextLine } from './text-line';
import { isPlainTitle } from './text-list-titles';
import { parseNumeral } from './words.rules';

/** Several units in one file, 第一单元 and 第二单元, each with numbers of its own, and a key for each: 第一单元答案. */

const SIGN =
  /^[【[（(]?\s?([^第。：:，,；;？?！!、\d]{0,20})(?:第\s?([一二三四五六七八九十\d]{1,3})\s?(单元|章|课时|课|讲|模块|专题|套|编)|(单元|模块|专题|Unit|Module|Chapter|Lesson)\s?([一二三四五六七八九十\d]{1,3})(?![\d.]))/i;

/** Behind the name of a unit: 测试卷, 《春》; a sentence is no title. */
const TITLE = /^[^。？?！!；;]{0,40}$/;
const OF_PAPER = /测试|检测|测验|练习|训练|作业|[卷题]/;
const OF_KEY = /(?:答案|解析|答案[^。：:]{0,12}|keys?|answers?)\s?[】\])）]?\s?[:：]?$/i;

export type Unit = {
  name: string;
  /** Its answers stand below, and no questions. */
  isKey: boolean;
  /** What stands behind its name in a key. */
  rest: string;
};

/** The unit that a line names; null for any other line. */
function unitOf(text: string): Unit | null {
  const match = text.length < 100 ? SIGN.exec(text) : null;
  if (!match) return null;
  const [whole, before = '', counted, word, named, following = ''] = match;
  const number = parseNumeral(counted ?? following);
  const behind = text.slice(whole.length);
  const isKey = OF_KEY.test(behind);
  if (number === undefined || !TITLE.test(behind) || (before.trim() !== '' && !isKey && !OF_PAPER.test(behind)))
    return null;
  const kind = (word ?? named ?? '').toLowerCase().replace('unit', '单元');
  return { name: `第${number}${kind}`, isKey, rest: behind.replace(/^\s?[】\])）]?\s?[:：]?\s{0,4}/, '') };
}

/**
 * The lines that name a unit, where the file has several of them and keys that name them: 第一单元答案, or 第一单元 again
 * below the title of the key.
 */
export function unitsIn(lines: TextLine[]): Map<number, Unit> {
  const found = new Map<number, Unit>();
  const asked = new Set<string>();
  let isKey = false;
  let keys = 0;
  lines.forEach(({ text, row, passage }, at) => {
    const unit = row || passage || text === '' ? null : unitOf(text);
    if (!unit) {
      isKey ||= isPlainTitle(text);
      return;
    }
    const isOfKey = unit.isKey || (isKey && asked.has(unit.name));
    // A paper without units may have a key that names some.
    if (!isOfKey && isKey && asked.size === 0) return;
    if (isOfKey) keys += 1;
    else asked.add(unit.name);
    isKey = isOfKey;
    found.set(at, { ...unit, isKey: isOfKey });
  });
  return asked.size > 1 && keys > 0 ? found : new Map();
}

/** Whether a part of a file is a unit, and no A卷. */
export const isUnit = (part: string) => part.length > 1;
