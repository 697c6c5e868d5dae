import { type AnswerList, type Entry, type Group, newAnswerList } from './text-answer-list';
import { readListLine } from './text-answers';
import { splitNumbered } from './blank-labels.rules';
import { doubtGluedNumber, isPlace, joinPartsOfSections } from './text-key-heads';
import { compareAgain } from './text-key-again';
import { splitAnswers } from './text-key-signs';
import { isLaterSub, partsOfKey } from './text-subs-settle';
import { belowText, isRepeated, noteLeft, noteUnclear, sectionPlace, textPlace } from './text-key-texts';
import type { Heading } from './text-headings';
import { giveToLumps } from './text-key-lumps';
import { noteSentences } from './text-key-part-texts';
import { isAlike, partNamed } from './text-lesser-parts';
import { type RawQuestion, setProperty } from './text-raw';

/** From a list of answers to the questions they are for. */

/** Whether the list has come to the last of the questions' numbers. */
export function hasEntries(list: AnswerList, numbers: number[]): boolean {
  const said = new Set(list.groups.flatMap(({ entries }) => entries.map(({ number }) => number)));
  return said.has(Math.max(...numbers));
}

/** Gives the questions their answers: by section and number where the list has sections, else by number in order. */
export function applyAnswers(list: AnswerList, questions: RawQuestion[]): void {
  applyCorrections(list, questions);
  joinPartsOfSections(list, ({ heading }) => (heading ? (sectionFor(heading, questions) ?? []) : []));
  noteUnclaimed(list, questions);
  noteSentences(list.groups, questions);
  if (list.lost.length > 0)
    questions[questions.length - 1]?.notes.push(
      `答案后面的解析不知道是哪一大题的，没有导入：“${list.lost.join(' ').slice(0, 60)}”。`,
    );
  const asked = questions.filter((question) => !isAnswered(question));
  const runs = numberRuns(questions);
  let next = 0;
  let above: number | null = null;
  for (const group of list.groups) {
    const below = group.heading ? belowText(group.heading, above, questions) : null;
    if (group.heading?.ordinal && textPlace(group.heading.text) === null) above = group.heading.ordinal;
    if (below?.isUnclear && (group.entries.length === 0 || isRepeated(group, questions))) {
      noteUnclear(group, below, questions);
      continue;
    }
    const unnamed = textsUnnamed(list, group, runs);
    if (unnamed) {
      noteUnclear(group, { questions: unnamed, isUnclear: true }, questions);
      continue;
    }
    const isOfText = below?.isUnclear === false;
    if (isOfText) noteLeft(group, below.questions);
    const named = isOfText ? below.questions : group.heading ? sectionFor(group.heading, questions) : undefined;
    // 一、8 800 where no question of section 一 was read.
    const isCounted =
      group.heading?.ordinal !== undefined && group.heading?.ordinal !== null && group.entries.length === 0;
    if (named === undefined && (group.isNamed || (isCounted && group.whole))) {
      noteNobodys(group, questions);
      continue;
    }
    const among =
      named ?? (group.heading || runs.length <= 1 ? questions : questions.filter((each) => !isAnswered(each)));
    const run = named
      ? undefined
      : (ownRun(list, group, runs) ??
        runs.slice(next).find((each) => group.entries.some((entry) => each.has(entry.number))));
    if (run && group.entries.every((entry) => run.has(entry.number))) next = runs.indexOf(run) + 1;
    partInOrder(group, named ?? []);
    giveStated(group, named ?? []);
    giveBlanks(group, among);
    giveInOrder(group, named ?? []);
    giveListed(group, named ?? []);
    giveWhole(group, named ?? [], list.groups);
    for (const entry of group.entries) {
      if (isPlace(entry)) continue;
      const found =
        run?.get(entry.number) ??
        among.find((each) => each.number === entry.number && !isAnswered(each) && !isLaterSub(each)) ??
        (named ? named[entry.number - 1] : undefined);
      if (!found && runs.length === 1) compareAgain(entry, runs[0]?.get(entry.number));
      if (found && isAnswered(found)) compareAgain(entry, found);
      if (!found || isAnswered(found)) continue;
      found.answer = entry.answer.length > 1 ? withoutPoints(entry.answer) : entry.answer;
      found.analysis.push(...entry.analysis);
      if (entry.isListed) found.notes.push('答案后面的解析已按题号分给各题，请核对。');
      takeMarking(found, entry);
    }
    for (const problem of list.problems.filter((each) => each.group === group)) {
      for (const question of among) {
        const isMeant = question.number !== null && question.number >= problem.from && question.number <= problem.to;
        if (isMeant && !isAnswered(question)) question.problems.push(problem.text);
      }
    }
  }
  doubtRepeated(questions, asked);
  doubtGlued(asked);
}

