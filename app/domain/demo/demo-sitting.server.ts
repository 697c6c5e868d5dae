import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { COMMENTS, SHORT_ANSWERS, WRITTEN_ANSWERS } from '~/db/demo/exam-data';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { listAttemptItems, type AttemptItem } from '~/domain/attempt/attempt.queries.server';
import { addPhotos } from '~/domain/attempt/photo.commands.server';
import { addTake } from '~/domain/attempt/recording.commands.server';
import type { Part } from '~/domain/exam/parts.rules';
import type { RawNote } from '~/domain/scoring/marking/notes.rules';
import type { RawMark } from '~/domain/scoring/marking/score-form.rules';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { DemoFiles } from './demo-files.server';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How well a student does, 0 to 1: the same for one student in every exam, a little luck aside. */
function skill(index: number, turn: number): number {
  const base = 0.5 + 0.45 * Math.abs(Math.sin(index * 2.399 + 0.7));
  const luck = 0.06 * Math.sin(index * 5.1 + turn * 3.3);
  return Math.min(0.98, Math.max(0.3, base + luck));
}

/** How the demo's students sit and how their papers are scored. */
export class DemoSitting {
  private turns = 0;

  constructor(private readonly files: DemoFiles) {}

  /** One after the other, so that every demo school is the same. */
  async sitAll(examId: number, part: Part, sitters: Sitter[], at: (turn: number) => number): Promise<SatAttempt[]> {
    const sat: SatAttempt[] = [];
    for (const [turn, sitter] of sitters.entries()) sat.push(await this.sit(examId, part, sitter, at(turn)));
    return sat;
  }

  private async sit(examId: number, part: Part, sitter: Sitter, at: number): Promise<SatAttempt> {
    const { actor: student, index, skillShift = 0 } = sitter;
    const attempt = await startAttempt(student, { examId, part }, at);
    const items = await listAttemptItems(attempt);
    const attemptId = attempt.id;
    if (part === 'oral') {
      for (const item of items) {
        const fileId = await this.files.recording(student, item.snapshot.title, at + 2 * MINUTE);
        if (fileId) await addTake(student, { attemptId, itemId: item.id, fileId, chosen: true }, at + 2 * MINUTE);
      }
    } else {
      const answers = items.map((item) => ({ itemId: item.id, value: answerOf(item, index, skillShift), revision: 0 }));
      await saveAnswers(student, { attemptId, answers }, at + 12 * MINUTE);
      for (const item of items) {
        if (item.snapshot.bank !== 'written' || item.snapshot.body.answerBy !== 'photo') continue;
        const fileId = await this.files.sheet(student, item.snapshot.title, at + 15 * MINUTE);
        if (fileId) await addPhotos(student, { attemptId, itemId: item.id, fileIds: [fileId] }, at + 15 * MINUTE);
      }
    }
    await submitAttempt(student, { attemptId }, at + (part === 'oral' ? 4 : 25) * MINUTE);
    this.turns += 1;
    return { attemptId, studentId: student.id, part, items, index, turn: this.turns };
  }

  /** Scores a paper; `shift` is how much kinder or stricter than the paper deserves. */
  async score(
    examiner: Actor,
    sat: SatAttempt,
    at: number,
    { isFinal = true, shift = 0, notes }: { isFinal?: boolean; shift?: number; notes?: RawNote[] } = {},
  ): Promise<void> {
    const { index } = sat;
    const level = Math.min(1, Math.max(0, skill(index, sat.turn) + shift));
    const marks = sat.items.filter((item) => isMarkedByHand(item.snapshot)).map((item) => markOf(item, level, index));
    const comment = sat.part === 'oral' ? (COMMENTS[Math.floor((1 - level) * 7) % COMMENTS.length] ?? '') : '';
    await saveScore(examiner, { attemptId: sat.attemptId, marks, notes, comment, isFinal, version: 0 }, at);
  }

