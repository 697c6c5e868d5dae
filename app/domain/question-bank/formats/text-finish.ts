import { countBlanks } from '../question.rules';
import { KIND_LABELS } from '../question.schema';
import { isListText, isListTitle } from './text-answers';
import { emptyParsed, type ParsedKind, type ParsedQuestion } from './format.rules';
import { isVerbatim, joinLines, type RawQuestion } from './text-raw';
import { takeMarked } from './text-marked';
import { takeRemark } from './text-remarks';
import { formsInBlanks } from './text-blank-forms';
import { oneLineEach, typedBlanks, withBracketsDrawn, withoutLinesBehind } from './text-blanks';
import { answerStatedIn, isBetweenQuestions, letterWithin, takeEndMarks } from './text-lines';
import {
  kindOfWord,
  parseAnswerBy,
  parseBlanks,
  parseJudge,
  parseLetters,
  parseLevel,
  parseMarkingPoints,
  narrow,
  parsePoints,
  parseSeconds,
} from './words.rules';
import { alternatives, isSlashed } from './alternatives.rules';
import { derivedTitle, parseBlankLine } from '../question.rules';

/** From the lines of a question to its fields: its kind, its answer, and what is wrong with it. */

type Draft = { raw: RawQuestion; parsed: ParsedQuestion; stem: string; answer: string; points: number | undefined };

/** Makes a question of what was read; what is missing or does not fit becomes a problem. */
export function finishQuestion(raw: RawQuestion): ParsedQuestion {
  const parsed: ParsedQuestion = { ...emptyParsed(raw.line), problems: [...raw.problems], notes: [...raw.notes] };
  parsed.directories = raw.directories;
  takeTrueFalse(raw);
  const said = kindOfWord(raw.kindWord) ?? raw.section.heading?.kind ?? null;
  takeRemark(raw, parsed, said && 'kind' in said ? said.kind : null);
  takeBehindLetters(raw, parsed);
  takeMarked(raw, parsed, said && 'kind' in said ? said.kind : null);
  if (takeCircled(raw, said)) parsed.notes.push('选项的①②③④已写成 A、B、C、D，答案也是。');
  const draft: Draft = { raw, parsed, stem: '', answer: joinLines(raw.answer ?? []), points: raw.points ?? undefined };
  readStem(draft);
  readMore(draft);
  const declared = kindOfWord(raw.kindWord) ?? raw.section.heading?.kind ?? null;
  if (declared && 'unsupported' in declared) {
    parsed.fields.stem = draft.stem;
    const name = declared.unsupported.endsWith('题') ? declared.unsupported : `${declared.unsupported}题`;
    parsed.problems = [`没有“${name}”这种题型，这道题不能导入。请改成单选、多选、判断、填空、简答、笔试或口语题。`];
    return parsed;
  }
  if (raw.kindWord !== '' && !declared) parsed.notes.push(`不认识题型“${raw.kindWord}”，已按内容判断题型。`);
  const kind = decideKind(draft, declared?.kind ?? null);
  parsed.kind = kind;
  FINISH[kind](draft);
  noteDoubts(draft);
  if (draft.stem === '') parsed.problems.unshift('这道题没有题干，请在题号后写出题目。');
  return parsed;
}

/** Tells what may have been read wrong: the question is not chosen by itself. */
function doubt(parsed: ParsedQuestion, sentence: string): void {
  parsed.notes.push(`${sentence}默认不导入，核对以后可以按“导入”。`);
  parsed.isDoubtful = true;
}

/** What reads as if it were something else is not chosen by itself. */
function noteDoubts({ raw, parsed, answer }: Draft): void {
  if (!isVerbatim(raw.stem) && !raw.isRow) {
    const stated = [joinLines(raw.stem), ...raw.options.map(({ lines }) => joinLines(lines))]
      .map(answerStatedIn)
      .find((line) => line !== '');
    if (stated !== undefined) {
      doubt(parsed, `题目里有一行像是答案：“${clip(stated)}”。答案请另起一行写“答案：”。`);
    }
  }
  const last = raw.options[raw.options.length - 1];
  if (last && !raw.isRow && !isVerbatim(last.lines)) {
    const key = String.fromCharCode(last.key.charCodeAt(0) + 1);
    const isGlued = new RegExp(`[^\\sA-Za-z0-9、,，][${key}][、.．:：)）](?!$)`).test(joinLines(last.lines));
    if (isGlued) doubt(parsed, `选项 ${last.key} 里像是还有选项 ${key}。请在 ${key} 前面换行。`);
  }
  noteSecondLine(raw, parsed);
  const between = isVerbatim(raw.stem) ? undefined : lineWithin(raw).find(isBetweenQuestions);
  if (between !== undefined) doubt(parsed, `题目里有一行像是下一部分的标题：“${clip(between)}”。`);
  noteLetters(raw, parsed);
  if (UNDERLINED.test(joinLines(raw.stem)) && raw.marked.some(({ isFirm, isBold }) => !isFirm && !isBold)) {
    doubt(parsed, '题目说到画线的部分，文字下面的线却没有导入，请在题目里写明是哪一部分。');
  }
  if (SHOWN.test(joinLines(raw.stem)) && !isVerbatim(raw.stem)) {
    parsed.notes.push('题目说到加粗、斜体或有颜色的字，文字的样子没有导入，请在题目里写明是哪几个字。');
  }
  for (const sentence of raw.doubts) doubt(parsed, sentence);
  const title = isVerbatim(raw.stem) ? undefined : lineWithin(raw).find(isListTitle);
  if (title !== undefined) doubt(parsed, `题目里有一行像是答案部分的标题：“${clip(title)}”。`);
  const key = !raw.isRow && !isVerbatim(raw.answer ?? []) && raw.options.length === 0 ? answer.split('\n') : [];
  const table =
    parsed.kind === 'cloze' ? undefined : key.find((line) => KEY_LINE.test(line) && isListText(bareKey(line)));
  if (table !== undefined) doubt(parsed, `答案里有一行像是整张答案表：“${clip(table)}”。`);
  const isText = parsed.kind !== null && ['cloze', 'short', 'essay', 'written'].includes(parsed.kind);
  if (
    isText &&
    (!raw.isRow || raw.kindWord === '') &&
    !isVerbatim(raw.answer ?? []) &&
    raw.options.length === 0 &&
    OPTION_LETTERS.test(answer.split('\n')[0] ?? '')
  ) {
    const way = raw.isRow ? '选项请填在“选项A”“选项B”……各列' : '选项请每个一行，写成“A. 内容”';
    doubt(parsed, `答案“${answer.slice(0, 20)}”像选项字母，题里没有读出选项。${way}。`);
  }
}

