import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { DEFAULT_PAGE_SIZE } from '~/lib/page';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { formatSecond } from '~/lib/time';
import { useDatabase } from '~tests/support/db';
import { releaseExams, unreleaseExams } from '../release/release.commands.server';
import { getReleaseSummary } from '../release/release.queries.server';
import { listOwnHistory } from '../result/history.queries.server';
import { getOwnResult } from '../result/result.queries.server';
import { saveScore, scoreByKey } from './scoring.commands.server';
import { listScoreExams } from './score-exams.queries.server';
import { findNextToScore, listScoring } from '../paper/papers.queries.server';
import { getScoring } from './scoring.queries.server';
import type { SaveScoreInput } from './scoring.schema';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const MINUTE = 60_000;
const AFTER = NOW + 120 * MINUTE;

/** A school with an exam of both parts that has ended, one examiner a part, and three students: one sat both. */
async function makeSchool() {
  const owner = await makeTeacher({ name: '周敏' });
  const oralExaminer = await makeTeacher({ name: '许志远' });
  const stranger = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣', account: '20260102' });
  const other = await makeStudent({ classroom_id: classroom.id, name: '王一', account: '20260103' });
  const absent = await makeStudent({ classroom_id: classroom.id, name: '赵二', account: '20260104' });
  const outsider = await makeStudent();
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner, keyPoints: ['校园'] }),
    written: [
      await makeTheoryQuestion({ owner, points: 10 }),
      await makeTheoryQuestion({ owner, kind: 'cloze', points: 10 }),
      await makeWrittenQuestion({ owner, points: 20 }),
    ],
    examiners: [{ teacher: oralExaminer, part: 'oral' }],
    oral_weight: 60,
    written_weight: 40,
    status: 'closed',
    now: NOW,
  });
  const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  const written = await makeAttempt({
    exam,
    student,
    part: 'written',
    state: 'submitted',
    answers: [{ keys: ['B'] }, { blanks: [' 明月', '天上'] }, { text: '固态、液态、气态' }],
    now: NOW,
  });
  const actors = {
    owner: actorOf(owner),
    oralExaminer: actorOf(oralExaminer),
    stranger: actorOf(stranger),
    student: actorOf(student),
    other: actorOf(other),
    absent: actorOf(absent),
    outsider: actorOf(outsider),
  };
  const [oralItem, single, cloze, pen] = exam.items.map((item) => item.id) as [number, number, number, number];
  return { exam, oral, written, classroom, ...actors, items: { oral: oralItem, single, cloze, pen } };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

function oralScore(school: School, values: Partial<Record<string, number | null>>, rest: Partial<SaveScoreInput> = {}) {
  return {
    attemptId: school.oral.id,
    marks: [{ itemId: school.items.oral, measures: { zqd: 88, lld: 82, wzd: 92, gjc: 86, ...values } }],
    comment: '讲解完整',
    isFinal: true,
    version: 0,
    ...rest,
  };
}

function writtenScore(school: School, pointMarks: (number | null)[], rest: Partial<SaveScoreInput> = {}) {
  return {
    attemptId: school.written.id,
    marks: [{ itemId: school.items.pen, pointMarks, comment: '例子再具体些' }],
    comment: '',
    isFinal: true,
    version: 0,
    ...rest,
  };
}

async function resultOf(school: School) {
  return db()
    .selectFrom('results')
    .select(['oral_percent', 'written_percent', 'total_percent'])
    .where('exam_id', '=', school.exam.id)
    .where('student_id', '=', school.student.id)
    .executeTakeFirst();
}

const refusal = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message ? { message: expect.stringMatching(message) as string } : {}) });

