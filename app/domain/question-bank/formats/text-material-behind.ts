import { clip } from './text-draft';
import { isVerbatim, joinLines, type RawQuestion } from './text-raw';
import { narrow, parseLetters } from './words.rules';

/**
 * A text for the next questions that nothing announces: it stands behind the last words of a question, its analysis, its
 * answer or its last option, and was read as more of these.
 */

/** A shorter text is a caption rather than a passage to read; behind a blank line even that may be one. */
const LEAST = 30;
const LEAST_APART = 15;
/** So many questions are told of a text that may be theirs. */
const MAX_TOLD = 4;
/** No text is for more questions. */
const MAX_RUN = 40;
/** An option this short has not run over its line. */
const SHORT_OPTION = 24;

/** Questions of such sections have texts of their own above them. */
const OF_TEXTS = /阅读|完形|文言|诗歌|古诗|鉴赏|材料|资料|案例|reading|cloze|passage/i;
/** What only an explanation or an answer says. */
const EXPLAINS =
  /故[选答]|所以选|可知|可得|可见|因此|综上|正确|错误|有误|不符|符合|不合|题意|选项|[A-DＡ-Ｄ]项|本题|此题|该题|题干|题目|考查|考点|排除|句意|语境|辨析|固定搭配|解得|意思对|酌情|得分|给分|评分|答案|解析|分析|解答|示例|点睛|详解|即可|言之成理|每[点空]|\d\s?分[)）]?[。.]?$/;
/** Behind it stands what the text above means, however many lines it has. */
const TRANSLATED = /译文|翻译|点睛|范文|写作背景|One possible version/i;
/** （1）, ①, 原因： and the like count or name the points of an answer. */
const POINT =
  /^(?:[（(【[]?\s?(?:\d{1,2}|[一二三四五六七八九十]{1,2})\s?[)）】\].．、]|[①-⑳]|[^\s，。：:]{1,8}[：:]|[解答证]\s?[:：]|第\s?\d{1,3}\s?[小]?题|[A-J][.．、])/;
const OPENS = /^(?:[（(]\s?\d{1,2}\s?[)）]|[①-⑳])$|[:：]$/;
/** 故选B。 ends an analysis. */
const ENDS = /(?:选|答案[为是：:]?)\s?[A-JＡ-Ｊ]{1,6}[。.．]?$|^[（(]?从?略[)）]?[。.]?$/;
/** 岳阳楼记 alone above a text. */
const TITLE = /^[《]?[^\s，。；：:！？!?.,]{2,14}[》]?(?:[（(][^（()）]{1,8}[)）])?$/;
/** The next question speaks of the text above it. */
const ASKS =
  /^(?:.{0,40}?)(?:[本该此短上课选]文|文章|文[中章末段]|作者|材料|选[文段]|诗[中句人]|这首[诗词]|画线|加点|the (?:passage|text|author|writer|story))/i;

type Lines = { own: string[]; behind: string[]; isApart: boolean; isTranslated: boolean; isSure: boolean };

/** Gives each such text to the questions below it where it can be told; else they say that they may need it. */
export function settleMaterialBehind(questions: RawQuestion[]): void {
  for (let at = 0; at + 1 < questions.length; at += 1) {
    const before = questions[at] as RawQuestion;
    const next = questions[at + 1] as RawQuestion;
    if (!isWithout(next, before) || before.isRow || next.isRow) continue;
    const field = fieldBehind(before);
    const found = field && behindOf(field.lines, field.isKey);
    const asked = askedBehind(before);
    if (field?.isText && hasOwnText(next)) continue;
    if (field && found && mayBeOf(before, next, found, field.isText)) {
      const run = runBelow(questions, at + 1);
      if (found.isSure && !field.isText) give(before, run, field, found);
      else doubtAll(before, run, joinLines(found.behind));
    } else if (asked && mayBeOf(before, next, asked, true)) {
      doubtAll(before, runBelow(questions, at + 1), joinLines(asked.behind));
    }
  }
}

/** Without a text that its own lines announced. */
const isWithout = (next: RawQuestion, before: RawQuestion) =>
  next.section === before.section && next.number !== null && (next.material.length === 0 || isSameText(next, before));

/** 材料一 …, or a text as long as one, below 阅读材料，回答问题。: a question that brings its text needs none from an answer above. */
const hasOwnText = ({ stem }: RawQuestion) =>
  stem.slice(1).some((line) => OWN_TEXT.test(line) || (line.length >= LONG_LINE && !POINT.test(line)));

const OWN_TEXT = /^[【（(]?(?:材料|资料)\s?[一二三四五六\d]?\s?[】）)]?\s{0,4}(?:[:：]|\S)/;
const LONG_LINE = 60;

/** Line by line: the same lines of a long text are told from others without looking into them. */
const isSameText = ({ material }: RawQuestion, { material: other }: RawQuestion) =>
  material.length === other.length && material.every((line, index) => line === other[index]);

/** Whether the next question may be of a text: an answer in several paragraphs, or what a text means, is often but that. */
function mayBeOf(before: RawQuestion, next: RawQuestion, { isApart, isTranslated }: Lines, isAnswer: boolean): boolean {
  if (ASKS.test(joinLines(next.stem).slice(0, 200))) return true;
  if (isTranslated) return false;
  return before.material.length > 0 || ((isApart || !isAnswer) && OF_TEXTS.test(before.section.heading?.text ?? ''));
}

/** `isKey`: its first line is all that it can be; `isText`: it may be of any length. */
type FieldBehind = { lines: string[]; isKey: boolean; isText: boolean };