/** Of options on a line each the last has another one, though its first was not full: it may be of something else. */
function noteSecondLine({ options, isRow }: RawQuestion, parsed: ParsedQuestion): void {
  const last = options[options.length - 1];
  const lines = (last?.lines ?? []).filter((line) => line !== '');
  if (!last || isRow || isVerbatim(last.lines) || lines.length < 2 || options.length < 3) return;
  const isOnly = options.slice(0, -1).every((each) => each.lines.filter((line) => line !== '').length === 1);
  if (isOnly && (lines[0] ?? '').length < 24 && !/^\[图\d/.test(lines[1] ?? ''))
    parsed.notes.push(
      `选项 ${last.key} 有 ${lines.length} 行，后面的“${clip(lines.slice(1).join('\n'))}”也许不是它的，请核对。`,
    );
}

/** B. 见B. C. 两项  C. 以上都对: where the options begin cannot be told. */
function noteLetters(raw: RawQuestion, parsed: ParsedQuestion): void {
  if (raw.isRow || raw.options.some(({ lines }) => isVerbatim(lines))) return;
  const keys = raw.options.map(({ key }) => key);
  for (const { key, lines } of raw.options) {
    const letter = letterWithin(joinLines(lines), keys);
    if (letter === '') continue;
    return doubt(parsed, `选项 ${key} 里还有一个“${letter}.”，不知道选项从哪里开始，请每个选项一行。`);
  }
}

/** The lines that go on with a stem or an option. */
const lineWithin = (raw: RawQuestion) =>
  raw.isRow ? [] : [...raw.stem.slice(1), ...raw.options.flatMap(({ lines }) => lines.slice(1))];

const UNDERLINED = /[画划]线|下划线|横线上?的(?:词|字|部分)|underlined/i;

/** 标红的词, 加粗部分, the word in bold */
const SHOWN =
  /(?:标红|红色|红字|彩色|蓝色|加粗|加黑|黑体|斜体|阴影)(?:的|标注的|标出的)?(?:词|字|部分|句|单词|短语)|(?:词|字|部分|句)(?:标红|加粗|加黑)|in (?:bold|italics?|red)|(?:bold(?:ed)?|italic) (?:word|part)/i;

const KEY_LINE = /[A-J√×对错]/;
const bareKey = (line: string) => line.replace(/^[\u3400-\u9fff]{2,8}\s?[:：]\s?/, '');

const OPTION_LETTERS = /^(?:[A-HＡ-Ｈ][A-HＡ-Ｈ\s,，、;；]{0,20}|[b-h])[。.]?$/;

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

const TRUE_LINE = /^(?:true|T)\s?[.．、:：)）]\s{0,4}(?:正确|对|√|true)$/i;
const FALSE_LINE = /^(?:false|F)\s?[.．、:：)）]\s{0,4}(?:错误|不正确|错|×|false)$/i;

/** `true. 正确` and `false. 错误` below a sentence ask whether it is right. */
function takeTrueFalse(raw: RawQuestion): void {
  const lines = raw.stem.filter((line) => line !== '');
  const [yes = '', no = ''] = lines.slice(-2);
  if (raw.options.length > 0 || lines.length < 3 || !TRUE_LINE.test(yes) || !FALSE_LINE.test(no)) return;
  raw.stem = lines.slice(0, -2);
  raw.kindWord ||= '判断题';
}

// ---------------------------------------------------------------- ① as the letter of an option

const CIRCLED = '①②③④⑤⑥⑦⑧⑨⑩';
/** Where a ① begins an option: at the start of a line, behind a blank or the place for the answer. */
const FIRST_CIRCLED = /(?:^|[\s)）。？?：:])①/g;
const CIRCLED_ONLY = /^[①-⑩][①-⑩\s,，、;；]{0,40}$/;