describe('a draft that the page keeps by itself', () => {
  it('is kept with every mark, and is no entry of the audit', async () => {
    const school = await makeSchool();
    const draft = oralScore(school, { gjc: undefined }, { isFinal: false, comment: '讲到一' });
    const first = await saveScore(school.owner, draft, AFTER, { isByItself: true });
    const next = { ...draft, comment: '讲到一半', version: first.version };
    await saveScore(school.owner, next, AFTER + 1, { isByItself: true });
    const { own } = await getScoring(school.owner, { attemptId: school.oral.id, classId: 0 }, AFTER + 2);
    expect(own).toMatchObject({ state: 'draft', comment: '讲到一半' });
    const entries = db().selectFrom('audit_entries').select('action').where('action', '=', 'score.save_draft');
    expect(await entries.execute()).toEqual([]);
    await saveScore(school.owner, { ...next, comment: '讲完了', version: own?.version ?? 0 }, AFTER + 3);
    expect(await entries.execute()).toHaveLength(1);
  });

  it('never takes back what was submitted', async () => {
    const school = await makeSchool();
    const { version } = await saveScore(school.owner, oralScore(school, {}), AFTER);
    const late = oralScore(school, { zqd: 10 }, { isFinal: false, version });
    await expect(saveScore(school.owner, late, AFTER, { isByItself: true })).rejects.toEqual(refusal('conflict'));
    const { own } = await getScoring(school.owner, { attemptId: school.oral.id, classId: 0 }, AFTER);
    expect(own).toMatchObject({ state: 'final', version });
  });
});

describe('who may score', () => {
  it('the owner every part, an examiner the part they are named for, nobody else', async () => {
    const school = await makeSchool();
    const read = (actor: School['owner'], attemptId: number) => getScoring(actor, { attemptId, classId: 0 }, AFTER);
    await expect(read(school.owner, school.written.id)).resolves.toMatchObject({ part: 'written' });
    await expect(read(school.oralExaminer, school.oral.id)).resolves.toMatchObject({ part: 'oral' });
    await expect(read(school.oralExaminer, school.written.id)).rejects.toEqual(refusal('not_found'));
    await expect(read(school.stranger, school.oral.id)).rejects.toEqual(refusal('not_found'));
    await expect(read(school.student, school.oral.id)).rejects.toEqual(refusal('not_found'));
    await expect(saveScore(school.stranger, oralScore(school, {}), AFTER)).rejects.toEqual(refusal('not_found'));
    await expect(saveScore(school.oralExaminer, writtenScore(school, [6, 4]), AFTER)).rejects.toEqual(
      refusal('not_found'),
    );
    expect(await db().selectFrom('scores').selectAll().execute()).toEqual([]);

    const list = {
      examId: school.exam.id,
      part: null,
      classId: 0,
      state: '',
      keyword: '',
      currentPage: 1,
      pageSize: null,
    } as const;
    expect((await listScoring(school.oralExaminer, list, AFTER)).parts).toEqual(['oral']);
    await expect(listScoring(school.stranger, list, AFTER)).rejects.toEqual(refusal('not_found'));
  });

  it('not while the student is still writing', async () => {
    const school = await makeSchool();
    await db().updateTable('attempts').set({ state: 'in_progress' }).where('id', '=', school.oral.id).execute();
    await expect(saveScore(school.owner, oralScore(school, {}), AFTER)).rejects.toEqual(
      refusal('conflict', /还在答题/),
    );
  });
});

