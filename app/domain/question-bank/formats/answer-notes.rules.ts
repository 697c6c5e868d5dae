import { alternatives } from './alternatives.rules';
import { isLikeRemark } from './answer-remarks.rules';
import type { FormatName, ParsedQuestion } from './format.rules';

/** What somebody should look at in the answers of a paper: nothing in it is wrong by its form. */

/** Papers are written for people: remarks stand beside answers, and analyses repeat them. */
const PAPERS: FormatName[] = ['text', 'docx', 'xlsx'];

type Told = Pick<ParsedQuestion, 'kind' | 'fields' | 'problems' | 'notes'>;

/** The sentences to say of a question's answers, for one that was read from a paper. */
export function answerNotes(parsed: Told, format: FormatName): string[] {
  if (!PAPERS.includes(format) || parsed.problems.length > 0) return [];
  // What the reader of the paper has said of them need not be said twice.
  const isSaid = parsed.notes.some((note) => note.includes('解析'));
  return [...blankNotes(parsed), ...(isSaid ? [] : analysisNotes(parsed))];
}

const clip = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
const quoted = (texts: string[]) => texts.map((text) => `“${clip(text)}”`).join('、');

/** What a student has to type where a key says more than an answer. */
function blankNotes({ kind, fields, notes: said }: Told): string[] {
  const isSaid = said.some((note) => /两种写法都算对|要写全才算对|里的“或”当作几种/.test(note));
  const blanks = kind === 'cloze' && Array.isArray(fields.answer) ? (fields.answer as unknown[]) : [];
  const notes = blanks.flatMap((blank, index) => {
    const accepted = Array.isArray(blank) ? blank.filter((each): each is string => typeof each === 'string') : [];
    const place = blanks.length > 1 ? `第 ${index + 1} 空` : '这个空';
    const read = accepted.find((text) => isRead(text, accepted));
    if (read !== undefined) {
      if (isSaid) return [];
      return [`答案写着“${clip(read)}”，${place}填${quoted(accepted)}都算对，别的写法算错，请核对。`];
    }
    const literal = accepted.find(isLikeRemark);
    if (literal === undefined || accepted.length > 1) return [];
    return [`${place}要照着填“${clip(literal)}”才算对；里面如果有说明或几种答案，请改成学生会填的写法。`];
  });
  const more = notes.length - MAX_NOTES;
  return more > 0 ? [...notes.slice(0, MAX_NOTES), `还有 ${more} 个空的答案也是这样。`] : notes;
}

const MAX_NOTES = 3;

/** A text with a remark, beside what is left without it. */
function isRead(text: string, accepted: string[]): boolean {
  const forms = alternatives(text);
  return forms.length > 1 && forms.includes(text) && forms.every((form) => accepted.includes(form));
}

const CHOSEN =
  /(?:故|因此|所以|综上)[^。；;\n]{0,8}?(?:答案)?(?:应该?)?(?:选择?|为|是)\s?[:：]?\s?([A-J](?:[、,，和]?[A-J]){0,7})(?![A-Za-z0-9₀-₉=＝])\s?(?:项|选项)?(?!\s?(?:项|选项)?[^。，,；;\n]{0,6}(?:错|不|误|排除))/g;
const STATED =
  /故?(?:正确答案|参考答案|本题答案|答案)\s?(?:为|是|选|应选|[:：])\s?[:：]?\s?([A-J](?:[、,，]?[A-J]){0,7})(?![A-Za-z0-9])/g;
const JUDGED =
  /(?:故|因此|所以)(?:本题|此题|该题|题干|题目|原题|此|该|这种|这个)?(?:的?(?:说法|表述|叙述|判断|答案|观点|命题))?(?:是|为|选)?\s?[:：]?\s?(正确|错误|不正确|√|×|对|错)(?:的)?[。.！!]?\s*$/;

/** 故选A below the key B. */
function analysisNotes({ kind, fields }: Pick<ParsedQuestion, 'kind' | 'fields'>): string[] {
  const analysis = typeof fields.analysis === 'string' ? fields.analysis.slice(0, 20_000).normalize('NFKC') : '';
  if (analysis === '') return [];
  if (kind === 'judge') {
    const said = JUDGED.exec(analysis.slice(-60));
    const isRight = said ? /^(?:正确|√|对)$/.test(said[1] ?? '') : undefined;
    if (!said || isRight === (fields.answer === 'T')) return [];
    return [differs(said[0].trim(), fields.answer === 'T' ? '正确' : '错误')];
  }
  if ((kind !== 'single' && kind !== 'multiple') || !Array.isArray(fields.answer)) return [];
  const key = (fields.answer as string[]).join('');
  const found = [...analysis.matchAll(CHOSEN), ...analysis.matchAll(STATED)];
  const letters = found.map(([, each = '']) => [...new Set(each.match(/[A-J]/g) ?? [])].sort().join(''));
  const last = found[found.length - 1];
  // Of a text with several questions one of them is this one's.
  if (!last || key === '' || letters.includes(key)) return [];
  return [differs(last[0].trim(), key)];
}

const differs = (said: string, key: string) => `解析与答案不一致：解析写着“${clip(said)}”，答案是“${key}”，请核对。`;