/**
 * The questions below several texts that count alike, where a group of entries names none of these and there are not as
 * many such groups as texts: nobody can tell which of them it is of.
 */
function textsUnnamed({ groups, section }: AnswerList, group: Group, runs: Run[]): RawQuestion[] | undefined {
  if (group.heading !== null || group.entries.length === 0 || section === undefined) return undefined;
  // What stands below the list is not of it.
  const above = runs
    .map((run) => [...run.values()])
    .filter((own) => own.some((each) => each.text && each.section.index <= section));
  const isOf = ({ entries }: Group) => {
    const said = new Set(entries.map(({ number }) => number));
    return (own: RawQuestion[]) => own.some(({ number }) => said.has(number ?? 0));
  };
  const texts = above.filter(isOf(group)).filter((own) => own.some((each) => !isAnswered(each)));
  if (texts.length < 2) return undefined;
  const left = groups.slice(groups.indexOf(group)).filter((each) => each.heading === null && above.some(isOf(each)));
  return texts.length === left.length ? undefined : texts.flat();
}

/** The questions right above a list that names no section and has one answer for each number, where they wait for it. */
function ownRun({ groups, section }: AnswerList, { entries, heading }: Group, runs: Run[]): Run | undefined {
  const isOnly = heading === null && groups.every((each) => each.entries === entries || each.entries.length === 0);
  if (!isOnly || section === undefined) return undefined;
  const own = [...runs].reverse().find((run) => [...run.values()].some((each) => each.section.index === section));
  const waits = (run: Run) => entries.some(({ number }) => run.has(number) && !isAnswered(run.get(number)!));
  if (!own || !waits(own) || !entries.every(({ number }) => own.has(number))) return undefined;
  const waiting = runs.slice(0, runs.indexOf(own) + 1).filter(waits);
  // Letters are of questions with options, wherever these stand.
  const isLetters = entries.every(({ answer }) => /^[A-JＡ-Ｊ]{1,10}$/.test(answer[0] ?? ''));
  const hasOptions = (run: Run) => [...run.values()].some(({ options }) => options.length > 1);
  const meant = isLetters && !hasOptions(own) ? (waiting.filter(hasOptions).pop() ?? own) : own;
  for (const { number } of waiting.length > 1 ? entries : [])
    meant.get(number)?.doubts.push('几个大题的题号一样，答案没有写是哪一大题的，已当作其中一个大题的答案，请核对。');
  return meant;
}

/** (1)A (2)B (3)C on the one line of a section: as many as it has questions, counted alike. */
function partInOrder(group: Group, named: RawQuestion[]): void {
  const [only, ...more] = group.entries;
  if (!only || more.length > 0 || only.number !== 1 || only.answer.length !== 1 || named.length < 2) return;
  if (!named.every((question, index) => question.number === index + 1 && !isAnswered(question))) return;
  const parts = splitNumbered(`(1)${only.answer[0] ?? ''}`);
  if (parts.length !== named.length) return;
  group.entries = parts.map((part, index) => ({ ...only, number: index + 1, answer: [part] }));
}

/** 错误的是9、12，其余正确 */
function giveStated({ stated }: Group, named: RawQuestion[]): void {
  if (!stated || !stated.numbers.every((number) => named.some((question) => question.number === number))) return;
  for (const question of named) {
    if (question.number === null || isAnswered(question)) continue;
    question.answer = [stated.numbers.includes(question.number) ? stated.key : stated.other];
    question.notes.push(`答案部分写的是“${stated.text}”，这道题读作“${question.answer[0]}”，请核对。`);
  }
}