describe('draft and final', () => {
  it('a draft may be incomplete and settles nothing', async () => {
    const school = await makeSchool();
    const marks = [{ itemId: school.items.oral, measures: { zqd: '８８', lld: '' } }];
    const score = await saveScore(school.owner, oralScore(school, {}, { marks, isFinal: false }), AFTER);
    expect(score).toMatchObject({ state: 'draft', percent: null, version: 1 });
    expect(score.marks).toMatchObject([{ measures: { zqd: 88 } }]);
    expect(await resultOf(school)).toMatchObject({ oral_percent: null });
    const view = await getScoring(school.owner, { attemptId: school.oral.id, classId: 0 }, AFTER);
    expect(view).toMatchObject({ attempt: { state: 'submitted' }, done: 0, total: 1 });
  });

  it('a final needs everything marked, and every number must be right even in a draft', async () => {
    const school = await makeSchool();
    await expect(saveScore(school.owner, oralScore(school, { lld: undefined }), AFTER)).rejects.toMatchObject({
      code: 'invalid',
      fields: { [`m.${school.items.oral}.lld`]: '流利度还没有打分' },
    });
    await expect(saveScore(school.owner, oralScore(school, { gjc: null }), AFTER)).rejects.toMatchObject({
      fields: { [`m.${school.items.oral}.gjc`]: expect.stringContaining('不适用') as string },
    });
    for (const zqd of [101, -1, 88.5, 'abc' as never]) {
      await expect(
        saveScore(school.owner, oralScore(school, { zqd }, { isFinal: false }), AFTER),
      ).rejects.toMatchObject({
        fields: { [`m.${school.items.oral}.zqd`]: '准确度应为 0 到 100 的整数' },
      });
    }
    await expect(saveScore(school.owner, writtenScore(school, [13, 4]), AFTER)).rejects.toMatchObject({
      fields: { [`p.${school.items.pen}.0`]: '第 3 题评分要点 1 应为 0 到 12 分，最多两位小数' },
    });
    await expect(saveScore(school.owner, writtenScore(school, [6, null]), AFTER)).rejects.toMatchObject({
      fields: { [`p.${school.items.pen}.1`]: '第 3 题评分要点 2 还没有给分' },
    });
  });

  it('theory is marked by its key every time, pen by hand; parts settle into the total', async () => {
    const school = await makeSchool();
    const score = await saveScore(school.owner, writtenScore(school, [8, 4.5]), AFTER);
    // 10 + 5 of 10 (one of two blanks) + 12.5 of 20.
    expect(score.percent).toBe(68.75);
    expect(score.marks.map((mark) => [mark.itemId, mark.points])).toEqual(
      expect.arrayContaining([
        [school.items.single, 10],
        [school.items.cloze, 5],
        [school.items.pen, 12.5],
      ]),
    );
    expect(await resultOf(school)).toEqual({ oral_percent: null, written_percent: 68.75, total_percent: null });
    await saveScore(school.owner, oralScore(school, {}), AFTER);
    // 87 × 60% + 68.75 × 40% = 79.7
    expect(await resultOf(school)).toEqual({ oral_percent: 87, written_percent: 68.75, total_percent: 80 });
  });

  it('marks sent for what a key decides change nothing', async () => {
    const school = await makeSchool();
    const input = writtenScore(school, [0, 0]);
    const score = await saveScore(
      school.owner,
      { ...input, marks: [...input.marks, { itemId: school.items.cloze, points: 10 }] },
      AFTER,
    );
    expect(score.marks.find((mark) => mark.itemId === school.items.cloze)?.points).toBe(5);
  });

  it('a final saved as a draft is taken back', async () => {
    const school = await makeSchool();
    await saveScore(school.owner, oralScore(school, {}), AFTER);
    expect((await getScoring(school.owner, { attemptId: school.oral.id, classId: 0 }, AFTER)).attempt.state).toBe(
      'scored',
    );
    await saveScore(school.owner, oralScore(school, {}, { isFinal: false, version: 1 }), AFTER);
    const view = await getScoring(school.owner, { attemptId: school.oral.id, classId: 0 }, AFTER);
    expect(view.attempt.state).toBe('submitted');
    expect(await resultOf(school)).toMatchObject({ oral_percent: null });
  });

  it('waits for photos that may still come', async () => {
    const school = await makeSchool();
    await db().updateTable('exams').set({ status: 'published' }).where('id', '=', school.exam.id).execute();
    const during = NOW + 80 * MINUTE;
    await expect(saveScore(school.owner, writtenScore(school, [8, 4]), during)).rejects.toEqual(
      refusal('conflict', /学生补传的照片到 .+:30 还会收下/),
    );
    await expect(
      saveScore(school.owner, writtenScore(school, [8, 4], { isFinal: false }), during),
    ).resolves.toMatchObject({ state: 'draft' });
    await expect(saveScore(school.owner, writtenScore(school, [8, 4], { version: 1 }), AFTER)).resolves.toMatchObject({
      state: 'final',
    });
  });
});

