import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';

import { saveScore } from '../marking/scoring.commands.server';
import { listScoring } from '../paper/papers.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { assignArbiter } from './arbiter.commands.server';
import { setExaminers } from './share-out.commands.server';
import { getShareOut } from './share-out.queries.server';

/** 更换阅卷老师: who marks, who only arbitrates, and who is still to mark a re-sit after the release. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;
const PART = 'written' as const;
const LIST = { classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 } as const;

type Teacher = Awaited<ReturnType<typeof makeTeacher>>;
let owner: Teacher;
let [a, b, c]: Teacher[] = [];
let exam: MadeExam;
let papers: { id: number; student_id: number }[];

const who = (teacher: Teacher | undefined) => {
  if (!teacher) throw new Error('no such teacher');
  return teacher;
};
const idsOf = (...teachers: (Teacher | undefined)[]) => teachers.map((one) => who(one).id);

beforeEach(async () => {
  owner = await makeTeacher({ name: '周敏' });
  [a, b, c] = [
    await makeTeacher({ name: '许志远' }),
    await makeTeacher({ name: '钱一鸣' }),
    await makeTeacher({ name: '孙立' }),
  ];
  const classroom = await makeClassroom({ teacher: owner });
  exam = await makeExam({
    ...{ owner, classrooms: [classroom], status: 'closed', now: NOW },
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [who(a), who(b)].map((teacher) => ({ teacher, part: PART })),
  });
  papers = [];
  for (const name of ['甲一一', '乙二二']) {
    const student = await makeStudent({ classroom_id: classroom.id, name });
    papers.push(await makeAttempt({ exam, student, part: PART, state: 'submitted', now: NOW }));
  }
});

const set = (named: number[], arbiterIds?: number[], isConfirmed = true) =>
  setExaminers(actorOf(owner), { examId: exam.id, part: PART, examinerIds: named, arbiterIds, isConfirmed }, AFTER);
const score = (teacher: Teacher | undefined, attemptId: number, points: number) =>
  saveScore(
    actorOf(who(teacher)),
    {
      ...{ attemptId, comment: '', isFinal: true, version: 0 },
      marks: [{ itemId: exam.items[0]?.id ?? 0, points }],
    },
    AFTER,
  );
const rowsOf = async (teacher: Teacher | undefined) =>
  (await listScoring(actorOf(who(teacher)), { ...LIST, examId: exam.id, part: PART }, AFTER)).rows;
const paper = (index: number) => papers[index]?.id ?? 0;
const told = async (teacher: Teacher | undefined) => {
  const own = db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', who(teacher).id);
  return (await own.orderBy('id').execute()).map((one) => `${one.title}：${one.body}`).join(' ');
};
const view = () =>
  getShareOut(
    actorOf(owner),
    {
      ...{ examId: exam.id, part: PART, plan: null, studentId: 0 },
      filter: { currentPage: 1, pageSize: 50, classId: 0, examinerId: 0, show: '' },
    },
    AFTER,
  );

const refusal = (code: string, message?: RegExp) =>
  expect.objectContaining({
    code,
    ...(message ? { message: expect.stringMatching(message) as string } : {}),
  }) as unknown;

describe('只仲裁', () => {
  it('is taken as the form says: who marks no more is waited for by nobody, and is told', async () => {
    await score(a, paper(0), 70);
    expect((await rowsOf(owner))[0]).toMatchObject({ settlement: 'waiting' });
    const named = idsOf(a, b);
    await expect(set(named, idsOf(b), false)).rejects.toEqual(refusal('conflict', /1 份答卷不再等这位老师/));
    await set(named, idsOf(b));
    expect((await rowsOf(owner))[0]).toMatchObject({ settlement: 'agreed', percent: 70 });
    expect(await rowsOf(b)).toEqual([]);
    expect(await told(b)).toContain('改为只请您仲裁：');
    // And back: both papers are theirs to mark again.
    await expect(set(named, [], false)).rejects.toEqual(refusal('conflict', /已评分的 1 份会等新加的老师/));
    await set(named, []);
    expect((await rowsOf(b)).map((row) => row.awaitsMe)).toEqual([true, true]);
    expect(await told(b)).toContain('请您阅卷');
  });

  it('who comes to arbitrate alone is told that the exam is among theirs, with nothing to mark yet', async () => {
    await set(idsOf(a, b, c), idsOf(c));
    expect(await told(c)).toMatch(/^请您只仲裁：.*现在不用评/);
    expect(await told(a)).toBe('');
  });

  it('is kept where the call says nothing of it, and no choice of who has marked', async () => {
    await set(idsOf(a, b, c), idsOf(c));
    await set(idsOf(a, b, c));
    expect((await view()).teachers.filter((one) => one.isArbiter).map((one) => one.id)).toEqual(idsOf(c));
    await score(b, paper(0), 70);
    await expect(set(idsOf(a, b, c), idsOf(b, c))).rejects.toMatchObject({
      code: 'invalid',
      fields: { arbiterIds: '钱一鸣老师已经提交过 1 名学生的评分，不能改成只仲裁。' },
    });
  });

  it('who arbitrates papers does not come to mark each of them too', async () => {
    await score(a, paper(0), 20);
    await score(b, paper(0), 90);
    const ids = [paper(0)];
    await assignArbiter(actorOf(owner), { examId: exam.id, part: PART, ids, arbiterId: who(c).id }, AFTER);
    const join = () => set(idsOf(a, b, c), []);
    await expect(join()).rejects.toMatchObject({ code: 'invalid', fields: { arbiterIds: /孙立老师是 1 名/ } });
    await score(c, paper(0), 80);
    await expect(join()).rejects.toMatchObject({ code: 'invalid' });
    expect((await rowsOf(owner))[0]).toMatchObject({ settlement: 'arbitrated', percent: 85 });
  });
});

describe('after the release of the whole exam', () => {
  /** Both papers are marked by both and out; the first student sits again. */
  async function makeResit({ isHandedIn = true } = {}) {
    for (const { id } of papers) for (const teacher of [a, b]) await score(teacher, id, 40);
    await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, AFTER);
    const studentId = papers[0]?.student_id ?? 0;
    await db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: exam.id, student_id: studentId, part: PART, state: 'open', reason: '不及格' },
        ...{ begins_at: NOW, ends_at: AFTER, upload_ends_at: AFTER, granted_by: owner.id, granted_at: NOW },
      })
      .execute();
    if (!isHandedIn) return 0;
    const student = { id: studentId };
    return (await makeAttempt({ exam, student, part: PART, state: 'submitted', number: 2, now: NOW })).id;
  }
  const fixed = async () =>
    (
      await db()
        .selectFrom('attempts')
        .select(['fixed_examiners', 'state', 'percent'])
        .where('number', '=', 1)
        .orderBy('id')
        .execute()
    ).map((row) => [row.fixed_examiners, row.state, row.percent]);

  it('a re-sit gets other examiners, and what is out stays what it was', async () => {
    const resit = await makeResit();
    const before = await fixed();
    expect(await view()).toMatchObject({ isLocked: false, mayName: true });
    await set(idsOf(c));
    expect(await fixed()).toEqual(before);
    expect(await told(c)).toMatch(/请您评阅这场考试笔试部分的补考。别的成绩已经公布/);
    await expect(score(a, resit, 75)).rejects.toEqual(refusal('forbidden'));
    await score(c, resit, 75);
    expect((await rowsOf(owner)).map((row) => [row.number, row.state, row.percent])).toEqual([
      [1, 'scored', 40],
      [2, 'scored', 75],
      [1, 'scored', 40],
    ]);
    expect(await fixed()).toEqual(before);
    // Nothing is left to mark: the record stands.
    expect(await view()).toMatchObject({ isLocked: true, mayName: false });
    await expect(set(idsOf(a))).rejects.toEqual(refusal('conflict', /已经公布/));
  });

  it('who leaves is said to keep every mark that stays, of what is out too', async () => {
    const resit = await makeResit();
    await score(a, resit, 60);
    await expect(set(idsOf(b), [], false)).rejects.toEqual(refusal('conflict', /许志远：已提交的 3 份评分保留/));
    await set(idsOf(b));
    expect(await told(a)).toContain('您已提交的 3 份评分照样计入');
  });

  it('also while it is not handed in yet', async () => {
    await makeResit({ isHandedIn: false });
    expect(await view()).toMatchObject({ isLocked: true, mayName: true });
    await set(idsOf(a, b, c));
    expect((await view()).examiners).toHaveLength(3);
  });
});
