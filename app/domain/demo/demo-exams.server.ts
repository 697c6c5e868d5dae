import { addToBasket } from '~/domain/basket/basket.commands.server';
import { addDraws } from '~/domain/exam/draw.commands.server';
import { addExam } from '~/domain/exam/exam-call.commands.server';
import { examInputSchema } from '~/domain/exam/exam-call.schema';
import { publishExam } from '~/domain/exam/status.commands.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { getQuestion } from '~/domain/question-bank/question.queries.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { DemoFiles } from './demo-files.server';
import type { DemoPeople, DemoQuestions } from './demo-people.server';
import {
  addQuickComments,
  arbitrateOneself,
  markPhoto,
  notesOn,
  scoreByReadingRules,
  shareOutByTwo,
  showPlaces,
} from './demo-scoring.server';
import { fillRoom } from './demo-room.server';
import { inDemoSections } from './demo-sections.server';
import { DAY, DemoSitting, HOUR, MINUTE, oralTimes, writtenTimes, type Sitter } from './demo-sitting.server';

/** The same papers are drawn in every demo school. */
const DRAW_SEED = [20, 26, 11, 21] as const;

/** Exams that nobody sits now: draft, coming, closed and half scored, released. */
export async function addDemoExams(
  people: DemoPeople,
  questions: DemoQuestions,
  files: DemoFiles,
  now: number,
  say: (name: string) => void,
): Promise<void> {
  const school = new DemoExams(people, questions, files, say);
  await school.monthly('导游基础九月月考', now - 62 * DAY, { theory: 9, absent: [7, 41], skillShift: -0.1 });
  await school.monthly('导游基础十月月考', now - 34 * DAY, { theory: 9, absent: [19], skillShift: -0.05 });
  await school.released(now);
  await school.reading(now);
  await school.toScore(now);
  await school.coming(now);
  await school.draft(now);
  await school.basket(now);
  await school.quickComments(now);
}

/**
 * The exams that run now. After all that students publish and practise: from its begin an exam closes its questions to
 * them.
 */
export async function addRunningDemoExams(
  people: DemoPeople,
  questions: DemoQuestions,
  files: DemoFiles,
  now: number,
  say: (name: string) => void,
): Promise<void> {
  const school = new DemoExams(people, questions, files, say);
  await school.running(now);
  await school.drawn(now);
}

class DemoExams {
  private readonly owner: Actor;
  private readonly colleague: Actor;
  private readonly third: Actor;
  private readonly sitting: DemoSitting;

  constructor(
    private readonly people: DemoPeople,
    private readonly questions: DemoQuestions,
    files: DemoFiles,
    private readonly say: (name: string) => void,
  ) {
    const [owner, colleague, third] = people.teachers;
    if (!owner || !colleague || !third) throw new Error('demo data: teachers expected');
    this.owner = owner;
    this.colleague = colleague;
    this.third = third;
    this.sitting = new DemoSitting(files);
  }

  /** A theory test of both classes, scored by its keys. */
  async monthly(
    name: string,
    begin: number,
    { theory, absent, skillShift }: { theory: number; absent: number[]; skillShift: number },
  ): Promise<void> {
    const examId = await this.add(
      {
        name,
        categoryName: '月考',
        testType: 1,
        clazzIds: this.people.classIds,
        ...writtenTimes(begin, begin + HOUR, begin + HOUR),
        ...(await inDemoSections(this.paper(0, theory))),
      },
      begin - 3 * DAY,
    );
    const sitters = [...this.students(0), ...this.students(1)]
      .filter((_, index) => !absent.includes(index))
      .map((sitter) => ({ ...sitter, skillShift }));
    await this.sitting.sitAll(examId, 'written', sitters, (turn) => begin + (2 + (turn % 9)) * MINUTE);
    await closeExams(this.owner, [examId], begin + 2 * HOUR);
    await scoreByKey(this.owner, { examId, part: 'written' }, begin + 3 * HOUR);
    await showPlaces(this.owner, examId, begin + 4 * HOUR);
    await releaseExams(this.owner, { ids: [examId], confirm: true }, begin + DAY);
  }