describe('several examiners', () => {
  it('each has a score of their own and finals are averaged', async () => {
    const school = await makeSchool();
    await saveScore(school.owner, oralScore(school, { zqd: 85, lld: 85, wzd: 85, gjc: 85 }), AFTER);
    await saveScore(school.oralExaminer, oralScore(school, { zqd: 86, lld: 86, wzd: 86, gjc: 86 }), AFTER);
    expect(await resultOf(school)).toMatchObject({ oral_percent: 85.5 });
    const seenByOwner = await getScoring(school.owner, { attemptId: school.oral.id, classId: 0 }, AFTER);
    expect(seenByOwner.own?.percent).toBe(85);
    expect(seenByOwner.others.map((score) => [score.examinerName, score.percent])).toEqual([['许志远', 86]]);
    const seenByExaminer = await getScoring(school.oralExaminer, { attemptId: school.oral.id, classId: 0 }, AFTER);
    expect(seenByExaminer.own?.percent).toBe(86);
    expect(seenByExaminer.others).toEqual([]);
  });

  it('two windows of one teacher never overwrite each other silently', async () => {
    const school = await makeSchool();
    await saveScore(school.owner, oralScore(school, {}), AFTER);
    const stale = oralScore(school, { zqd: 10 }, { comment: '另一个' });
    await expect(saveScore(school.owner, stale, AFTER + MINUTE)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('87分') as string,
      data: {
        extra: { version: 1, percent: 87, comment: '讲解完整', state: 'final', updatedAt: formatSecond(AFTER) },
      },
    });
    // Knowing the other version it may be replaced; the same again is harmless.
    await saveScore(school.owner, { ...stale, version: 1 }, AFTER + MINUTE);
    const again = await saveScore(school.owner, { ...stale, version: 1 }, AFTER + 2 * MINUTE);
    expect(again.version).toBe(2);
    expect(await db().selectFrom('scores').select('id').execute()).toHaveLength(1);
  });

  it('one of several named examiners has their own pile', async () => {
    const school = await makeSchool();
    const second = actorOf(await makeTeacher());
    await db()
      .insertInto('exam_examiners')
      .values({ exam_id: school.exam.id, teacher_id: second.id, part: 'oral' })
      .execute();
    const sat = await makeAttempt({
      exam: school.exam,
      student: { id: school.other.id },
      part: 'oral',
      state: 'submitted',
      now: NOW,
    });
    await saveScore(school.oralExaminer, oralScore(school, {}), AFTER);
    const next = (actor: School['owner'], attemptId: number) =>
      findNextToScore(actor, { attemptId, classId: 0 }, AFTER);
    expect(await next(school.oralExaminer, school.oral.id)).toBe(sat.id);
    expect(await next(second, sat.id)).toBe(school.oral.id);
    expect(await next(school.owner, sat.id)).toBeNull();

    // Who comes in the place of another has not marked what was settled before.
    await saveScore(second, oralScore(school, {}), AFTER);
    const third = actorOf(await makeTeacher());
    await db()
      .updateTable('exam_examiners')
      .set({ teacher_id: third.id })
      .where('teacher_id', '=', second.id)
      .execute();
    const pileOf = async (who: School['owner']) => {
      const page = { keyword: '', currentPage: 1, pageSize: 15 };
      const { rows } = await listScoreExams(who, { ...page, status: null }, AFTER);
      const list = { examId: school.exam.id, part: 'oral', classId: 0, state: '' } as const;
      return [rows[0]?.parts[0]?.mine, (await listScoring(who, { ...list, ...page }, AFTER)).mine];
    };
    expect(await pileOf(third)).toEqual(Array(2).fill({ done: 0, total: 1 }));
    expect(await pileOf(school.oralExaminer)).toEqual(Array(2).fill({ done: 1, total: 2 }));
  });
});