/**
 * ①②③④ are options where a choice has no letters and its answer is such a number (or none is there): elsewhere they
 * count what the stem says, and the options are ①② and the like.
 */
function takeCircled(raw: RawQuestion, declared: ReturnType<typeof kindOfWord>): boolean {
  const isChoice = declared !== null && 'kind' in declared && ['single', 'multiple', 'choice'].includes(declared.kind);
  const answer = joinLines(raw.answer ?? []);
  const isAnswered = CIRCLED_ONLY.test(answer);
  const stem = joinLines(raw.stem);
  if (raw.options.length > 0 || isVerbatim(raw.stem) || (declared !== null && !isChoice)) return false;
  if (isChoice ? answer !== '' && !isAnswered : !isAnswered || countBlanks(stem) > 0) return false;
  const starts = [...stem.matchAll(FIRST_CIRCLED)];
  const start = starts[starts.length - 1];
  if (!start) return false;
  const from = start.index + start[0].length - 1;
  const options: string[] = [];
  let begin = from + 1;
  for (let index = 1; index <= CIRCLED.length; index += 1) {
    const at = index < CIRCLED.length ? stem.indexOf(CIRCLED.charAt(index), begin) : -1;
    options.push(
      stem
        .slice(begin, at < 0 ? undefined : at)
        .trim()
        .replace(/[;；,，]$/, ''),
    );
    if (at < 0) break;
    begin = at + 1;
  }
  if (options.length < 2 || options.some((text) => text === '')) return false;
  raw.options = options.map((text, index) => ({ key: String.fromCharCode(65 + index), lines: text.split('\n') }));
  raw.stem = stem.slice(0, from).trim().split('\n');
  if (isAnswered) raw.answer = [answer.replace(/[①-⑩]/g, (sign) => String.fromCharCode(65 + CIRCLED.indexOf(sign)))];
  return true;
}

function readStem(draft: Draft): void {
  const { raw } = draft;
  const lines = [...raw.stem];
  if (!isVerbatim(lines)) {
    const first = lines.findIndex((line) => line !== '');
    const marks = takeEndMarks(lines[first] ?? '');
    if (first >= 0) lines[first] = marks.rest;
    raw.kindWord ||= marks.kindWord;
    draft.points = marks.points ?? draft.points;
  }
  const material = joinLines(raw.material);
  // 1. A. sun B. sunny below a text with __1__ asks for that blank.
  if (joinLines(lines) === '' && raw.number !== null && raw.options.length > 1 && hasBlank(material, raw.number)) {
    lines.push(`第 ${raw.number} 空`);
    draft.parsed.notes.push(`这道题只有选项，题干用了上面的短文，并写上“第 ${raw.number} 空”。`);
  }
  draft.stem = [material, joinLines(lines)].filter((text) => text !== '').join('\n');
  if (raw.lost !== '') {
    draft.parsed.notes.push(`题前的文字不属于任何一题，没有导入：“${clip(raw.lost)}”。`);
  }
  if (material !== '') draft.parsed.notes.push('阅读材料已放进这道题的题干。');
}

/** Whether a text has a blank with this number on it: __1__, （1） */
const hasBlank = (text: string, number: number) =>
  new RegExp(`(?:_{1,20}\\s?|[（(]\\s?)${number}(?:\\s?_{1,20}|\\s?[)）])`).test(text.slice(0, 20_000));

const clip = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text).replace(/\n/g, ' ');

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

// ---------------------------------------------------------------- which kind