  async released(now: number): Promise<void> {
    const begin = now - 21 * DAY;
    const examId = await this.add(
      {
        name: '高一上学期期中·讲解与导游基础',
        testType: 2,
        clazzIds: this.people.classIds.slice(0, 1),
        ...oralTimes(begin, begin + 2 * HOUR),
        ...writtenTimes(begin + DAY, begin + DAY + 90 * MINUTE, begin + DAY + 2 * HOUR),
        ...(await this.oral(0)),
        ...(await inDemoSections(this.paper(1, 9))),
        instructions: '口语部分请到语音室，戴好耳机；笔试部分开卷，手写题拍照上传。',
      },
      begin - 5 * DAY,
    );
    const sitters = this.students(0).slice(0, 16);
    const orals = await this.sitting.sitAll(examId, 'oral', sitters, (turn) => begin + (5 + turn * 3) * MINUTE);
    const writtens = await this.sitting.sitAll(examId, 'written', sitters, (turn) => begin + DAY + (2 + turn) * MINUTE);
    const scoredAt = (turn: number) => begin + 3 * DAY + turn * 4 * MINUTE;
    for (const [turn, oral] of orals.entries()) {
      const notes = turn < 5 ? await notesOn(oral) : undefined;
      await this.sitting.score(this.owner, oral, scoredAt(turn), { notes });
    }
    for (const [turn, written] of writtens.entries()) {
      if (turn < 4) await markPhoto(this.owner, written.attemptId, scoredAt(turn));
      await this.sitting.score(this.owner, written, scoredAt(turn) + MINUTE);
    }
    await closeExams(this.owner, [examId], begin + 4 * DAY);
    await releaseExams(this.owner, { ids: [examId], confirm: true }, begin + 5 * DAY);
  }

  async toScore(now: number): Promise<void> {
    const begin = now - 3 * DAY;
    const examId = await this.add(
      {
        name: '接站欢迎词单元测验',
        testType: 2,
        clazzIds: this.people.classIds,
        ...oralTimes(begin, begin + 3 * HOUR),
        ...writtenTimes(begin + 3 * HOUR, begin + 5 * HOUR, begin + 6 * HOUR),
        ...(await this.oral(1)),
        oralExaminerIds: [this.colleague.id, this.third.id],
        ...(await inDemoSections(this.paper(0, 6))),
      },
      begin - 2 * DAY,
    );
    const sitters = [...this.students(0).slice(0, 8), ...this.students(1).slice(0, 6)];
    const orals = await this.sitting.sitAll(examId, 'oral', sitters, (turn) => begin + (4 + turn * 4) * MINUTE);
    const writtens = await this.sitting.sitAll(
      examId,
      'written',
      sitters,
      (turn) => begin + 3 * HOUR + (2 + turn) * MINUTE,
    );
    await closeExams(this.owner, [examId], begin + 7 * HOUR);
    await shareOutByTwo(this.owner, examId, 'oral', [this.colleague.id, this.third.id], begin + 8 * HOUR);
    for (const [turn, oral] of orals.slice(0, 8).entries()) {
      const scoredAt = begin + DAY + turn * 5 * MINUTE;
      await this.sitting.score(this.colleague, oral, scoredAt, { isFinal: turn < 7 });
      // The third and the fourth differ by more than the limit.
      const shift = turn === 2 ? -0.2 : turn === 3 ? -0.26 : -0.03;
      if (turn < 5) await this.sitting.score(this.third, oral, scoredAt + 2 * HOUR, { shift });
    }
    const contested = orals[2];
    if (contested) {
      await arbitrateOneself(this.owner, examId, 'oral', [contested.attemptId], begin + DAY + 4 * HOUR);
      await this.sitting.score(this.owner, contested, begin + DAY + 5 * HOUR, { shift: -0.06 });
    }
    for (const [turn, written] of writtens.slice(0, 2).entries()) {
      await this.sitting.score(this.owner, written, begin + 2 * DAY + turn * MINUTE);
    }
  }

  /** Read aloud and scored by deductions. */
  async reading(now: number): Promise<void> {
    const begin = now - 12 * DAY;
    const examId = await this.add(
      {
        name: '江南古镇朗读测试（扣分制）',
        testType: 0,
        clazzIds: this.people.classIds.slice(1),
        ...oralTimes(begin, begin + 2 * HOUR),
        ...(await this.oral(2)),
      },
      begin - 2 * DAY,
    );
    await scoreByReadingRules(this.owner, examId, begin - DAY);
    const sitters = this.students(1).slice(0, 10);
    const orals = await this.sitting.sitAll(examId, 'oral', sitters, (turn) => begin + (3 + turn * 4) * MINUTE);
    await closeExams(this.owner, [examId], begin + 3 * HOUR);
    for (const [turn, oral] of orals.entries()) {
      await this.sitting.scoreReading(this.owner, oral, begin + DAY + turn * 3 * MINUTE);
    }
    await releaseExams(this.owner, { ids: [examId], confirm: true }, begin + 2 * DAY);
  }

  async running(now: number): Promise<void> {
    const begin = now - 30 * MINUTE;
    const examId = await this.add(
      {
        name: '前台接待与导游基础随堂考',
        testType: 2,
        clazzIds: this.people.classIds,
        // Long enough that the demo can be tried for weeks.
        ...oralTimes(begin, begin + 30 * DAY),
        ...writtenTimes(begin, begin + 30 * DAY, begin + 31 * DAY),
        writtenMinutes: 60,
        ...(await this.oralOf(this.questions.running.oral)),
        ...(await inDemoSections(
          this.paperOf(this.questions.running.written, this.questions.running.theory.slice(0, 8)),
        )),
        instructions: '请先试音。录音可以重录，以选中的一条为准；笔试限时 60 分钟，请随时保存。',
      },
      begin - DAY,
    );
    const sitters = this.students(1).slice(0, 3);
    await this.sitting.sitAll(examId, 'oral', sitters, (turn) => begin + (3 + turn * 4) * MINUTE);
    await fillRoom(examId, this.students(1).slice(3), now);
  }