/** 12；715、李白 as the answer of question 14: what question 15 waits for may stand at its end. */
function doubtGlued(asked: RawQuestion[]): void {
  const waiting = new Set(asked.flatMap((each) => (isAnswered(each) || isLaterSub(each) ? [] : [each.number])));
  asked.forEach(({ answer, section, doubts }, at) => {
    const following = asked[at + 1];
    const text = answer?.join(' ').slice(0, 20_000) ?? '';
    // 北京 (2)李白 below a heading: what (1) was of has been read as a number of a question.
    const isSecond = /[（(]\s?2\s?[)）]/.test(text) && !/[（(]\s?1\s?[)）]/.test(text);
    if (isSecond && following?.section === section && !isAnswered(following))
      doubts.push(`答案“${text.slice(0, 40)}”里的（2）也许是下一题的答案，请每题一行。`);
  });
  for (const { answer, number, doubts } of asked) {
    const next = (number ?? 0) + 1;
    if (number === null || answer === undefined || !waiting.has(next)) continue;
    const text = answer.join(' ').slice(0, 20_000);
    const sign = new RegExp(`${next}\\s?(?:[、:：题)）]|[.．](?!\\d))|(?:^|[\\s、,，;；])${next}\\s`);
    if (sign.test(text))
      doubts.push(`答案“${text.slice(0, 40)}”里像是还有第 ${next} 题的答案，请在“${next}”前面换行。`);
  }
}

/** 1, 2, 2, 3 within a section: from there on a key by numbers may be meant for others. */
function doubtRepeated(questions: RawQuestion[], asked: RawQuestion[]): void {
  const given = new Set(asked);
  let repeated: { index: number; number: number } | undefined;
  questions.forEach((question, at) => {
    const before = questions[at - 1];
    const { index } = question.section;
    if (index !== repeated?.index) repeated = undefined;
    if (isLaterSub(question)) return;
    if (before?.section === question.section && question.number !== null && before.number === question.number)
      repeated = { index, number: question.number };
    // Of the two that have the number the key may mean either.
    const isFirst = repeated?.number === question.number && before?.number === question.number;
    for (const each of isFirst ? [before, question] : [question])
      if (repeated && given.has(each) && isAnswered(each))
        each.doubts.push(`题号 ${repeated.number} 写了两次，答案表按题号给的答案也许不是这道题的，请核对。`);
  });
}

/** Answers by numbers that no question has: what they answer was not read. */
function noteUnclaimed(list: AnswerList, questions: RawQuestion[]): void {
  const isCounted = questions.some(({ number, blankNumbers }) => number !== null || blankNumbers.length > 0);
  const known = new Set(questions.flatMap(({ number, blankNumbers }) => [number, ...blankNumbers]));
  const ofLumps = giveToLumps(list, questions, known);
  const numbers = list.groups
    .filter(({ heading, entries }) => heading === null || entries.some(({ number }) => known.has(number)))
    .flatMap(({ entries }) => entries.map(({ number }) => number))
    .filter((number) => !known.has(number) && !ofLumps.has(number));
  const unclaimed = [...new Set(numbers)];
  if (!isCounted || unclaimed.length === 0) return;
  const few = unclaimed.slice(0, 8).join('、') + (unclaimed.length > 8 ? '……' : '');
  questions[questions.length - 1]?.notes.push(`答案部分有第 ${few} 题的答案，没有读到这些题，请核对有没有漏读。`);
}

/** How an answer is marked, and what the key says of its question. */
function takeMarking(question: RawQuestion, { marking, markingSign = '', properties = [] }: Entry): void {
  for (const { label, text } of properties) setProperty(question, label, text);
  question.marking.push(...marking);
  question.markingSign ||= markingSign;
}

/** 3.（8分） with the answer below it: the points are none of it. */
const withoutPoints = ([first = '', ...rest]: string[]) =>
  rest.length > 0 && /^[（(]\s?\d{1,3}\s?分\s?[)）]$/.test(first) ? rest : [first, ...rest];