  /** Scores a reading by what was read wrong, missed and added. */
  async scoreReading(examiner: Actor, { attemptId, items, index, turn }: SatAttempt, at: number): Promise<void> {
    const slips = Math.round((1 - skill(index, turn)) * 20);
    const degree = slips > 8 ? 1 : slips > 3 ? 0.5 : 0;
    const details = {
      ...{ wrong: slips, missed: Math.floor(slips / 3), added: slips % 2 },
      ...{ initials: 0, tone: degree, pause: degree, fluency: slips > 8 ? 0.5 : 0, overtime: 0 },
    };
    const marks = items.map((item) => ({ itemId: item.id, details }));
    const comment = slips > 8 ? '错读和漏读偏多，先把生字注音，再分句练。' : '读得流畅，个别字音再核对一下。';
    await saveScore(examiner, { attemptId, marks, comment, isFinal: true, version: 0 }, at);
  }
}

/** A student and their place in the school's list, which decides how well they do. */
export type Sitter = {
  actor: Actor;
  index: number;
  /** How much better or worse than usual the student does in this exam. */
  skillShift?: number;
};

export type SatAttempt = {
  attemptId: number;
  studentId: number;
  part: Part;
  items: AttemptItem[];
  index: number;
  /** The how-manieth paper of the school it is. */
  turn: number;
};

export function oralTimes(oralBeginTime: number, oralEndTime: number) {
  return { oralBeginTime, oralEndTime };
}

export function writtenTimes(beginTime: number, endTime: number, uploadEndTime: number) {
  return { beginTime, endTime, uploadEndTime };
}

/** The skill that an item asks for, by its place in the paper. */
const DIFFICULTY = [0.56, 0.5, 0.74, 0.82, 0.66, 0.34, 0.48, 0.78, 0.9, 0.7];

/** What a student of that skill would give: right, or wrong in a believable way. */
export function answerOf({ snapshot, position }: AttemptItem, index: number, shift: number): AnswerValue {
  const luck = 0.2 * Math.sin(index * 3.1 + position * 1.7);
  const isRight = skill(index, position) + shift + luck > (DIFFICULTY[(position - 1) % DIFFICULTY.length] ?? 0.6);
  if (snapshot.bank === 'written') {
    return snapshot.body.answerBy === 'photo' ? {} : { text: WRITTEN_ANSWERS[index % WRITTEN_ANSWERS.length] ?? '' };
  }
  if (snapshot.bank !== 'theory') return {};
  const { body, kind } = snapshot;
  const otherKeys = body.options.map((option) => option.key).filter((key) => !body.keys.includes(key));
  switch (kind) {
    case 'single':
      return { keys: isRight ? body.keys : otherKeys.slice(index % 3, (index % 3) + 1) };
    case 'multiple':
      return { keys: isRight ? body.keys : body.keys.slice(0, -1) };
    case 'judge':
      return { keys: isRight ? body.keys : [body.keys[0] === 'T' ? 'F' : 'T'] };
    case 'cloze':
      return {
        blanks: body.blanks.map((accepted, blank) =>
          isRight || (blank === 0 && body.blanks.length > 1) ? (accepted[0] ?? '') : '乾隆',
        ),
      };
    case 'short':
      return { text: SHORT_ANSWERS[index % SHORT_ANSWERS.length] ?? '' };
    default:
      return {};
  }
}

function markOf(item: AttemptItem, level: number, index: number): RawMark {
  if (item.part === 'oral') {
    const around = (shift: number) => Math.round(Math.min(100, 100 * level + 6 * Math.sin(index + shift)));
    return { itemId: item.id, measures: { zqd: around(0), lld: around(2), wzd: around(4), gjc: around(6) } };
  }
  if (item.snapshot.bank === 'written') {
    const { markingPoints } = item.snapshot.body;
    const full = markingPoints.reduce((sum, point) => sum + point.points, 0) || 1;
    const share = item.points / full;
    const pointMarks = markingPoints.map((point) => Math.round(point.points * share * level * 2) / 2);
    return { itemId: item.id, pointMarks, points: pointMarks.reduce((sum, mark) => sum + mark, 0) };
  }
  return { itemId: item.id, points: Math.round(item.points * level * 2) / 2 };
}
