import { countBlanks } from '../question.rules';
import { KIND_LABELS } from '../question.schema';
import { type ParsedKind, type ParsedQuestion, emptyParsed } from './format.rules';
import { takeRestated } from './text-choice-answer';
import { takeCircled } from './text-circled';
import { noteDoubts } from './text-doubts';
import { type Draft, clip, doubt } from './text-draft';
import { filledBlanks, toBlanks } from './text-drawn-blanks';
import { answerLetters, answerPlace, atTheirLetters, finishChoice } from './text-finish-choice';
import { finishCloze } from './text-finish-cloze';
import { bracketJudge, finishJudge, remarkedJudge, takeTrueFalse } from './text-finish-judge';
import { finishOral, finishShort, finishWritten, noteMarkingLeft } from './text-finish-texts';
import { isAskedFor } from './text-judged';
import { noteMissingFigure } from './text-figures';
import { settleTicks } from './text-mark-left';
import { takeMarked } from './text-marked';
import { pointsLeftIn, takeStemMarks } from './text-own-marks';
import { takePaddedBlanks } from './text-padded';
import { LONGEST_MATERIAL, type RawQuestion, isVerbatim, joinLines } from './text-raw';
import { takeRemark } from './text-remarks';
import { placeOfSub } from './text-subs-settle';
import { takeTypedFormulas } from './text-typed-formulas';
import { takeWideBlanks } from './text-wide-blanks';
import { kindOfWord, parseJudge, parseLetters, parseLevel, parsePoints } from './words.rules';

/** From the lines of a question to its fields: its kind, its answer, and what is wrong with it. */

/** Makes a question of what was read; what is missing or does not fit becomes a problem. */
export function finishQuestion(raw: RawQuestion): ParsedQuestion {
  const parsed: ParsedQuestion = { ...emptyParsed(raw.line), problems: [...raw.problems], notes: [...raw.notes] };
  parsed.directories = raw.directories;
  takeTrueFalse(raw);
  takeOwnNumber(raw);
  const said = kindOfWord(raw.kindWord) ?? raw.section.heading?.kind ?? null;
  takeRestated(raw);
  takeRemark(raw, parsed, said && 'kind' in said ? said.kind : null);
  takeBehindLetters(raw, parsed);
  takeMarked(raw, parsed, said && 'kind' in said ? said.kind : null);
  const circled = takeCircled(raw, said);
  if (circled === 'circled') parsed.notes.push('选项的①②③④已写成 A、B、C、D，答案也是。');
  if (circled === 'lettered') doubt(parsed, '选项写的是①②③④，答案写的是字母，已把①②③④依次当作 A、B、C、D，请核对。');
  const draft: Draft = { raw, parsed, stem: '', answer: joinLines(raw.answer ?? []), points: raw.points ?? undefined };
  readStem(draft);
  readMore(draft);
  const declared = kindOfWord(raw.kindWord) ?? raw.section.heading?.kind ?? null;
  if (declared && 'unsupported' in declared) {
    parsed.fields.stem = draft.stem;
    keepRefused(draft);
    parsed.problems = [refusalOf(declared)];
    return parsed;
  }
  if (raw.kindWord !== '' && !declared) parsed.notes.push(`不认识题型“${raw.kindWord}”，已按内容判断题型。`);
  takePaddedBlanks(draft, declared?.kind ?? null);
  takeWideBlanks(draft, declared?.kind ?? null);
  const kind = decideKind(draft, declared?.kind ?? null);
  parsed.kind = kind;
  FINISH[kind](draft);
  if (kind === 'short' && isOrdering(raw)) parsed.notes.push('连词成句已读成简答题，由老师评分，请核对。');
  settleTicks(draft);
  noteMarkingLeft(draft);
  noteMissingFigure(draft);
  notePartMarks(draft);
  noteDoubts(draft);
  if (draft.stem === '') parsed.problems.unshift('这道题没有题干，请在题号后写出题目。');
  if (parsed.problems.length > 0) keepRefused(draft);
  takeTypedFormulas(raw, parsed);
  return parsed;
}

const isOrdering = ({ kindWord, section }: RawQuestion) =>
  /连词[成组]句|组词成句/.test(kindWord === '' ? (section.heading?.text ?? '') : kindWord);

/** 少选得1分 above choices of several: here these are right as a whole or not at all. */
function notePartMarks({ raw, parsed }: Draft): void {
  const rule = parsed.kind === 'multiple' ? PART_MARKS.exec(raw.section.heading?.text ?? '')?.[0] : undefined;
  if (rule !== undefined) parsed.notes.push(`标题里的“${clip(rule)}”没有导入：这里的多选题选全才得分，没有部分分。`);
}