/** One answer for each question of its section; as many as there are, or none. */
function giveInOrder({ inOrder }: Group, named: RawQuestion[]): void {
  if (inOrder === undefined) return;
  const answers = splitAnswers(inOrder, named.length);
  named.forEach((question, index) => {
    if (isAnswered(question)) return;
    if (answers) question.answer = [answers[index] ?? ''];
    else
      question.problems.push(
        `答案“${inOrder.slice(0, 40)}”与这一大题的 ${named.length} 题对不上；请在题后写明“答案：”。`,
      );
  });
}

/** What stands behind the name of a section is for its one question; for several nobody can tell. */
function giveWhole({ whole, heading, entries: own, isNamed }: Group, named: RawQuestion[], groups: Group[]): void {
  const waiting = named.filter((question) => !isAnswered(question));
  // With entries of its own below, it was a title; 略 is no answer that could belong to another.
  const isSaid =
    whole && own.length === 0 && (named.length === 1 || !/^[（(]?略[)）]?[。.]?$/.test(whole.answer.join('')));
  if (!whole || !isSaid || waiting.length === 0) return;
  const [only] = waiting;
  if (named.length === 1 && only) {
    only.answer = whole.answer;
    only.analysis.push(...whole.analysis);
    takeMarking(only, whole);
    doubtGluedNumber(only);
    // 二、意义 may as well count within the answer of another question.
    const ordinal = heading?.ordinal ?? null;
    const alike = groups.filter((group) => ordinal !== null && group.heading && isAlike(group.heading, heading));
    if (alike.length > 1 && !isNamed)
      only.doubts.push(`答案部分有几处写着“${heading?.text.slice(0, 20)}”这样的标题，请核对答案。`);
    return;
  }
  if (givePartsOf(whole.answer, named)) return;
  const text = whole.answer.join(' ').slice(0, 40);
  for (const question of waiting)
    question.problems.push(`答案“${text}”没有写题号，与这一大题的 ${named.length} 题对不上；请在题后写明“答案：”。`);
}

/** 一、(1)A (2)B and 二、①√ ②×: as many parts as the section has questions, counted from 1 as these are. */
function givePartsOf(answer: string[], named: RawQuestion[]): boolean {
  const text = answer.join(' ');
  if (!named.every((each, index) => each.number === index + 1 && !isAnswered(each))) return false;
  const parts = partsOfKey(text, named.length);
  named.forEach((question, index) => {
    if (parts.length === 0) return;
    question.answer = [parts[index] ?? ''];
    question.notes.push(`答案“${text.slice(0, 40)}”已按次序分给 ${named.length} 道题，请核对。`);
  });
  return parts.length > 0;
}

function applyCorrections(list: AnswerList, questions: RawQuestion[]): void {
  for (const { number, text } of list.corrections) {
    for (const question of questions) {
      if (question.number === number) question.doubts.push(`答案后面写着“${text.slice(0, 60)}”，没有按它改，请核对。`);
    }
  }
}

/** Entries by the numbers on the blanks of one question are its answers, one a blank: what stands below one is none of it. */
function giveBlanks(group: Group, among: RawQuestion[]): void {
  for (const question of among) {
    if (question.blankNumbers.length === 0 || isAnswered(question)) continue;
    const own = question.blankNumbers.map((number) => group.entries.find((entry) => entry.number === number));
    if (own.every((entry) => entry === undefined)) continue;
    question.answer = own.map((entry) => entry?.answer[0] ?? '');
    for (const entry of own) {
      if (!entry) continue;
      question.analysis.push(...entry.analysis);
      takeMarking(question, entry);
      noteBelowBlank(question, entry);
    }
  }
}

/** 56. a 57. b on the first of several lines of an answer: the entries of its blanks, whatever stands below them. */
export function settleBlankKeys(questions: RawQuestion[]): void {
  for (const question of questions) {
    const { answer = [], blankNumbers } = question;
    const [first = '', ...more] = answer.filter((line) => line !== '');
    const [from = 0, next = 0] = blankNumbers;
    const isOfAll = new RegExp(`^${from}\\s?[.．、].{0,200}?[\\s;；,，]${next}\\s?[.．、](?!\\d)`).test(
      first.slice(0, 2000),
    );
    if (blankNumbers.length < 2 || more.length === 0 || !isOfAll) continue;
    const list = newAnswerList(new Set(blankNumbers));
    for (const line of answer) readListLine(list, line);
    const known = new Set(list.groups.flatMap(({ entries }) => entries.map(({ number }) => number)));
    if (!blankNumbers.every((number) => known.has(number))) continue;
    question.answer = undefined;
    for (const group of list.groups) giveBlanks(group, [question]);
    noteUnclaimed(list, [question]);
  }
}