  async coming(now: number): Promise<void> {
    const begin = Math.ceil((now + 3 * DAY) / HOUR) * HOUR;
    await this.add(
      {
        name: '期末口语·故宫中轴线讲解',
        testType: 0,
        clazzIds: this.people.classIds,
        ...oralTimes(begin, begin + 2 * HOUR),
        ...(await this.oral(0)),
        oralExaminerIds: [this.colleague.id],
      },
      now - HOUR,
    );
  }

  async draft(now: number): Promise<void> {
    const begin = Math.ceil((now + 20 * DAY) / HOUR) * HOUR;
    const input = {
      name: '期末理论（草稿）',
      testType: 1,
      clazzIds: this.people.classIds.slice(1),
      ...writtenTimes(begin, begin + 2 * HOUR, begin + 2 * HOUR),
      ...(await inDemoSections(this.paper(0, 4))),
    };
    await addExam(this.owner, examInputSchema.parse(input), now - 2 * HOUR);
  }

  /** Every student draws a paper of their own, with the options in an order of their own. */
  async drawn(now: number): Promise<void> {
    const begin = now - HOUR;
    const input = {
      name: '导游基础随机抽题测验',
      testType: 1,
      clazzIds: this.people.classIds,
      ...writtenTimes(begin, begin + 30 * DAY, begin + 30 * DAY),
      writtenMinutes: 30,
      items: this.paperOf([], this.questions.running.theory.slice(0, 1)),
      settings: { shuffleItems: true, shuffleOptions: true },
    };
    const examId = await addExam(this.owner, examInputSchema.parse(input), begin - DAY);
    const { directoryId } = this.questions.running;
    const any = { bank: 'theory', directoryId, scope: 'mine' } as const;
    const rules = [
      { ...any, kind: 'multiple', level: 2, count: 1, points: 6 },
      { ...any, kind: 'judge', level: 1, count: 1, points: 3 },
      { ...any, kind: 'cloze', level: 2, count: 1, points: 5 },
    ] as const;
    const rows = rules.map((rule, row) => ({ row, rule }));
    await addDraws(this.owner, { examId, rows, requestId: '' }, DRAW_SEED, begin - DAY);
    await publishExam(this.owner, { id: examId, version: null }, begin - DAY + MINUTE);
    const sitters = this.students(0).slice(16, 19);
    await this.sitting.sitAll(examId, 'written', sitters, (turn) => begin + (2 + turn) * MINUTE);
  }

  async quickComments(now: number): Promise<void> {
    await addQuickComments(this.owner, now - 20 * DAY);
  }

  /** A paper in the making. */
  async basket(now: number): Promise<void> {
    const { theory, written } = this.questions;
    await addToBasket(this.owner, { questionIds: [...theory.slice(0, 5), ...written.slice(0, 1)] }, now - HOUR);
  }

  private students(classIndex: number): Sitter[] {
    const classId = this.people.classIds[classIndex];
    return this.people.students
      .map((actor, index) => ({ actor, index }))
      .filter(({ actor }) => actor.classroomId === classId);
  }

  /** An oral question with its key points and pictures, as the wizard takes them over. */
  private oral(index: number) {
    return this.oralOf(this.questions.oral[index] ?? 0);
  }

  private async oralOf(questionId: number) {
    const { id, keyPoints, imageIds } = await getQuestion(this.owner, 'oral', questionId);
    return { oralId: id, keyPoint: keyPoints, imageUrl: imageIds };
  }

  /** A paper of the first so many written and theory questions. */
  private paper(written: number, theory: number) {
    return this.paperOf(this.questions.written.slice(0, written), this.questions.theory.slice(0, theory));
  }

  private paperOf(written: number[], theory: number[]): { questionId: number; points: number }[] {
    const points = [4, 4, 4, 6, 6, 3, 3, 6, 4, 10];
    return [
      ...theory.map((questionId, index) => ({ questionId, points: points[index] ?? 4 })),
      ...written.map((questionId, index) => ({ questionId, points: index === 0 ? 20 : 10 })),
    ];
  }

  private async add(input: Record<string, unknown>, at: number): Promise<number> {
    const exam = examInputSchema.parse(input);
    this.say(exam.name);
    const examId = await addExam(this.owner, exam, at);
    await publishExam(this.owner, { id: examId, version: null }, at + MINUTE);
    return examId;
  }
}
