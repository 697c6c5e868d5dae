import type { TextLine } from './text-line';
import { headingOf } from './text-headings';
import { withFormOptions } from './text-form-options';
import { withJudgeLines } from './text-judge-lines';
import { withKeyedHeads } from './text-keyed-heads';
import { withNamedBlanks } from './text-named-blanks';
import { withBoxesLettered, withLonelyJoined } from './text-lonely';
import { withNamedNumbers } from './text-named-numbers';
import { withOpenKinds } from './text-open-kinds';
import { withoutPlatform } from './text-platforms';
import { withWrapped } from './text-wrapped';

/** Papers as other systems print them: (正确答案) behind an option, 得分 and 我的答案 below a question. */

const RIGHT = /\s{0,4}[（(【[]\s?正确答案\s?[)）】\]]\s{0,4}$/;
/** 对(正确答案): the right one of the two below a statement. */
const JUDGED = /^(?:对|错|正确|错误|是|否)\s?[（(【[]\s?正确答案/;
const OPTION = /^([A-JＡ-Ｊ])\s?[.．、:：)）]/;
const NUMBER = /^[*＊]?\s?[0-9０-９]{1,4}\s?[.．、)）]/;
/** *6. 请简述: 问卷星 marks what must be answered. */
const STARRED = /^[*＊]\s?(?=[0-9０-９]{1,4}\s?[.．、)）])/;
const SYSTEM_MARK = /[（(【[]\s?正确答案\s?[)）】\]]\s{0,4}$|[【[][^【】[\]]{2,8}题[】\]]/;
/** 我的答案： alone on its line: what was answered stands below. */
const GIVEN_ALONE = /^(?:我|你|您|学生|考生)的?答案\s?[:：]$/;
const NEXT_LABEL = /^[【[]?(?:正确答案|参考答案|标准答案|答案|答案解析|解析|知识点|得分|难度)[】\]]?\s?[:：]?/;
const SCORE = /^(?:得分\s?[:：]?\s?)?\d{1,3}(?:\.\d{1,2})?\s?分$/;
const MAX_GIVEN = 30;

/** The lines as a paper has them: letters below the options as the answer, without what somebody once answered. */
export function withoutSystemMarks(all: TextLine[]): TextLine[] {
  const lines = withNamedBlanks(
    withFormOptions(
      withBoxesLettered(
        withLonelyJoined(
          withoutPlatform(withKeyedHeads(withJudgeLines(withWrapped(withNamedNumbers(withOpenKinds(all)))))),
        ),
      ),
    ),
  );
  const marked = lines.some(({ text }) => SYSTEM_MARK.test(text.slice(-200)));
  const given = lines.some(({ text }) => GIVEN_ALONE.test(text));
  const unanswered = given ? withoutGiven(lines) : lines;
  return marked ? withAnswers(unanswered) : unanswered;
}

/** 我的答案： and what stands below it as far as the next label; 0分 alone behind it. */
function withoutGiven(lines: TextLine[]): TextLine[] {
  const kept: TextLine[] = [];
  let left = 0;
  for (const line of lines) {
    const { text } = line;
    if (left > 0 && (NEXT_LABEL.test(text) || NUMBER.test(text) || headingOf(text)?.isDoubtful === false)) left = 0;
    if (GIVEN_ALONE.test(text)) left = MAX_GIVEN;
    const isScore = left === 0 && SCORE.test(text);
    if (left > 0 || isScore) {
      left -= left > 0 ? 1 : 0;
      const last = kept[kept.length - 1];
      if (last && isScore) kept[kept.length - 1] = { ...last, note: `${last.note ?? ''}得分没有导入：“${text}”。` };
      continue;
    }
    kept.push(line);
  }
  return kept;
}

/** A.选项一(正确答案): the mark goes, and 答案：A stands below the last of the options. */
function withAnswers(lines: TextLine[]): TextLine[] {
  const made: TextLine[] = [];
  const hasJudge = lines.some(({ text }) => JUDGED.test(text));
  let letters = '';
  let last = -1;
  const close = () => {
    const line = made[last];
    if (letters !== '' && line) made.splice(last + 1, 0, { text: `答案：${letters}`, line: line.line });
    letters = '';
    last = -1;
  };
  for (const line of lines) {
    const text = line.text.replace(STARRED, '');
    const letter = OPTION.exec(text)?.[1];
    if (NUMBER.test(text)) close();
    const bare = RIGHT.test(text.slice(-200)) ? text.replace(RIGHT, '') : text;
    if (letter !== undefined) {
      made.push({ ...line, text: bare });
      last = made.length - 1;
      if (bare !== text) letters += letter.normalize('NFKC');
    } else if (hasJudge && /^(?:对|错|正确|错误|是|否)$/.test(bare) && isJudgeLine(bare, text, made)) {
      if (bare !== text) {
        made.push({ ...line, text: `答案：${bare}` });
      }
    } else made.push({ ...line, text });
  }
  close();
  return made;
}

/** 对(正确答案) and 错 below a question of that kind; the other of the two is no text of it. */
function isJudgeLine(bare: string, text: string, made: TextLine[]): boolean {
  if (bare !== text) return true;
  for (let at = made.length - 1; at >= 0 && at > made.length - 4; at -= 1) {
    const above = made[at]?.text ?? '';
    if (/判断题/.test(above) || /^答案：(?:对|错|正确|错误|是|否)$/.test(above)) return true;
    if (/答案/.test(above)) return false;
  }
  return false;
}
