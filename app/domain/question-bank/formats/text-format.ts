import type { ParsedQuestion } from './format.rules';
import { isListText } from './text-answer-entries';
import { type AnswerList, readListBlank } from './text-answer-list';
import { isListSection, readListLine, readSections } from './text-answers';
import { applyAnswers, settleBlankKeys } from './text-answers-give';
import { hasLostSigns } from './private-signs';
import { finishQuestion } from './text-finish';
import { type Heading, headingOf } from './text-headings';
import { doubtWholeKeys } from './text-key-forms';
import { settleKeyLines } from './text-key-line';
import { noteLeftOut } from './text-kept';
import { REMARK, VERBATIM } from './text-labels';
import type { Marked, TextLine } from './text-line';
import { settleShown } from './text-marked';
import { noteLinesBehind } from './text-line-behind';
import { settleMaterialBehind } from './text-material-behind';
import { isRule } from './text-noise';
import type { Numbered } from './text-numbers';
import { doubtSwallowed, numberAt } from './text-odd-numbers';
import { ofPart } from './text-parts';
import { settleParts } from './text-parted-answers';
import { givePoints, noteSections } from './text-points';
import { pointsIn } from './text-points-said';
import type { RawQuestion } from './text-raw';
import { SubReader } from './text-reader-subs';
import { isScriptTitle } from './text-scripts';
import { giveKinds } from './text-kind-ranges';
import { leadCount } from './text-leads';
import { isSharing, sharedBy } from './text-shared';
import { dropOwnNumber, takeSolution, withoutRepeated } from './text-solutions';
import { settleSubs, shareAnalyses } from './text-subs-settle';
import { programIndent } from './text-tidied';
import { settleTranslations } from './text-translations';
import { type Unit, isUnit, unitsIn } from './text-units';

/**
 * Questions as Chinese teachers type them: `一、单选题` and `1.` before, `A.` `答案：` `解析：` behind. What a line is
 * follows from its beginning and from what stands before it; only where a number may as well belong to a list inside
 * an answer are the next few lines looked at.
 */

/** + 34, ×  5 */
const SUM = /^\s{0,40}[+\-−–×÷xX*]\s{0,20}\d[\d.,\s]{0,40}$/;

/** The lines of a text, numbered from 1; of several blank ones in a row the first. */
export function toLines(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let wasBlank = false;
  text.split('\n').forEach((line, index) => {
    const isBlank = line === '';
    if (!isBlank || !wasBlank) lines.push({ text: line, line: index + 1 });
    wasBlank = isBlank;
  });
  return lines;
}

/**
 * Reads every question of a paper. Texts outside of questions (titles, instructions) are left out.
 * @throws AppError too_large beyond MAX_IMPORT_QUESTIONS
 */
export function parseText(lines: TextLine[]): ParsedQuestion[] {
  const { questions: raws, paper } = new TextReader(lines).read();
  const questions = raws.map(finishQuestion);
  noteSections(raws, questions, paper);
  noteLeftOut(lines, questions);
  for (const question of questions) if (hasLostSigns(JSON.stringify(question.fields))) question.notes.push(LOST_SIGNS);
  return questions;
}

const LOST_SIGNS = '有的符号在文件里没有写明是哪个字体的，会显示成空框，请对照原文件补上。';

/** So many underlined parts are looked for in the texts of several questions. */
const MAX_OUTSIDE = 200;

class TextReader extends SubReader {
  private readonly outside: Marked[] = [];
  private units: Map<number, Unit> | undefined;