describe('lists', () => {
  it('absent students stand in the list as 缺考, never as 0', async () => {
    const school = await makeSchool();
    const list = await listScoring(
      school.owner,
      { examId: school.exam.id, part: 'oral', classId: 0, state: '', keyword: '', currentPage: 1, pageSize: null },
      AFTER,
    );
    expect(list.rows.map((row) => [row.studentName, row.state, row.percent])).toEqual([
      ['林可欣', 'waiting', null],
      ['王一', 'absent', null],
      ['赵二', 'absent', null],
    ]);
    expect(list).toMatchObject({ done: 0, total: 1, firstOpenId: school.oral.id, pageSize: DEFAULT_PAGE_SIZE });
  });

  it('an exam moves from 待评分 to 待公布 to 已公布', async () => {
    const school = await makeSchool();
    const tab = async (actor: School['owner']) => {
      const page = { keyword: '', currentPage: 1, pageSize: 15 };
      return (await listScoreExams(actor, { ...page, status: 'todo' }, AFTER)).counts;
    };
    expect(await tab(school.owner)).toEqual({ todo: 1, done: 0, released: 0 });
    await saveScore(school.oralExaminer, oralScore(school, {}), AFTER);
    expect(await tab(school.oralExaminer)).toEqual({ todo: 0, done: 1, released: 0 });
    expect(await tab(school.owner)).toEqual({ todo: 1, done: 0, released: 0 });
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    // The paper that came out without a mark still waits for its owner.
    expect(await tab(school.owner)).toEqual({ todo: 1, done: 0, released: 1 });
    expect(await tab(school.stranger)).toEqual({ todo: 0, done: 0, released: 0 });
  });

  it('an exam ends when the last of it is answered; photos may come until later', async () => {
    const school = await makeSchool();
    await db().updateTable('exams').set({ closed_at: null }).where('id', '=', school.exam.id).execute();
    const page = { keyword: '', currentPage: 1, pageSize: 15, status: 'todo' as const };
    const [row] = (await listScoreExams(school.owner, page, AFTER)).rows;
    const exam = await db().selectFrom('exams').selectAll().where('id', '=', school.exam.id).executeTakeFirstOrThrow();
    expect(exam.upload_end_time).toBeGreaterThan(exam.end_time ?? 0);
    expect(row?.endsAt).toBe(Math.max(exam.end_time ?? 0, exam.oral_end_time ?? 0));
  });

  it('a paper that keys decide alone is scored in one step', async () => {
    const owner = await makeTeacher();
    const classroom = await makeClassroom({ teacher: owner });
    const exam = await makeExam({
      owner,
      classrooms: [classroom],
      written: [await makeTheoryQuestion({ owner })],
      status: 'closed',
      now: NOW,
    });
    for (const key of ['A', 'B']) {
      const student = await makeStudent({ classroom_id: classroom.id });
      await makeAttempt({
        exam,
        student,
        part: 'written',
        state: 'auto_submitted',
        answers: [{ keys: [key] }],
        now: NOW,
      });
    }
    expect(await scoreByKey(actorOf(owner), { examId: exam.id, part: 'written' }, AFTER)).toBe(2);
    expect(await scoreByKey(actorOf(owner), { examId: exam.id, part: 'written' }, AFTER)).toBe(0);
    const results = await db().selectFrom('results').select('total_percent').orderBy('total_percent').execute();
    expect(results.map((row) => row.total_percent)).toEqual([0, 100]);

    const school = await makeSchool();
    await expect(scoreByKey(school.owner, { examId: school.exam.id, part: 'written' }, AFTER)).rejects.toEqual(
      refusal('conflict'),
    );
  });
});