/** 10. 5 and more behind the answer of a blank: another number with an answer of its own. */
const ANOTHER_ENTRY = /[\s;；,，]\d{1,3}\s?[.．、](?!\d)/;

function noteBelowBlank({ notes, doubts }: RawQuestion, { number, answer: [first = '', ...more] }: Entry): void {
  const left = more.join(' ');
  if (left !== '')
    notes.push(
      `第 ${number} 空的答案是“${first.slice(0, 40)}”，它下面的文字没有导入：“${left.slice(0, 60)}”，请核对。`,
    );
  if (ANOTHER_ENTRY.test(first.slice(0, 2000)))
    doubts.push(`第 ${number} 空的答案“${first.slice(0, 60)}”里像是还有别的题的答案，请在题号前面换行。`);
}

/** 1. 甲 2. 乙 for a section whose one question has no number are the answer of that question. */
function giveListed({ entries }: Group, named: RawQuestion[]): void {
  const [only] = named;
  if (!only || named.length > 1 || only.number !== null || only.blankNumbers.length > 0 || entries.length < 2) return;
  if (isAnswered(only)) return;
  only.answer = entries.flatMap(({ number, answer: [first = '', ...more] }) => [`${number}. ${first}`, ...more]);
  for (const entry of entries) {
    only.analysis.push(...entry.analysis);
    takeMarking(only, entry);
  }
}

/** A key for a section of which no question was read. */
function noteNobodys({ heading, entries, whole }: Group, questions: RawQuestion[]): void {
  const text = [
    ...entries.flatMap(({ number, answer }) => [`${number}. ${answer.join(' ')}`]),
    ...(whole?.answer ?? []),
  ];
  const name = heading?.text.slice(0, 20) ?? '';
  if (text.length > 0)
    questions[questions.length - 1]?.notes.push(
      `答案部分“${name}”下面的答案没有用上，没有读到这一大题的题：“${text.join(' ').slice(0, 60)}”。`,
    );
}

const isAnswered = (question: RawQuestion) => question.answer !== undefined;

/** The questions of the one section, or the one part, that has this heading word for word. */
function sectionNamed({ text }: Heading, questions: RawQuestion[]): RawQuestion[] | undefined {
  const own = questions.filter(({ section }) => section.heading?.text === text);
  if (own.length > 0) return new Set(own.map(({ section }) => section.index)).size === 1 ? own : undefined;
  const below = questions.filter(({ section }) => section.above === text);
  return below.length > 0 ? below : undefined;
}

function sectionFor(heading: Heading, questions: RawQuestion[]): RawQuestion[] | undefined {
  const exact = sectionNamed(heading, questions) ?? partNamed(heading, questions);
  if (exact) return exact;
  const kindOf = (each: Heading | null) => (each?.kind && 'kind' in each.kind ? each.kind.kind : undefined);
  const inSections = (test: (each: Heading) => boolean) => {
    const found = questions.filter(({ section }) => section.heading !== null && test(section.heading));
    return found.length > 0 ? found : undefined;
  };
  const isCounted = heading.ordinal !== null && textPlace(heading.text) === null;
  const of = isCounted ? questions.filter((question) => sectionPlace(question) === heading.ordinal) : [];
  const own = of.length > 0 ? of : undefined;
  return (
    own ??
    inSections((each) => heading.ordinal !== null && each.ordinal === heading.ordinal) ??
    inSections((each) => kindOf(heading) !== undefined && kindOf(each) === kindOf(heading))
  );
}

type Run = Map<number, RawQuestion>;

/** Questions by number, a new run wherever the numbers begin again. */
function numberRuns(questions: RawQuestion[]): Run[] {
  const runs: Run[] = [];
  let last = Infinity;
  for (const question of questions) {
    if (question.number === null || isLaterSub(question)) continue;
    if (question.number <= last) runs.push(new Map());
    runs[runs.length - 1]?.set(question.number, question);
    last = question.number;
  }
  return runs;
}