function decideKind(draft: Draft, declared: ParsedKind | 'choice' | null): ParsedKind {
  const { raw, answer, stem } = draft;
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
  if (answer !== '' && parseJudge(answer) !== undefined && countBlanks(stem) === 0) return 'judge';
  if (answer === '' && bracketJudge(stem) !== null) return 'judge';
  if (raw.marking.length > 0) return 'essay';
  const blanks = toBlanks(stem, null);
  if (countBlanks(blanks) > 0 || filledBlanks(stem) !== null) return 'cloze';
  return 'short';
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

// ---------------------------------------------------------------- choice

const BRACKET = /[（(【[［](\s{0,8})([A-JＡ-Ｊ][A-JＡ-Ｊ\s,，、]{0,20})[)）】\]］]/g;
/** A place to write the answer into that is still empty. */
const EMPTY_PLACE = /[（(【[［]\s{0,40}[)）】\]］]|[_＿]{2,}/;
/** Behind the place for the answer a sentence has ended. */
const NOTHING_BEHIND = /^[\s。.．？?！!：:]{0,8}(?:\n|$)/;

type AnswerPlace = { letters: string[]; stem: string; isTight: boolean };

/**
 * The place in a stem where the letters of the answer are written, `（ B ）`, and the stem with it empty. Letters in
 * brackets may as well name a thing (长翅基因（B）): where there is an empty place, none of them are the answer; with an
 * answer stated elsewhere only a bracket that is padded or ends the sentence is such a place.
 */
function answerPlace({ raw, stem, answer }: Draft): AnswerPlace | null {
  if (EMPTY_PLACE.test(stem)) return null;
  const keys = new Set(raw.options.map((option) => option.key));
  const stated = answer === '' ? null : (answerLetters(answer, raw) ?? []).join();
  const found = [...stem.matchAll(BRACKET)].flatMap((match) => {
    const [whole, before = '', inner = ''] = match;
    const letters = parseLetters(inner.trim());
    if (!letters?.every((letter) => keys.has(letter))) return [];
    const end = match.index + whole.length;
    // （A） alone above a text names the text.
    if ((match.index === 0 || stem[match.index - 1] === '\n') && /^\s*\n/.test(stem.slice(end))) return [];
    const isPadded = before !== '' || /\s$/.test(inner);
    const isEnd = NOTHING_BEHIND.test(stem.slice(end, end + 20));
    return [{ at: match.index, end, whole, letters, isPadded, isEnd }];
  });
  const places = found.filter(({ isPadded, isEnd }) => isPadded || isEnd);
  // Where nothing else can be the answer, the only bracket with letters is.
  const last = places[places.length - 1] ?? (stated === null && found.length === 1 ? found[0] : undefined);
  if (!last || (stated !== null && last.letters.join() !== stated)) return null;
  // Several alike that end their sentences name things.
  if (stated !== null && !last.isPadded && found.length > 1) return null;
  const empty = `${last.whole.charAt(0)}\u3000\u3000${last.whole.charAt(last.whole.length - 1)}`;
  return {
    letters: last.letters,
    stem: stem.slice(0, last.at) + empty + stem.slice(last.end),
    isTight: !last.isPadded && (stated !== null || !last.isEnd),
  };
}

/** Letters in brackets that are the answer's, but stay: the stem may tell what is right. */
function noteBracketKept({ raw, parsed, stem }: Draft, letters: string[]): void {
  const kept = [...stem.matchAll(BRACKET)].find(
    ([, , inner = '']) => parseLetters(inner.trim())?.join() === letters.join(),
  );
  const other = kept ? null : otherPlace({ raw, stem }, letters);
  if (other) {
    parsed.notes.push(
      `题干里写着“${other}”，答案却是 ${letters.join('')}，请核对哪个对。默认不导入，核对以后可以按“导入”。`,
    );
    parsed.isDoubtful = true;
  }
  if (kept) parsed.notes.push(`题干里的“${kept[0]}”与答案相同，已按原文保留；如果它是写答案的地方，请改成空括号。`);
}

/** A place for the answer, padded or at the end of the stem, that holds other letters than the stated ones; null for none. */
function otherPlace({ raw, stem }: Pick<Draft, 'raw' | 'stem'>, stated: string[]): string | null {
  const keys = new Set(raw.options.map(({ key }) => key));
  if (EMPTY_PLACE.test(stem)) return null;
  for (const match of stem.matchAll(BRACKET)) {
    const [whole, before = '', inner = ''] = match;
    const letters = parseLetters(inner.trim());
    const isEnd = /^[\s。.．？?！!：:]{0,8}$/.test(
      stem.slice(match.index + whole.length, match.index + whole.length + 20),
    );
    const isPlace = isEnd || before !== '' || /\s$/.test(inner);
    const isKnown = letters?.every((letter) => keys.has(letter)) ?? false;
    if (isKnown && isPlace && letters?.join() !== stated.join()) return whole;
  }
  return null;
}

function finishChoice(draft: Draft): void {
  const { raw, parsed } = draft;
  const { problems } = parsed;
  const name = KIND_LABELS[parsed.kind as 'single' | 'multiple'];
  const keys = raw.options.map((option) => option.key);
  const place = isVerbatim(raw.stem) ? null : answerPlace(draft);
  const stated = draft.answer === '' ? undefined : answerLetters(draft.answer, raw);
  const letters = stated ?? place?.letters ?? [];
  if (place) {
    if (place.isTight) parsed.notes.push(`题干里的“（${letters.join('')}）”当作答案的位置，已改成空括号，请核对。`);
    draft.stem = place.stem;
  } else if (!isVerbatim(raw.stem) && letters.length > 0) noteBracketKept(draft, letters);
  if (keys.length < 2) {
    problems.push(
      raw.isRow
        ? `${name}题至少要有 2 个选项，请填在“选项A”“选项B”……各列。`
        : `${name}题至少要有 2 个选项，请每个选项一行，写成“A. 内容”。`,
    );
  }
  keys.forEach((key, index) => {
    const wanted = String.fromCharCode(65 + index);
    if (key !== wanted && !problems.some((text) => text.startsWith('缺少选项'))) {
      problems.push(`缺少选项 ${wanted}，请补上后再导入。`);
    }
  });
  const missing = letters.filter((letter) => !keys.includes(letter));
  if (problems.some((text) => text.includes('没有写题号'))) {
    // Its letters are those of several questions.
  } else if (stated && isRepeated(draft.answer)) {
    problems.push(`答案“${draft.answer.slice(0, 20)}”里同一个字母写了两次，像是几道题的答案，请在每题后写“答案：”。`);
  } else if (draft.answer !== '' && stated === undefined) {
    problems.push(`答案“${draft.answer.slice(0, 20)}”不是选项的字母，请写成“答案：A”。`);
  } else if (letters.length === 0) {
    problems.push(
      raw.isRow
        ? '“答案”这一列是空的，请填选项的字母，如 A 或 ACD。'
        : '没有答案，请在选项下面写“答案：”和选项的字母。',
    );
  } else if (missing.length > 0 && keys.length > 0) {
    problems.push(`答案 ${missing.join('、')} 不在选项里，请改正答案或补上选项。`);
  }
  if (parsed.kind === 'single' && letters.length > 1) {
    problems.push(`这是单选题，却有 ${letters.length} 个答案，请改成多选题或只留一个答案。`);
  }
  parsed.fields.stem = draft.stem;
  parsed.fields.options = raw.options.map((option) => joinLines(option.lines));
  parsed.fields.answer = letters;
}

/** ABCDD: letters alone, one of them twice. */
function isRepeated(answer: string): boolean {
  const letters = narrow(answer)
    .replace(/[\s,、;.。和及与/|()]/g, '')
    .toUpperCase();
  return /^[A-Z]{2,}$/.test(letters) && new Set(letters).size < letters.length;
}

const ANOTHER_OPTION = /[;；\n]\s{0,3}([A-JＡ-Ｊ])\s{0,3}[.．、:：)）]/g;