describe('release', () => {
  it('lists what is unscored and asks', async () => {
    const school = await makeSchool();
    await saveScore(school.owner, oralScore(school, {}), AFTER);
    const summary = await getReleaseSummary(school.owner, school.exam.id, AFTER);
    expect(summary.parts.map((part) => [part.part, part.scored, part.unscored.length, part.absent])).toEqual([
      ['oral', 1, 0, 2],
      ['written', 0, 1, 2],
    ]);
    const release = (actor: School['owner'], confirm: boolean) =>
      releaseExams(actor, { ids: [school.exam.id], confirm }, AFTER);
    await expect(release(school.owner, false)).rejects.toEqual(refusal('conflict', /笔试 1 份/));
    await expect(release(school.oralExaminer, true)).rejects.toEqual(refusal('forbidden'));
    await expect(release(school.stranger, true)).rejects.toEqual(refusal('not_found'));
    expect(await release(school.owner, true)).toBe(1);
    // Harmless when done twice.
    expect(await release(school.owner, true)).toBe(0);
    const messages = await db().selectFrom('messages').selectAll().execute();
    expect(messages).toHaveLength(3);
    expect(
      messages
        .filter((message) => message.body.includes('缺考'))
        .map((message) => message.user_id)
        .sort(),
    ).toEqual([school.other.id, school.absent.id].sort());
    expect(messages[0]).toMatchObject({
      kind: 'score',
      link: `/examination/record_page/index?examId=${school.exam.id}`,
    });
  });

  it('closes an exam that is over first, and waits for one that is not', async () => {
    const school = await makeSchool();
    await db()
      .updateTable('exams')
      .set({ status: 'published', closed_at: null })
      .where('id', '=', school.exam.id)
      .execute();
    const release = (now: number) => releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, now);
    await expect(release(NOW + 80 * MINUTE)).rejects.toEqual(refusal('conflict', /结束后才能公布/));
    await makeAttempt({
      exam: school.exam,
      student: { id: school.other.id },
      part: 'oral',
      deadline_at: AFTER + 10 * MINUTE,
      now: NOW,
    });
    await expect(release(AFTER)).rejects.toEqual(refusal('conflict', /1 人在答口语/));
    // Their time is over: the server hands the paper in, and the release goes on.
    expect(await release(AFTER + 11 * MINUTE)).toBe(1);
    expect(await getExamView(school.exam.id)).toMatchObject({ status: 'released', closedAt: AFTER + 11 * MINUTE });
  });

  it('locks the scores until it is taken back', async () => {
    const school = await makeSchool();
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    await expect(saveScore(school.owner, oralScore(school, {}), AFTER)).rejects.toEqual(
      refusal('conflict', /已经公布/),
    );
    await expect(unreleaseExams(school.oralExaminer, { ids: [school.exam.id] }, AFTER)).rejects.toEqual(
      refusal('forbidden'),
    );
    expect(await unreleaseExams(school.owner, { ids: [school.exam.id] }, AFTER)).toBe(1);
    await expect(saveScore(school.owner, oralScore(school, {}), AFTER)).resolves.toMatchObject({ percent: 87 });
    expect((await getOwnResult(school.student, school.exam.id, AFTER)).isReleased).toBe(false);
  });
});

