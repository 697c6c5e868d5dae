import { headingOf } from './text-headings';
import type { TextLine } from './text-line';

/** The box for the marker's points beside the heading of a part, in one table with it: 得分 | 评卷人 | 四、论述题 */

const BOX =
  '(?:得\\s{0,4}分|(?:评\\s?卷|阅\\s?卷|评阅|批阅|评分|复核|核分|登分|统分)\\s?(?:人|教师|老师|员)|签\\s{0,4}名)';
const PARTED = '\\s{0,4}[|｜\\t]\\s{0,4}';
const BEFORE = new RegExp(`^(?:${BOX}${PARTED}){1,4}(?=\\S)`);
const BEHIND = new RegExp(`(?:${PARTED}${BOX}){1,4}\\s{0,4}[|｜]?$`);

/** The heading alone; what else stands beside such words stays as it is. */
export function withoutScoreBoxes(lines: TextLine[]): TextLine[] {
  return lines.map((line) => {
    const text = besideBox(line.text);
    return text === line.text ? line : { ...line, text };
  });
}

function besideBox(text: string): string {
  if (text.length > 300 || !/[|｜\t]/.test(text)) return text;
  const rest = text.replace(BEFORE, '').replace(BEHIND, '');
  return rest !== text && headingOf(rest) !== null ? rest : text;
}