/** `B`, `ABD`, `B. 北京`, `选B` or an option's own text. */
function answerLetters(answer: string, raw: RawQuestion): string[] | undefined {
  const bare = answer.slice(0, 100).replace(/^(?:故?选|应选)[:：]?/, '');
  const letters = parseLetters(/^[（(【[](.{1,30})[)）】\]]$/.exec(bare)?.[1] ?? bare);
  if (letters) return letters;
  const named = namedOptions(answer, raw);
  if (named.length > 1) return named;
  // Several are named, but not as they stand among the options: one of them alone would be a wrong key.
  const others = [...answer.slice(0, 20_000).matchAll(ANOTHER_OPTION)].map(([, letter = '']) => narrow(letter));
  if (others.some((letter) => raw.options.some(({ key }) => key === letter))) return undefined;
  const first = /^[（(【[]?\s{0,3}([A-JＡ-Ｊ])\s{0,3}[.．、:：)）】\]]/.exec(answer)?.[1];
  if (first) return parseLetters(first);
  const option = raw.options.find(({ lines }) => joinLines(lines) === answer);
  return option ? [option.key] : undefined;
}

/** `A:Windows; B:Linux;` as 学习通 writes it: every part is an option's letter with that option's own text. */
function namedOptions(answer: string, raw: RawQuestion): string[] {
  const parts = answer
    .slice(0, 20_000)
    .split(/[;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const found = parts.map((part) => {
    const letter = narrow(part.charAt(0)).toUpperCase();
    const text = part.slice(1).replace(/^\s{0,3}[.．、:：)）]\s{0,3}/, '');
    return raw.options.find(({ key, lines }) => key === letter && joinLines(lines).trim() === text)?.key;
  });
  return found.every((key) => key !== undefined) ? [...new Set(found)].sort() : [];
}

// ---------------------------------------------------------------- judge

const JUDGE_BRACKET = /[（(【[［]\s{0,8}(√|✓|✔|×|✗|✘|✕|X|对|错|正确|错误|T|F|是|否)\s{0,8}[)）】\]］]/;
const EMPTY_END = /\s{0,8}[（(【[]\s{0,20}[)）】\]]\s{0,4}[。.]?$/;
const EMPTY_START = /^[（(【[]\s{0,20}[)）】\]]\s{0,4}/;

/** The sign in brackets at the beginning or the end of a stem, and the stem without it. */
function bracketJudge(stem: string): { key: 'T' | 'F'; stem: string } | null {
  for (const isEnd of [true, false]) {
    const start = isEnd ? Math.max(0, stem.length - 24) : 0;
    const part = isEnd ? stem.slice(start) : stem.slice(0, 24);
    const match = JUDGE_BRACKET.exec(part);
    const key = match ? parseJudge(match[1] ?? '') : undefined;
    if (!match || !key) continue;
    const before = stem.slice(0, start + match.index);
    const after = stem.slice(start + match.index + match[0].length);
    if (isEnd ? /^\s{0,4}[。.]?$/.test(after) : before === '') return { key, stem: `${before.trim()}${after.trim()}` };
  }
  return null;
}

/** 辰。（ A ） with A. 对 and B. 错 below it: what the letter in its place says, and the place is empty. */
function takeJudgeLetter(draft: Draft): 'T' | 'F' | undefined {
  const place = isVerbatim(draft.raw.stem) || draft.raw.options.length === 0 ? null : answerPlace(draft);
  const option = draft.raw.options.find(({ key }) => place?.letters.length === 1 && key === place.letters[0]);
  const key = option && parseJudge(joinLines(option.lines));
  if (place && key) draft.stem = place.stem.replace(EMPTY_END, '');
  return key;
}

function finishJudge(draft: Draft): void {
  const { raw, parsed } = draft;
  const bracket = isVerbatim(raw.stem) ? null : bracketJudge(draft.stem);
  const stated = parseJudge(draft.answer) ?? parseJudge(draft.answer.split(/[\s,，。.;；]/)[0] ?? '');
  // 人称代词（是） with another answer below it is part of the text.
  const isPlace = bracket !== null && (stated === undefined || stated === bracket.key);
  if (isPlace) draft.stem = bracket.stem;
  else if (!isVerbatim(raw.stem)) {
    const start = Math.max(0, draft.stem.length - 40);
    draft.stem = (draft.stem.slice(0, start) + draft.stem.slice(start).replace(EMPTY_END, '')).replace(EMPTY_START, '');
  }
  const behind = draft.answer.replace(/^[^\s,，。.;；]*[\s,，。.;；]*/, '');
  if (stated !== undefined && parseJudge(draft.answer) === undefined && !isVerbatim(raw.answer ?? [])) {
    parsed.notes.push(`答案后面的文字没有导入：“${clip(behind)}”。`);
  }
  let key = stated;
  if (raw.isRow && /^[01]$/.test(draft.answer)) {
    key = draft.answer === '1' ? 'T' : 'F';
    parsed.notes.push(`答案“${draft.answer}”已读作“${key === 'T' ? '正确' : '错误'}”。`);
  }
  if (raw.options.length > 0) {
    const letter = parseLetters(draft.answer)?.[0];
    const option = raw.options.find((each) => each.key === letter);
    key = option ? (parseJudge(joinLines(option.lines)) ?? parseJudge(option.lines[0] ?? '')) : key;
  }
  if (draft.answer === '') key = bracket?.key ?? takeJudgeLetter(draft);
  if (key === undefined) {
    parsed.problems.push(
      draft.answer === ''
        ? raw.isRow
          ? '“答案”这一列是空的，请填“正确”或“错误”。'
          : '没有答案，请在题目下面写“答案：正确”或“答案：错误”。'
        : `判断题的答案“${draft.answer.slice(0, 20)}”看不出对错，请写“正确”或“错误”。`,
    );
  }
  parsed.fields.stem = draft.stem;
  parsed.fields.answer = key ?? '';
}

// ---------------------------------------------------------------- cloze

const EMPTY_BRACKETS = /[（(【[［〔]\s{0,40}[)）】\]］〕]/g;

/** The stem with its empty brackets as blanks, unless it has blanks already or as many as there are answers. */
function toBlanks(stem: string, answers: number | null): string {
  const drawn = stem.replace(/[﹍﹏]{2,}|_(?:\s_){2,}/g, '____').replace(/《[\s\u3000]{1,40}》/g, '《____》');
  const lines = answers !== null && answers === countBlanks(drawn) ? drawn : unnumbered(drawn);
  const own = countBlanks(lines);
  if (own > 0 && (answers === null || answers === own)) return lines;
  const converted = lines.replace(EMPTY_BRACKETS, '____');
  return own === 0 || countBlanks(converted) === answers ? converted : lines;
}

const BLANK_NUMBER = /^\s{0,3}[（(]?(\d{1,2}|[①-⑳])[)）]?\s{0,3}$/;

/** `____1____` is one blank with its number on it: where such numbers count on, they are no text. */
function unnumbered(stem: string): string {
  // Texts at even places, blanks between them.
  const parts = stem.split(/(_{2,})/);
  const numbers: number[] = [];
  const merged: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const number = at % 2 === 0 && at > 0 ? BLANK_NUMBER.exec(parts[at]?.slice(0, 20) ?? '')?.[1] : undefined;
    // A number stands between two blanks, of which the first is none that has its number already.
    if (number === undefined || at + 1 >= parts.length || (parts[at]?.length ?? 0) > 14) {
      merged.push(parts[at] ?? '');
      continue;
    }
    numbers.push(/\d/.test(number) ? Number(number) : number.charCodeAt(0) - 0x245f);
    // The text behind the second blank stands for itself.
    merged.push('', parts[at + 2] ?? '');
    at += 2;
  }
  const isCounting = numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1);
  return numbers.length > 0 && isCounting ? merged.join('').replace(/_{2,}/g, '____') : stem;
}