/** The last part of a question, to which more lines may have been added. */
function fieldBehind(question: RawQuestion): FieldBehind | null {
  const { analysis, answer = [], options, solution, marking } = question;
  if (solution.length > 0 || marking.length > 0) return null;
  if (analysis.length > 0) return { lines: analysis, isKey: false, isText: false };
  if (answer.some((line) => line !== '') && !isVerbatim(answer)) {
    const first = answer.find((line) => line !== '') ?? '';
    const isKey = options.length > 1 && parseLetters(narrow(first)) !== undefined;
    if (!isKey || answer.filter((line) => line !== '').length > 1) return { lines: answer, isKey, isText: !isKey };
  }
  const last = options[options.length - 1];
  if (!last || options.length < 2 || isVerbatim(last.lines)) return null;
  const isEachShort = options.every(({ lines }) => (lines[0] ?? '').length < SHORT_OPTION);
  const isOnly = options.slice(0, -1).every(({ lines }) => lines.filter((line) => line !== '').length === 1);
  return isOnly ? { lines: last.lines, isKey: isEachShort, isText: false } : null;
}

/** Behind a question mark a text that asks nothing more. */
function askedBehind({ stem, options }: RawQuestion): Lines | null {
  const [first = ''] = stem;
  const isAsked = options.length === 0 && !isVerbatim(stem) && /(?:[？?]|分\s?[)）])$/.test(first.slice(-200));
  const found = isAsked ? behindOf(stem, false) : null;
  return found && !found.behind.some((line) => /[？?]$|[_＿]{2}|[（(]\s*[)）]/.test(line)) ? found : null;
}

/** The lines at the end that explain nothing; null where there are too few. `isKey`: what stands before them is but a key. */
function behindOf(given: string[], isKey: boolean): Lines | null {
  let end = given.length;
  while (given[end - 1] === '') end -= 1;
  const lines = given.slice(0, end);
  let begin = lines.length;
  while (begin > 1 && isText(lines[begin - 1] ?? '')) begin -= 1;
  const apart = lines.indexOf('', begin);
  if (apart > 0) begin = apart;
  begin = Math.max(begin, beginOfLatin(lines, begin));
  const own = lines.slice(0, begin);
  // Of an explanation the first line is its own, whatever it says.
  if (own.every((line) => line === '')) return null;
  const isApart = lines[begin] === '';
  const behind = lines.slice(begin).filter((line) => line !== '');
  const { length } = behind.join('');
  // One word a line is what is written into the blanks of a text.
  if (behind.length > 2 && behind.every((line) => line.length < SHORT_OPTION && isLatin(line))) return null;
  if (length < (isApart ? LEAST_APART : LEAST)) return null;
  const last = own.filter((line) => line !== '').pop() ?? '';
  const isTranslated = own.some((line) => TRANSLATED.test(line));
  // （2） and 措施： are of the answer, and so is what they stand above.
  if (!isApart && !isTranslated && OPENS.test(last)) return null;
  const [first = ''] = behind;
  const isTitled = behind.length > 1 && TITLE.test(first);
  const isOther = isLatin(behind.join('')) && !isLatin(last);
  const isSure = !isTranslated && (isKey || isApart || isTitled || isOther || ENDS.test(last));
  return { own, behind, isApart, isTranslated, isSure };
}

const isText = (line: string) => !EXPLAINS.test(line.slice(0, 2000)) && !POINT.test(line);

/** Where the English text at the end begins, below a Chinese line. */
function beginOfLatin(lines: string[], from: number): number {
  let begin = lines.length;
  while (begin > from && ((lines[begin - 1] ?? '') === '' || isLatin(lines[begin - 1] ?? ''))) begin -= 1;
  return begin === lines.length || begin === from ? from : begin;
}

/** Whether a text is English. */
const isLatin = (text: string) => {
  const sample = text.slice(0, 400);
  return (sample.match(/[A-Za-z]/g) ?? []).length > (sample.match(/[\u3400-\u9fff]/g) ?? []).length * 2;
};

/** The questions from one on that no other text is for. */
function runBelow(questions: RawQuestion[], from: number): RawQuestion[] {
  const first = questions[from] as RawQuestion;
  let to = from + 1;
  while (to < questions.length && to < from + MAX_RUN) {
    const question = questions[to] as RawQuestion;
    const isSame = question.section === first.section && !question.isRow && isSameText(question, first);
    if (!isSame || question.number === null) break;
    to += 1;
  }
  return questions.slice(from, to);
}

function give(before: RawQuestion, run: RawQuestion[], { lines }: FieldBehind, { own, behind }: Lines): void {
  lines.splice(own.length);
  const text = behind.join('\n');
  const isOfText = ({ text: marked }: { text: string }) => text.includes(marked.trim());
  const marked = before.marked.filter(isOfText);
  before.marked = before.marked.filter((each) => !isOfText(each));
  before.notes.push(`后面的文字当作下面几题的材料，没有放进这道题：“${clip(text)}”。`);
  for (const question of run) {
    question.material = [...behind];
    question.materialMarked = marked;
    question.notes.push(`前一题后面有一段文字，当作了这道题的材料，请核对：“${clip(text)}”。`);
  }
}

function doubtAll(before: RawQuestion, [next, ...more]: RawQuestion[], text: string): void {
  before.notes.push(`后面的文字“${clip(text)}”也许是下面几题的材料，请核对。`);
  next?.doubts.push(`前一题里有一段文字，像是这道题要用的材料：“${clip(text)}”。`);
  for (const question of more.slice(0, MAX_TOLD))
    question.notes.push(`前面的题里有一段文字，这道题也许要用到它：“${clip(text)}”。`);
}