const PART_MARKS =
  /(?:少选|漏选|选不全|(?:选择?对但|但选)不全|部分选对|只选对?部分)[^。；;)）]{0,20}[得给]\s?[\d.一二两三半]+\s?分?/;

/** Texts with blanks are read where their blanks are numbered; other kinds are in no bank. */
function refusalOf({ unsupported, isWhole }: { unsupported: string; isWhole: boolean }): string {
  if (isWhole)
    return `“${unsupported}”没有读出来：短文里的空请写成 __1__ 这样带题号的，短文下面每个空写一行“1. A. … B. …”或答案，再导入。`;
  const name = unsupported.endsWith('题') ? unsupported : `${unsupported}题`;
  if (name === '改错题')
    return '没有“改错题”这种题型：学生不能在原文里改。请改成简答题（原文作题干，改正写在“答案：”后面），或每处错误写成一道填空题，再导入。';
  return `没有“${name}”这种题型，这道题不能导入。请改成单选、多选、判断、填空、简答、笔试或口语题。`;
}

/** What is refused is mended by a person, who needs all that the file says of it. */
function keepRefused({ raw, parsed: { fields }, answer }: Draft): void {
  const given = fields.answer ?? fields.referenceAnswer;
  const isGiven = Array.isArray(given) ? given.length > 0 : given !== undefined && given !== '';
  if (!isGiven && answer !== '') fields.answer = answer;
  const isListed = Array.isArray(fields.options) && fields.options.length > 0;
  if (!isListed && raw.options.length > 0) fields.options = atTheirLetters(raw);
}

/** Behind the letters of a choice, or right and wrong, a page's header or a title may stand: it is none of the answer. */
function takeBehindLetters(raw: RawQuestion, parsed: ParsedQuestion): void {
  const lines = raw.answer ?? [];
  const [first = '', ...rest] = lines.filter((line) => line !== '');
  if (rest.length === 0 || isVerbatim(lines)) return;
  const letters = raw.options.length > 1 && !parseLetters(rest.join(' ')) ? parseLetters(first) : undefined;
  const isChoice = letters?.every((letter) => raw.options.some(({ key }) => key === letter)) ?? false;
  const isJudge = raw.options.length === 0 && lines[lines.indexOf(first) + 1] === '' && parseJudge(first) !== undefined;
  if (!isChoice && !isJudge) return;
  raw.answer = [first];
  parsed.notes.push(`答案后面的文字没有导入：“${clip(rest.join('\n'))}”。`);
}

/** 答案：1.A below question 1 of one: the number is the question's. */
function takeOwnNumber(raw: RawQuestion): void {
  const lines = raw.answer ?? [];
  const at = lines.findIndex((line) => line !== '');
  const line = lines[at] ?? '';
  const [sign = '', digits, rest = ''] = OWN_NUMBER.exec(line.slice(0, 400)) ?? [];
  if (digits === undefined || raw.number === null || Number(digits) !== raw.number || raw.isRow) return;
  const isKey = raw.options.length > 1 ? parseLetters(rest) !== undefined : parseJudge(rest) !== undefined;
  if (isKey && !isVerbatim(lines))
    raw.answer = lines.map((each, index) => (index === at ? each.slice(sign.length - rest.length) : each));
}

const OWN_NUMBER = /^(\d{1,3})\s?[.．、:：]\s{0,4}(\S.{0,40})$/;

function materialFor({ raw, parsed }: Draft): string {
  let length = 0;
  const kept = raw.material.findIndex((line) => (length += line.length + 1) > LONGEST_MATERIAL);
  if (kept < 0) return joinLines(raw.material);
  parsed.problems.push(
    `题前的材料超过 ${LONGEST_MATERIAL} 字，一道题的题干放不下，请在文件里把与这道题有关的那一段留在题前，再重新导入。`,
  );
  return joinLines([...raw.material.slice(0, kept), (raw.material[kept] ?? '').slice(0, LONGEST_MATERIAL)]);
}