/** `__北京__是首都`: answers inside of short blanks. */
function filledBlanks(stem: string): { stem: string; blanks: string[][] } | null {
  if (unnumbered(stem) !== stem) return null;
  const runs = stem.match(/_{2,}/g) ?? [];
  if (runs.length === 0 || runs.length % 2 === 1 || runs.some((run) => run.length > 3)) return null;
  const blanks: string[][] = [];
  const emptied = stem.replace(/_{2,3}([^_\n]{1,200})_{2,3}/g, (_whole, inner: string) => {
    blanks.push(alternatives(inner.trim()));
    return '____';
  });
  return blanks.length * 2 === runs.length ? { stem: emptied, blanks } : null;
}

/** The letter of an option somewhere in a text. */
const LIKE_OPTION = /(?:^|[^A-Za-z])[（(]?[A-DＡ-Ｄ]\s?[.．、)）]/;

/** 国旗是（1），国歌是（2）。 without any blank: as many numbers as answers, in their order, are the blanks. */
function takeNumberedBlanks(draft: Draft): void {
  const { stem, answer, parsed } = draft;
  if (countBlanks(toBlanks(stem, null)) > 0) return;
  const numbers = [...stem.matchAll(/\s?[（(]\s?(\d{1,2})\s?[)）]\s?/g)];
  const isCounting = numbers.every(([, number], index) => Number(number) === index + 1);
  if (numbers.length === 0 || !isCounting || numbers[0]?.index === 0) return;
  if (parseBlanks(answer, numbers.length).length !== numbers.length) return;
  draft.stem = numbers.reduce((text, [whole]) => text.replace(whole, '____'), stem);
  parsed.notes.push(`题干里的（1）${numbers.length > 1 ? '、（2）等' : ''}当作空，已改成 ____，请核对。`);
}