describe('what a student reads', () => {
  it('nothing before the release, the own result after it, never somebody else’s', async () => {
    const school = await makeSchool();
    await saveScore(school.owner, oralScore(school, {}), AFTER);
    await saveScore(school.owner, writtenScore(school, [8, 4.5]), AFTER);
    const before = await getOwnResult(school.student, school.exam.id, AFTER);
    expect(Object.keys(before).sort()).toEqual(['awaitsResit', 'exam', 'handedIn', 'isReleased', 'resitCounts']);
    // The state of being scored is no secret, what it came to is.
    expect(JSON.stringify(before)).not.toMatch(/percent|68\.75|讲解完整|"total"|analysis|snapshot/);
    expect(
      (await listOwnHistory(school.student, { keyword: '', testType: null, currentPage: 1, pageSize: 15 })).rows,
    ).toEqual([]);

    await releaseExams(school.owner, { ids: [school.exam.id], confirm: false }, AFTER);
    const after = await getOwnResult(school.student, school.exam.id, AFTER);
    if (!after.isReleased) throw new Error('not released');
    expect(after.total).toBe(80);
    expect(after.parts.map((part) => [part.part, part.percent, part.weight])).toEqual([
      ['oral', 87, 60],
      ['written', 68.75, 40],
    ]);
    expect(after.parts[0]).toMatchObject({
      measures: { zqd: 88, lld: 82, wzd: 92, gjc: 86 },
      comments: [{ examiner: '周敏', text: '讲解完整' }],
    });
    expect(after.parts[1]).toMatchObject({ earned: 27.5, fullPoints: 40 });
    expect(after.parts[1]?.items.map((item) => [item.earned, item.percent])).toEqual([
      [10, 100],
      [5, 50],
      [12.5, 62.5],
    ]);
    expect(after.parts[1]?.items[2]).toMatchObject({ earnedPoints: [8, 4.5], comments: ['例子再具体些'] });
    const history = await listOwnHistory(school.student, {
      keyword: '期中',
      testType: null,
      currentPage: 1,
      pageSize: 15,
    });
    expect(history.rows).toMatchObject([{ examId: school.exam.id, total: 80 }]);

    await expect(getOwnResult(school.outsider, school.exam.id, AFTER)).rejects.toEqual(refusal('not_found'));
    await expect(getOwnResult(school.owner, school.exam.id, AFTER)).rejects.toEqual(refusal('not_found'));
    const absent = await getOwnResult(school.absent, school.exam.id, AFTER);
    expect(absent).toMatchObject({
      total: null,
      parts: [
        { missing: '缺考', percent: null },
        { missing: '缺考', percent: null },
      ],
    });
  });

  it('a part that was not sat is 缺考 and leaves no total; one not scored is 待评分', async () => {
    const school = await makeSchool();
    await db().deleteFrom('answers').execute();
    await db().deleteFrom('answer_journal').execute();
    await db().deleteFrom('attempts').where('id', '=', school.written.id).execute();
    await saveScore(school.owner, oralScore(school, {}), AFTER);
    await makeAttempt({
      exam: school.exam,
      student: { id: school.other.id },
      part: 'oral',
      state: 'submitted',
      now: NOW,
    });
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    expect(await getOwnResult(school.student, school.exam.id, AFTER)).toMatchObject({
      total: null,
      parts: [{ percent: 87, missing: null }, { missing: '缺考' }],
    });
    expect(await getOwnResult(school.other, school.exam.id, AFTER)).toMatchObject({
      parts: [{ percent: null, missing: '待评分' }, { missing: '缺考' }],
    });
    const [row] = (await listOwnHistory(school.other, { keyword: '', testType: null, currentPage: 1, pageSize: 15 }))
      .rows;
    expect(row?.parts).toEqual([
      { part: 'oral', percent: null, grade: null, missing: '待评分' },
      { part: 'written', percent: null, grade: null, missing: '缺考' },
    ]);
  });

  it('a student who changed class keeps what they sat', async () => {
    const school = await makeSchool();
    const elsewhere = await makeClassroom({ teacher: { id: school.owner.id } });
    await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, AFTER);
    const moved = { ...school.student, classroomId: elsewhere.id };
    expect((await getOwnResult(moved, school.exam.id, AFTER)).isReleased).toBe(true);
    expect(
      (await listOwnHistory(moved, { keyword: '', testType: null, currentPage: 1, pageSize: 15 })).totalCount,
    ).toBe(1);
  });
});