function readStem(draft: Draft): void {
  const { raw } = draft;
  let lines = [...raw.stem];
  if (!isVerbatim(lines)) {
    const marks = takeStemMarks(lines);
    raw.kindWord ||= marks.kindWord;
    noteOtherPoints(draft, marks);
    lines = marks.lines;
  }
  const material = materialFor(draft);
  // （ ）1. A. cat B. dog: the place for the letter says nothing of what is asked.
  if (
    raw.options.length > 1 &&
    /^[（(]\s{0,20}[)）]$/.test(joinLines(lines)) &&
    /听/.test(raw.section.heading?.text ?? '')
  )
    lines = [];
  // 1. A. sun B. sunny below a text with __1__ asks for that blank.
  const blank = placeOfSub(raw) ?? raw.number;
  if (joinLines(lines) === '' && blank !== null && raw.options.length > 1 && hasBlank(material, blank)) {
    lines.push(`第 ${blank} 空`);
    draft.parsed.notes.push(`这道题只有选项，题干用了上面的短文，并写上“第 ${blank} 空”。`);
  }
  const asked = joinLines(lines) === '' && raw.options.length > 1 ? listeningTask(raw) : '';
  if (asked !== '') {
    lines.push(asked);
    draft.parsed.notes.push(`这道听力题只有选项，题干写成了“${clip(asked)}”，请核对。`);
  }
  draft.stem = [material, joinLines(lines)].filter((text) => text !== '').join('\n');
  if (raw.lost !== '') {
    draft.parsed.notes.push(`题前的文字不属于任何一题，没有导入：“${clip(raw.lost)}”。`);
  }
  if (material !== '') draft.parsed.notes.push('阅读材料已放进这道题的题干。');
}

/** What a stem says of its points is for the question, unless its parts add up to something else than it has. */
function noteOtherPoints(draft: Draft, { points, lines, isOfParts }: ReturnType<typeof takeStemMarks>): void {
  const { raw, parsed } = draft;
  const left = pointsLeftIn(joinLines(lines));
  if (isOfParts && draft.points !== undefined && draft.points !== points)
    parsed.notes.push(`题目里各小问的分值合计 ${points} 分，这道题写的是 ${draft.points} 分，请核对分值。`);
  else draft.points = points ?? draft.points;
  if (draft.points === undefined && !raw.more.points && left !== '' && raw.marking.length === 0)
    parsed.notes.push(`题目里写着“${left}”，看不出整道题几分，按默认分值导入，请核对分值。`);
}

/** What a section of listening asks of each of its choices, 听句子，选择正确的答语。; '' where nothing is listened to. */
function listeningTask({ section: { heading }, script }: RawQuestion): string {
  const title = (heading?.text ?? '')
    .replace(/^[（(]?(?:[一二三四五六七八九十]{1,3}|[IVXⅠ-Ⅹ]{1,4}|\d{1,2})\s?[)）、.．:：]\s{0,4}/, '')
    .replace(/[（(][^（()）]{0,80}[)）]/g, '')
    .trim();
  if (/^听.{2,60}/.test(title) && /[选判写答]/.test(title)) return title;
  return /听/.test(title) || joinLines(script) !== '' ? '听录音，选出正确的一项。' : '';
}

/** Whether a text has a blank with this number on it: __1__, （1） */
const hasBlank = (text: string, number: number) =>
  new RegExp(`(?:_{1,20}\\s?|[（(]\\s?)${number}(?:\\s?_{1,20}|\\s?[)）])`).test(text.slice(0, 20_000));

function readMore({ raw, parsed, ...draft }: Draft): void {
  const { fields, notes } = parsed;
  const { more } = raw;
  const level = parseLevel(raw.level);
  if (level !== undefined) fields.level = level;
  else if (raw.level !== '') notes.push(`不认识难度“${raw.level.slice(0, 20)}”，请导入后再选。`);
  if (raw.keyPoint !== '') fields.keyPoint = raw.keyPoint.replace(/[;；|]/g, '，');
  for (const name of ['title', 'sceneTypeName', 'examTypeName']) if (more[name]) fields[name] = more[name];
  const points = parsePoints(more.points ?? '');
  if (more.points && points === undefined) notes.push(`不认识分值“${more.points.slice(0, 20)}”，请导入后再填。`);
  if (points !== undefined || draft.points !== undefined) fields.points = points ?? draft.points;
  const script = joinLines(raw.script);
  if (script !== '') notes.push('听力原文已放进解析，答题时看不到；录音请导入后加上。');
  const analysis = [joinLines(raw.analysis), script === '' ? '' : `听力原文：\n${script}`]
    .filter((text) => text !== '')
    .join('\n');
  if (analysis !== '') fields.analysis = analysis;
}