/** 出题人：… below an answer is none of it. */
function takeLinesBehind(draft: Draft): void {
  const { raw, parsed, stem } = draft;
  if (raw.isRow) return;
  const { answer, behind } = withoutLinesBehind(raw.answer ?? [], countBlanks(toBlanks(stem, null)));
  if (behind.length === 0) return;
  draft.answer = answer;
  doubt(parsed, `答案后面的文字没有导入：“${clip(behind.join('\n'))}”。`);
}

function takeBrackets(draft: Draft): void {
  const drawn = withBracketsDrawn(toBlanks(draft.stem, null), draft.answer);
  if (!drawn) return;
  draft.stem = drawn.stem;
  const sentence = '题干里的空括号也当作要填的空，已改成 ____，请核对。';
  if (drawn.isSure) draft.parsed.notes.push(sentence);
  else doubt(draft.parsed, sentence);
}

/** Answers as a student can type them, each on one line. */
function tidyBlanks({ raw, parsed, stem, answer: draftAnswer }: Draft, blanks: string[][]): string[][] {
  if (isSlashed(draftAnswer)) {
    parsed.notes.push(`答案“${clip(draftAnswer)}”里的“/”当作几种答案，写哪一种都算对；如果它是一个答案，请改正。`);
  }
  // A cell holds what somebody put there, line by line and sign by sign.
  if (raw.isRow) {
    const { formula } = typedBlanks(blanks);
    if (formula !== '') parsed.notes.push(`答案里有公式“${clip(formula)}”，学生打不出来，请改成能打字的答案。`);
    return blanks;
  }
  const lines = oneLineEach(blanks);
  if (lines.behind.length > 0) doubt(parsed, `答案后面的文字没有导入：“${clip(lines.behind.join('\n'))}”。`);
  const forms = formsInBlanks(stem, lines.blanks);
  if (forms.changed !== '') {
    parsed.notes.push(
      `答案“${clip(forms.changed)}”已去掉分值、句号、括号里的说明或题干里已有的字，或两种写法都算对，请核对。`,
    );
  }
  const typed = typedBlanks(forms.blanks);
  if (typed.changed !== '') {
    parsed.notes.push('答案里的上下标已改成能打字的写法（如 H2O、10^23），请核对。');
  }
  if (typed.formula !== '') {
    doubt(parsed, `答案里有公式“${clip(typed.formula)}”，学生打不出来，请改成能打字的答案。`);
  }
  return typed.blanks;
}

const ANY_ORDER =
  /\s{0,3}[（(]\s?[^（()）]{0,6}(?:顺序|次序|位置)[^（()）]{0,3}(?:可换|可以?互?换|不限|可调|可颠倒|可交换|不分先后)[^（()）]{0,4}[)）][。.]?$/;

/** 一 二（顺序可换）: each of the blanks accepts any of the answers. */
function takeAnyOrder(draft: Draft): boolean {
  const sign = ANY_ORDER.exec(draft.answer)?.[0];
  if (sign === undefined) return false;
  draft.answer = draft.answer.slice(0, draft.answer.length - sign.length);
  doubt(draft.parsed, `答案写着“${sign.trim()}”，已让每个空都收这几个答案，写了两个相同的也会算对，请核对。`);
  return true;
}