  read(): { questions: RawQuestion[]; paper: Heading | null } {
    for (let at = 0; at < this.lines.length; at += 1) {
      const { text, note, doubt, marked, row, passage, line } = this.lines[at]!;
      if (text.startsWith(REMARK)) continue;
      if (row) this.readRow(row, line);
      else if (passage) this.readPassage(passage, at);
      else if (text === '' || (isRule(text) && !this.isColumn())) this.readBlank(text !== '');
      else {
        if (!this.readPicture(at, text)) this.readLine(at, text);
        this.wasBlank = false;
      }
      this.givePictures();
      if (note !== undefined) this.noteLine(note);
      if (doubt !== undefined) this.doubtLine(doubt);
      if (marked) this.keepMarked(marked, row !== undefined);
    }
    this.noteLine();
    this.endSheet();
    this.closeSection();
    const left = this.skipped.join(' ');
    if (left !== '') this.told.push(`后面的文字不属于任何一题，没有导入：“${left.slice(0, 60)}”。`);
    this.questions[this.questions.length - 1]?.notes.push(...this.told);
    this.settlePictures();
    this.giveMarked();
    for (const list of this.lists) applyAnswers(list, ofPart(list.part, this.questions));
    this.tellUnitsLeft();
    settleBlankKeys(this.questions);
    for (const question of this.questions) dropOwnNumber(question);
    settleSubs(this.questions);
    settleParts(this.questions);
    settleTranslations(this.questions);
    settleMaterialBehind(this.questions);
    noteLinesBehind(this.questions);
    for (const question of this.questions) takeSolution(question);
    shareAnalyses(this.questions);
    settleKeyLines(this.questions);
    doubtWholeKeys(this.questions);
    const kept = withoutRepeated(this.questions);
    doubtSwallowed(kept);
    givePoints(kept);
    giveKinds(kept);
    this.applyScripts();
    settleShown(kept);
    return { questions: kept, paper: this.paper };
  }

  /** What stands out outside of a question may be of a text for several. */
  private keepMarked(marked: Marked[], isRow: boolean): void {
    const question = isRow ? this.questions[this.questions.length - 1] : this.question;
    if (question) question.marked.push(...marked);
    else if (this.outside.length < MAX_OUTSIDE) this.outside.push(...marked);
  }

  private giveMarked(): void {
    if (this.outside.length === 0) return;
    for (const question of this.questions) {
      if (question.material.length === 0) continue;
      const text = question.material.join('\n');
      question.materialMarked = this.outside.filter((each) => text.includes(each.text.trim()));
    }
  }

  /** A drawn line parts as a blank one does; behind a letter or a sign of an answer it ends the question. */
  private readBlank(isDrawn: boolean): void {
    this.wasBlank = true;
    if (isDrawn && this.isKeyed()) {
      this.question = null;
      this.field = 'none';
      this.pending = [];
    }
    if (this.question) this.lineOfField('');
    if (this.list) readListBlank(this.list);
    if (this.isMaterial) this.material.push('');
  }

  /** Below the numbers of a sum written in columns a drawn line is of the sum. */
  private isColumn(): boolean {
    const lines = this.question?.stem ?? [];
    return this.field === 'stem' && !this.wasBlank && SUM.test(lines[lines.length - 1] ?? '');
  }

  /** The blanks before a line of a program come along: nothing else in a key has any. */
  private readLineOfList(list: AnswerList, at: number, text: string): void {
    const line = this.lines[at]!;
    readListLine(list, line.entry?.text ?? `${programIndent(line)}${text}`);
  }

  private beginNumberedText({ rest }: Numbered, at: number): void {
    if (this.question || !this.isMaterial) this.beginShared();
    this.shared = sharedBy(rest);
    this.isShared = true;
    this.readText(at, rest);
  }

  /** 第二单元 above its questions or its answers, each with numbers of its own. */
  private readUnit(at: number, text: string): boolean {
    this.units ??= unitsIn(this.lines);
    const unit = this.units.get(at);
    if (!unit) return false;
    if (unit.isKey) {
      this.beginList();
      this.list!.part = unit.name;
      if (isListText(unit.rest)) readListLine(this.list!, unit.rest);
      return true;
    }
    this.list = null;
    this.part = unit.name;
    this.question = null;
    this.field = 'none';
    if (headingOf(text)) return false;
    this.beginSection(
      { ...pointsIn(''), ordinal: null, kind: null, rest: '', text, isDoubtful: false, isPart: true },
      at,
    );
    return true;
  }