function decideKind(draft: Draft, declared: ParsedKind | 'choice' | null): ParsedKind {
  const { raw, answer, stem } = draft;
  if (isOpenAmongChoices(draft, declared)) {
    doubt(draft.parsed, '标题写的是选择题，这道题没有选项，答案也不是字母，已按内容判断题型。');
    return decideKind(draft, null);
  }
  if (declared !== null && declared !== 'choice') {
    const isShown = raw.kindWord === '' && !['single', 'multiple', 'oral'].includes(declared) && raw.options.length > 2;
    const letters = isShown ? parseLetters(answer) : undefined;
    if (!letters?.every((letter) => raw.options.some(({ key }) => key === letter))) return declared;
    // A heading speaks of many questions; this one has its options and their letters.
    draft.parsed.notes.push(`标题写的是“${KIND_WORD[declared]}”，这道题有选项，已按选择题读取。`);
    return letters.length > 1 ? 'multiple' : 'single';
  }
  if (raw.options.length > 0 || declared === 'choice') {
    const letters = (answer === '' ? undefined : answerLetters(answer, raw)) ?? answerPlace(draft)?.letters ?? [];
    return letters.length > 1 ? 'multiple' : 'single';
  }
  const isJudged = parseJudge(answer) !== undefined && countBlanks(stem) === 0 && !isAskedFor(stem, answer);
  if (answer !== '' && isJudged) return 'judge';
  if (answer === '' && (bracketJudge(stem) ?? remarkedJudge(stem)) !== null) return 'judge';
  if (raw.marking.length > 0) return 'essay';
  if (isWritingSpace(stem, answer)) return 'short';
  const blanks = toBlanks(stem, null);
  if (countBlanks(blanks) > 0 || filledBlanks(stem) !== null) return 'cloze';
  return 'short';
}

/** A line to write on: alone, behind 译文：, or behind what is asked. */
const DRAWN_LINE =
  /^(?:(?:[（(]\s?\d{1,2}\s?[)）]\s?)?(?:译文|翻译|译|Translation)\s?[:：])?[_＿\s]{6,}[。.]?$|^(?:答案?|解答?)\s?[:：]\s{0,20}[_＿]{2}[_＿\s]{0,400}$/;

const ASKED_BEHIND = /[?？]\s{0,8}[_＿]{6,}\s{0,8}$/;

/** Words of a sentence, and no word or number that a blank takes. */
const SENTENCE = /[，。；！？,;!?]|[A-Za-z]{2,}[ .]\s?[A-Za-z0-9]|[^\s，,]{12}/;

/** Drawn lines alone below 简述…, or below what is answered with sentences: room to write, no blanks. */
function isWritingSpace(stem: string, answer: string): boolean {
  const lines = stem.split('\n');
  const isDrawn = (line: string) => line.length < 400 && /[_＿]/.test(line) && DRAWN_LINE.test(line);
  const text = lines.filter((line) => !isDrawn(line)).join('\n');
  const bare = text
    .split('\n')
    .map((line) => (ASKED_BEHIND.test(line.slice(-400)) ? line.replace(/[_＿]{6,}\s{0,8}$/, '') : line))
    .join('\n');
  if (bare === stem || countBlanks(toBlanks(bare, null)) > 0) return false;
  if (text !== stem && bare === text && /简述|论述|简答|简要|说明|分析|谈谈|概括|为什么|怎样|如何|理由|赏析/.test(text))
    return true;
  if (lines.some((line) => isDrawn(line) && /^[答解]/.test(line))) return true;
  const isTranslated = /翻译|译成|译文|仿写|改写|扩写|缩写/.test(stem) && !/短语|词组|单词|词语/.test(stem);
  const isSentence = SENTENCE.test(answer.replace(/[（(]\s?\d{1,2}\s?[)）]/g, '').slice(0, 20_000));
  if (isTranslated && (answer === '' || stem.includes('句'))) return true;
  return isSentence && (isTranslated || /[?？]\s{0,8}(?:\n|$)/.test(bare));
}

/** 简述水的作用。 with an answer in words below 选择题; where the stem leaves a place for a letter its options were lost. */
function isOpenAmongChoices({ raw, answer, stem }: Draft, declared: ParsedKind | 'choice' | null): boolean {
  if (!['choice', 'single', 'multiple'].includes(declared ?? '') || raw.kindWord !== '' || raw.isRow) return false;
  const isAsked = /[（(]\s*[)）]|下列|以下|哪[一个些项几]|[的是为]$/.test(stem);
  const isLetter = /^[（(]?[A-JＡ-Ｊ](?![A-Za-z])/.test(answer);
  return raw.options.length === 0 && answer !== '' && !isLetter && !isAsked;
}

const KIND_WORD: Record<ParsedKind, string> = {
  ...KIND_LABELS,
  essay: '主观题',
  written: '笔试题',
  oral: '口语题',
};

const FINISH: Record<ParsedKind, (draft: Draft) => void> = {
  single: finishChoice,
  multiple: finishChoice,
  judge: finishJudge,
  cloze: finishCloze,
  short: finishShort,
  essay: finishWritten,
  written: finishWritten,
  oral: finishOral,
};