function finishCloze(draft: Draft): void {
  const { raw, parsed } = draft;
  const perBlank = raw.section.heading?.perBlank;
  if (isVerbatim(raw.answer ?? [])) {
    parsed.fields.answer = joinLines(raw.answer ?? [])
      .split('\n')
      .map(parseBlankLine);
  } else {
    // 水是…………: an ordinary …… has two signs.
    const dotted = draft.stem.replace(/…{4,}|\.{8,}|·{8,}/g, '____');
    const wanted = countBlanks(toBlanks(dotted, null));
    const isAsked =
      countBlanks(toBlanks(draft.stem, null)) === 0 || parseBlanks(draft.answer, wanted).length === wanted;
    if (isAsked) draft.stem = dotted;
    takeLinesBehind(draft);
    const isAnyOrder = takeAnyOrder(draft);
    takeBrackets(draft);
    const filled = draft.answer === '' ? filledBlanks(draft.stem) : null;
    // As many answers as the stem has blanks as it stands: then none of them has its number on it.
    const asDrawn = countBlanks(draft.stem);
    const isAsDrawn = asDrawn > 1 && parseBlanks(draft.answer, asDrawn).length === asDrawn;
    if (asDrawn === 0 && draft.answer !== '') takeNumberedBlanks(draft);
    const guess = isAsDrawn ? asDrawn : parseBlanks(draft.answer, countBlanks(toBlanks(draft.stem, null))).length;
    draft.stem = filled?.stem ?? toBlanks(draft.stem, guess);
    const blanks = tidyBlanks(draft, filled?.blanks ?? parseBlanks(draft.answer, countBlanks(draft.stem)));
    parsed.fields.answer = isAnyOrder && blanks.length > 1 ? blanks.map(() => [...new Set(blanks.flat())]) : blanks;
  }
  parsed.fields.stem = draft.stem;
  const count = countBlanks(draft.stem);
  const given = (parsed.fields.answer as string[][]).filter((each) => each.length > 0).length;
  const joined = (parsed.fields.answer as string[][]).findIndex((each) => each.some((one) => /\S[;；]\S/.test(one)));
  if (given === count && joined >= 0 && !isVerbatim(raw.answer ?? [])) {
    const text = clip((parsed.fields.answer as string[][])[joined]?.join('|') ?? '');
    parsed.notes.push(`第 ${joined + 1} 空的答案“${text}”里有分号，当作一个答案；是几种答案的话，请用 | 分开。`);
  }
  const letters = raw.answer === undefined ? undefined : parseLetters(draft.answer);
  if (raw.answer !== undefined && !isVerbatim(raw.answer) && LEFT_OUT.test(draft.answer)) {
    parsed.problems.push(`答案写的是“${draft.answer}”，没有写出来；填空题要有答案，请补上后再导入。`);
  } else if (letters && raw.options.length === 0 && !isVerbatim(raw.stem) && LIKE_OPTION.test(draft.stem)) {
    parsed.problems.push(
      `答案“${draft.answer.slice(0, 20)}”像是选项的字母，题干里的选项却没有读出来。请把每个选项写在单独一行，如“A. 内容”。`,
    );
  } else if (count === 0) parsed.problems.push('题干里没有空，请用 ____（两个以上下划线）标出要填的地方。');
  else if (given === 0) {
    parsed.problems.push(
      raw.isRow
        ? '“答案”这一列是空的，请填每个空的答案，每空一行。'
        : '没有答案，请在题目下面写“答案：”，几个空的答案用“；”分开。',
    );
  } else if (given !== count) {
    parsed.problems.push(`题干有 ${count} 个空，答案有 ${given} 个，请让两者一致，几个空的答案用“；”分开。`);
  }
  if (perBlank && draft.points === undefined && parsed.fields.points === undefined && count > 0) {
    parsed.fields.points = perBlank * count;
  }
}

// ---------------------------------------------------------------- texts

/** 略 says that the answer is left out. */
const LEFT_OUT = /^[（(]?\s?(?:答案)?(?:从?略|略。|无|见解析|见详解|见教材|开放题?)\s?[)）]?[。.]?$/;

/** A short answer has no marking points of its own: they stand at the end of its reference. */
function finishShort(draft: Draft): void {
  const { raw, parsed } = draft;
  const marking = joinLines(raw.marking);
  const lines = raw.options.map((option) => `${option.key}. ${joinLines(option.lines)}`);
  parsed.fields.stem = [draft.stem, ...lines].join('\n');
  parsed.fields.answer = [draft.answer, marking === '' ? '' : `评分要点：\n${marking}`]
    .filter((text) => text !== '')
    .join('\n');
  // A teacher marks it: a reference may be left out, but the own section of a paper says that one was meant.
  if (parsed.fields.answer === '') {
    parsed.notes.push('没有参考答案，导入后可以补上。');
  } else if (LEFT_OUT.test(draft.answer) && !isVerbatim(raw.answer ?? [])) {
    parsed.notes.push(`参考答案写的是“${draft.answer}”，已照样导入，需要时可以补上。`);
  }
}

function finishWritten(draft: Draft): void {
  const { raw, parsed } = draft;
  const { fields } = parsed;
  const lines = raw.options.map((option) => `${option.key}. ${joinLines(option.lines)}`);
  fields.prompt = [draft.stem, ...lines].join('\n');
  const marking = joinLines(raw.marking);
  const points = parseMarkingPoints(marking);
  const isText = points === null && marking !== '';
  fields.referenceAnswer = [draft.answer, isText ? `评分标准：\n${marking}` : '']
    .filter((text) => text !== '')
    .join('\n');
  if (points) {
    fields.markingPoints = points;
    const total = points.reduce((sum, point) => sum + point.points, 0);
    if (fields.points !== undefined && fields.points !== total) {
      parsed.notes.push(`评分要点合计 ${total} 分，与分值 ${Number(fields.points)} 分不同，已按评分要点计分。`);
      delete fields.points;
    }
  }
  if (raw.more.answerBy) fields.answerBy = parseAnswerBy(raw.more.answerBy);
}

function finishOral(draft: Draft): void {
  const { raw, parsed } = draft;
  const { fields } = parsed;
  fields.examContent = draft.stem;
  fields.title ??= derivedTitle(draft.stem) || '看图说话';
  for (const name of ['prepSeconds', 'answerSeconds']) {
    const seconds = parseSeconds(raw.more[name] ?? '');
    if (seconds !== undefined) fields[name] = seconds;
    else if (raw.more[name]) parsed.notes.push(`不认识时间“${raw.more[name].slice(0, 20)}”，已按内容计算。`);
  }
  if (raw.more.isPlay) fields.isPlay = parseJudge(raw.more.isPlay) === 'T';
  delete fields.analysis;
  const lost = [draft.answer, ...raw.analysis].some((text) => text !== '');
  if (lost) parsed.notes.push('口语题没有答案和解析，文件里的答案和解析没有导入。');
}