  /** Answers of a unit of which no question was read are given to none. */
  private tellUnitsLeft(): void {
    const known = new Set(this.questions.map(({ section }) => section.part));
    const left = this.lists.flatMap(({ part = '' }) => (isUnit(part) && !known.has(part) ? [part] : []));
    if (left.length > 0)
      this.questions[this.questions.length - 1]?.notes.push(
        `答案部分“${[...new Set(left)].slice(0, 4).join('、')}”的答案没有用上，没有读到这样的单元的题，请核对。`,
      );
  }

  private readLine(at: number, text: string): void {
    if (text.startsWith(VERBATIM)) return this.readText(at, text);
    if (this.isRoomLine(text, at)) return;
    if (isScriptTitle(text) && this.beginsScripts(at)) return this.beginScripts(text);
    if (this.script && this.readScript(at, text)) return;
    if (this.readSheet(at, text)) return;
    if (this.beginsPart(at, text) || this.readUnit(at, text)) return;
    if (this.list) {
      const { sections } = this.lines[at]!;
      if (sections) return readSections(this.list, sections, this.headings);
      const isOver =
        this.ahead.isQuestionAfterList(at, text) ||
        this.isBehindKey(at, text) ||
        this.isNewSection(at, text) ||
        this.endsKeyAbove(at, text) ||
        (this.questions.length > 0 && (isSharing(text) || this.beginsPassage(at, text)));
      if (!isOver) return this.readLineOfList(this.list, at, text);
      this.list = null;
    }
    if (this.readKeyAbove(at, text)) return;
    const untitled = this.untitledKey(at, text);
    if (untitled !== null) {
      this.beginList();
      return readListLine(this.list!, untitled);
    }
    if (this.isBareList(text) || (isListSection(text) && this.hasManyUnanswered())) {
      this.beginList();
      return readListLine(this.list!, text);
    }
    if (this.isKeyTitle(at, text) && this.beginsList(at)) {
      this.beginList();
      return readListLine(this.list!, text);
    }
    if (this.isNotice(at, text)) return;
    const bracketed = this.bracketedAt(at, text);
    if (bracketed) return this.beginQuestion(bracketed, at);
    if (this.isCase(at, text)) return this.beginCase(at, text);
    const heading = this.headingAt(at, text);
    if (heading) return this.beginSection(heading, at);
    if (this.isBetween(at, text)) return;
    if (this.isExample(at, text)) return this.beginExample(at, text);
    const numbered = this.isWhole() || this.isNextOption(at, text) ? null : numberAt(this.lines[at]);
    if (numbered && this.readSub(numbered, at)) return;
    if (numbered && this.isNumberedText(numbered, at)) return this.beginNumberedText(numbered, at);
    if (numbered && this.isQuestion(numbered, at)) return this.beginQuestion(numbered, at);
    if (this.goesOnAsking(at, text)) return this.lineOfField(text);
    // （2）阅读下面材料，回答下列各题。 behind the options of a question is for those below.
    const isOpen = !numbered || (numbered.style === 'paren' && isSharing(text));
    if (isOpen && (this.beginsShared(at, text) || this.beginsPassage(at, text))) {
      this.beginText(text);
      this.beginShared();
    }
    if (this.isShared) this.shared = sharedBy(text) ?? this.countedBelow(at, text) ?? this.shared;
    this.readText(at, text);
  }

  /** 完成下面两题。: for two and no more. */
  private countedBelow(at: number, text: string): { from: number; to: number } | null {
    const count = leadCount(text);
    const from = count === null ? null : this.ahead.firstBelow(at);
    return count === null || from === null ? null : { from, to: from + count - 1 };
  }
}
