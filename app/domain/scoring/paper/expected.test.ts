import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { getExamFigures } from '~/domain/statistics/exam-figures.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { getConsistency } from '../marking/consistency.queries.server';
import { resultKey, savePageSetting } from '../release/page-setting.commands.server';
import { pageSettingSchema } from '../release/page-setting.schema';
import { findNextToScore, listScoring } from './papers.queries.server';
import { getReleaseSummary } from '../release/release.queries.server';
import { getScoring } from '../marking/scoring.queries.server';
import { listScoreExams } from '../marking/score-exams.queries.server';
import { getScoreList } from '../report/score-list.queries.server';
import { saveScore, scoreByKey } from '../marking/scoring.commands.server';
import { assignArbiter } from '../sharing-out/arbiter.commands.server';
import { setExaminers } from '../sharing-out/share-out.commands.server';
import { getShareOut } from '../sharing-out/share-out.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 7_200_000;

type Teacher = Awaited<ReturnType<typeof makeTeacher>>;

/** Two examiners named for the written part of two students, by themselves or by a key alone. */
async function makeSchool({ isByKey = false, ...settings }: Partial<ExamSettings> & { isByKey?: boolean } = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const first = await makeTeacher({ name: '许志远' });
  const second = await makeTeacher({ name: '钱一鸣' });
  const third = await makeTeacher({ name: '孙立' });
  const classroom = await makeClassroom({ teacher: owner });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [
      isByKey
        ? await makeTheoryQuestion({ owner, points: 100 })
        : await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } }),
    ],
    examiners: [first, second].map((teacher) => ({ teacher, part: 'written' as const })),
    status: 'closed',
    settings,
    now: NOW,
  });
  const papers = [];
  for (const [account, name] of [
    ['k1', '甲'],
    ['k2', '乙'],
  ] as const) {
    const student = await makeStudent({ classroom_id: classroom.id, account, name });
    papers.push(await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW }));
  }
  const [paper, other] = papers as [(typeof papers)[number], (typeof papers)[number]];
  const item = exam.items[0]?.id ?? 0;
  const score = (who: Teacher, points: number, attemptId = paper.id) =>
    saveScore(
      actorOf(who),
      { attemptId, marks: [{ itemId: item, points }], comment: '', isFinal: true, version: 0 },
      AFTER,
    );
  const list = { examId: exam.id, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 } as const;
  /** The one paper at every place that says how far it is. */
  const places = async () => {
    const scoring = await listScoring(actorOf(owner), { ...list, part: 'written' }, AFTER);
    const scores = await getScoreList(actorOf(owner), { ...list, sort: 'account', order: 'asc' }, AFTER);
    const release = await getReleaseSummary(actorOf(owner), exam.id, AFTER);
    const exams = await listScoreExams(
      actorOf(owner),
      { status: null, keyword: '', currentPage: 1, pageSize: 5 },
      AFTER,
    );
    const figures = await getExamFigures(actorOf(owner), { examId: exam.id, classroomId: 0 }, AFTER);
    return {
      list: scoring.rows.find((row) => row.attemptId === paper.id)?.state,
      done: [scoring.done, exams.rows[0]?.done, release.parts[0]?.scored, figures.total.count],
      scoreList: scores.rows.find((row) => row.studentId === paper.student_id)?.total ?? null,
      unscored: [release.unscoredCount, figures.total.unscored],
    };
  };
  const awaits = async (who: Teacher) => {
    const page = { status: null, keyword: '', currentPage: 1, pageSize: 5 };
    return (await listScoreExams(actorOf(who), page, AFTER)).rows[0]?.awaitsMe ?? 0;
  };
  return { exam, owner, first, second, third, paper, other, score, places, awaits };
}

describe('two examiners named for a part', () => {
  it('both mark every paper: after one score it is not done anywhere', async () => {
    const { first, second, owner, score, places, awaits } = await makeSchool();
    await score(first, 70);
    expect(await places()).toEqual({ list: 'marking', done: [0, 0, 0, 0], scoreList: null, unscored: [2, 2] });
    expect(await awaits(first)).toBe(1);
    expect(await awaits(second)).toBe(2);
    expect(await awaits(owner)).toBe(0);
    // The owner is neither of the two.
    await score(owner, 72);
    expect(await places()).toMatchObject({ list: 'marking', unscored: [2, 2] });
    await score(second, 76);
    expect(await places()).toEqual({ list: 'scored', done: [1, 1, 1, 1], scoreList: 73, unscored: [1, 1] });
  });

  it('one of them does where the teacher chose so', async () => {
    const { first, second, score, places, awaits } = await makeSchool({ markedBy: 'one' });
    await score(first, 70);
    expect(await places()).toEqual({ list: 'scored', done: [1, 1, 1, 1], scoreList: 70, unscored: [1, 1] });
    expect(await awaits(second)).toBe(1);
  });

  it('what is mine and what is settled are two figures, each what its rows are', async () => {
    const { exam, first, second, paper, other, score } = await makeSchool();
    await score(first, 70);
    await score(first, 60, other.id);
    const list = { examId: exam.id, part: 'written', classId: 0, keyword: '', currentPage: 1, pageSize: 50 } as const;
    const of = async (who: Teacher) => {
      const { done, total, mine, rows } = await listScoring(actorOf(who), { ...list, state: '' }, AFTER);
      const open = await listScoring(actorOf(who), { ...list, state: 'mine' }, AFTER);
      const marking = await getScoring(actorOf(who), { attemptId: paper.id, classId: 0 }, AFTER);
      expect([marking.done, marking.total, marking.mine]).toEqual([done, total, mine]);
      expect(rows.filter((row) => row.state === 'scored')).toHaveLength(done);
      expect(open.totalCount).toBe(mine ? mine.total - mine.done : 0);
      return { done, total, mine };
    };
    expect(await of(first)).toEqual({ done: 0, total: 2, mine: { done: 2, total: 2 } });
    expect(await of(second)).toEqual({ done: 0, total: 2, mine: { done: 0, total: 2 } });
    await score(second, 76);
    expect(await of(second)).toEqual({ done: 1, total: 2, mine: { done: 1, total: 2 } });
  });

  it('a paper that its key marks alone waits for no second look', async () => {
    const { first, exam, places } = await makeSchool({ isByKey: true });
    expect(await scoreByKey(actorOf(first), { examId: exam.id, part: 'written' }, AFTER)).toBe(2);
    expect(await places()).toMatchObject({ list: 'scored', unscored: [0, 0] });
  });

  it('the owner changes the choice later, and is told what it does first', async () => {
    const { first, owner, exam, score, places } = await makeSchool();
    await score(first, 70);
    const { settings, version } = (await db().selectFrom('exams').selectAll().executeTakeFirstOrThrow()) as never as {
      settings: string;
      version: number;
    };
    const input = pageSettingSchema.parse({ ...(JSON.parse(settings) as object), quickComments: '', examId: exam.id });
    const save = (confirm: string) =>
      savePageSetting(actorOf(owner), { ...input, markedBy: 'one', version, confirm }, AFTER);
    await expect(save('')).rejects.toMatchObject({
      data: { extra: { effect: { settlements: 1, rows: [{ name: '甲', before: null, after: 70 }] } } },
    });
    const kept = { oralWeight: exam.oral_weight, writtenWeight: exam.written_weight, arbitrationLimit: 10 };
    await save(resultKey({ ...kept, countedAttempt: 'last', markedBy: 'one' }));
    expect(await places()).toMatchObject({ list: 'scored', scoreList: 70 });
  });

  it('a third one joins: what was done waits for them, said before it happens', async () => {
    const { owner, first, second, third, exam, score, places } = await makeSchool();
    await score(first, 70);
    await score(second, 76);
    const examinerIds = [first, second, third].map((one) => one.id);
    const input = { examId: exam.id, part: 'written', examinerIds } as const;
    await expect(setExaminers(actorOf(owner), { ...input, isConfirmed: false }, AFTER)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('已评分的 1 份会等新加的老师评完再算') as string,
    });
    expect(await places()).toMatchObject({ list: 'scored' });
    await setExaminers(actorOf(owner), { ...input, isConfirmed: true }, AFTER);
    expect(await places()).toMatchObject({ list: 'marking' });
    // Who leaves after scoring keeps their place.
    await score(third, 74);
    expect(await places()).toMatchObject({ list: 'scored', scoreList: 73 });
  });

  it('one in the place of another: what was done stays done, and nothing else is said', async () => {
    const { owner, first, second, third, exam, score, places } = await makeSchool();
    await score(first, 70);
    await score(second, 76);
    const input = { examId: exam.id, part: 'written' as const, examinerIds: [first.id, third.id] };
    await expect(setExaminers(actorOf(owner), { ...input, isConfirmed: false }, AFTER)).rejects.toMatchObject({
      message: expect.not.stringContaining('已评分的') as string,
    });
    await setExaminers(actorOf(owner), { ...input, isConfirmed: true }, AFTER);
    expect(await places()).toMatchObject({ list: 'scored', scoreList: 73 });
  });

  it('who is asked to arbitrate one paper has that paper alone, and no other waits for them', async () => {
    const { owner, first, second, third, exam, paper, other, score, places, awaits } = await makeSchool();
    await score(first, 50);
    await score(second, 90);
    expect(await places()).toMatchObject({ list: 'arbitration' });
    expect(await awaits(owner)).toBe(1);
    const ask = { examId: exam.id, part: 'written' as const, ids: [paper.id], arbiterId: third.id };
    expect(await assignArbiter(actorOf(owner), ask, AFTER)).toEqual({ given: 1, own: 0 });
    expect([await awaits(owner), await awaits(third), await awaits(first)]).toEqual([0, 1, 1]);
    await expect(getScoring(actorOf(third), { attemptId: other.id, classId: 0 }, AFTER)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await findNextToScore(actorOf(third), { attemptId: paper.id, classId: 0 }, AFTER)).toBeNull();
    // Another one is asked instead: the first has nothing to do with the part any more, and nobody waits for them.
    const instead = await makeTeacher();
    await assignArbiter(actorOf(owner), { ...ask, arbiterId: instead.id }, AFTER);
    expect([await awaits(instead), await awaits(third)]).toEqual([1, 0]);
    await score(instead, 80);
    expect(await places()).toMatchObject({ list: 'scored', scoreList: 85 });
    // The pages about examiners say what each has marked; who only arbitrates is none of them.
    const { examiners } = await getConsistency(actorOf(owner), { examId: exam.id, part: 'written' });
    expect(examiners.map((one) => one.examinerId).sort()).toEqual([first.id, second.id].sort());
    const filter = { currentPage: 1, pageSize: 9, classId: 0, examinerId: 0, show: '' };
    const shares = { examId: exam.id, part: 'written', plan: null, filter, studentId: 0 } as const;
    const { loads, marksAll } = await getShareOut(actorOf(owner), shares, AFTER);
    expect([marksAll, ...loads.map(({ name, total, done }) => [name, total, done])]).toEqual([
      true,
      ['许志远', 2, 1],
      ['钱一鸣', 2, 1],
    ]);
    await score(first, 60, other.id);
    await score(second, 64, other.id);
    expect(await places()).toMatchObject({ done: [2, 2, 2, 2], unscored: [0, 0] });
  });
});

describe('whoever comes first marks a paper', () => {
  const ONE = { markedBy: 'one' } as const;

  it('who comes later is refused, by the page and by a draft that is kept, and reads who was first', async () => {
    const { exam, first, second, owner, paper, other, score, places, awaits } = await makeSchool(ONE);
    const item = exam.items[0]?.id ?? 0;
    const draft = (who: Teacher, attemptId: number, isByItself = false) =>
      saveScore(
        actorOf(who),
        { attemptId, marks: [{ itemId: item, points: 5 }], comment: '', isFinal: false, version: 0 },
        AFTER,
        { isByItself },
      );
    await draft(second, paper.id, true);
    expect((await getScoring(actorOf(first), { attemptId: paper.id, classId: 0 }, AFTER)).otherMarker).toMatchObject({
      name: '钱一鸣',
      state: 'draft',
    });
    await score(first, 80);
    const refused = { code: 'conflict', message: expect.stringContaining('许志远老师已经在') as string };
    await expect(score(second, 20)).rejects.toMatchObject(refused);
    await expect(
      saveScore(
        actorOf(second),
        { attemptId: paper.id, marks: [{ itemId: item, points: 6 }], comment: '', isFinal: false, version: 1 },
        AFTER,
        { isByItself: true },
      ),
    ).rejects.toMatchObject(refused);
    expect(await getScoring(actorOf(second), { attemptId: paper.id, classId: 0 }, AFTER)).toMatchObject({
      isLocked: true,
      otherMarker: { name: '许志远', state: 'final' },
    });
    const { rows } = await listScoring(
      actorOf(second),
      { examId: exam.id, part: 'written', classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 },
      AFTER,
    );
    expect(rows.map((row) => [row.isTaken, row.awaitsMe])).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await places()).toMatchObject({ list: 'scored', done: [1, 1, 1, 1], scoreList: 80 });
    expect([await awaits(first), await awaits(second), await awaits(owner)]).toEqual([1, 1, 0]);
    // The one who was first may still change what they gave.
    await saveScore(
      actorOf(first),
      { attemptId: paper.id, marks: [{ itemId: item, points: 82 }], comment: '', isFinal: true, version: 1 },
      AFTER,
    );
    expect(await places()).toMatchObject({ list: 'scored', scoreList: 82 });
    expect(other.id).toBeGreaterThan(0);
  });

  it('what two have marked all the same is waited for by neither, on the list and at home', async () => {
    const { exam, first, second, owner, score, places, awaits } = await makeSchool(ONE);
    await score(first, 80);
    // The owner, who is not named, may look twice.
    await score(owner, 20);
    expect(await places()).toMatchObject({ list: 'arbitration' });
    const mine = async (who: Teacher) => {
      const filter = { part: 'written', classId: 0, state: 'mine', keyword: '', currentPage: 1, pageSize: 50 } as const;
      return (await listScoring(actorOf(who), { examId: exam.id, ...filter }, AFTER)).totalCount;
    };
    for (const [who, count] of [
      [first, 1],
      [second, 1],
      // To decide on; what the named may still come to is theirs.
      [owner, 1],
    ] as const) {
      expect([await mine(who), await awaits(who)]).toEqual([count, count]);
    }
  });
});

it('what others are named to mark does not wait for the owner, who may go through it all the same', async () => {
  const { exam, owner, first, second, paper, other, awaits } = await makeSchool({ markedBy: 'one' });
  const filter = { examId: exam.id, part: 'written', classId: 0, keyword: '', currentPage: 1, pageSize: 50 } as const;
  const list = (state: '' | 'mine') => listScoring(actorOf(owner), { ...filter, state }, AFTER);
  const both = async () => [await awaits(owner), (await list('mine')).totalCount];
  expect(await both()).toEqual([0, 0]);
  expect((await list('')).firstOpenId).toBe(paper.id);
  const at = { attemptId: paper.id, classId: 0 };
  expect(await findNextToScore(actorOf(owner), at, AFTER)).toBe(other.id);
  await db().updateTable('users').set({ is_disabled: 1 }).where('id', '=', first.id).execute();
  expect(await both()).toEqual([0, 0]);
  // Nobody is left who could.
  await db().updateTable('users').set({ is_disabled: 1 }).where('id', '=', second.id).execute();
  expect(await both()).toEqual([2, 2]);
});

it('who is taken off a part that both mark is told, and the owner reads first what becomes of drafts and papers', async () => {
  const { owner, first, second, exam, paper, other, score, places } = await makeSchool();
  const item = exam.items[0]?.id ?? 0;
  await score(first, 70);
  await score(first, 60, other.id);
  await saveScore(
    actorOf(second),
    { attemptId: paper.id, marks: [{ itemId: item, points: 5 }], comment: '', isFinal: false, version: 0 },
    AFTER,
  );
  const link = `/examination/scoreexamination/scorelist?examId=${exam.id}&part=written`;
  const old = { user_id: second.id, kind: 'score' as const, body: '', created_at: NOW, link };
  await db()
    .insertInto('messages')
    .values([
      { ...old, title: '考试已结束', read_at: NOW, link: link.replace('&part=written', '') },
      { ...old, title: '请您阅卷', read_at: NOW },
      {
        ...old,
        title: '请再看一份答卷',
        read_at: NOW,
        link: `/examination/scoreexamination/score?attemptId=${paper.id}`,
      },
      { ...old, title: '请您仲裁', read_at: NOW, link: `${link}&state=arbitration` },
      { ...old, title: '别的考试', read_at: NOW, link: '/examination/scoreexamination/score?attemptId=999999' },
      { ...old, title: '阅卷期限', read_at: null },
    ])
    .execute();
  const input = { examId: exam.id, part: 'written' as const, examinerIds: [first.id] };
  await expect(setExaminers(actorOf(owner), { ...input, isConfirmed: false }, AFTER)).rejects.toMatchObject({
    message:
      '钱一鸣：没有提交的 1 份草稿不再计入。2 份答卷不再等这位老师，马上按已提交的评分计算。要更换，请勾选“我知道了”再保存。',
  });
  await setExaminers(actorOf(owner), { ...input, isConfirmed: true }, AFTER);
  expect(await places()).toMatchObject({ list: 'scored', scoreList: 70 });
  const told = await db()
    .selectFrom('messages')
    .select(['title', 'link'])
    .where('user_id', '=', second.id)
    .orderBy('id')
    .execute();
  expect(told).toEqual([
    { title: '考试已结束', link: '' },
    { title: '请您阅卷', link: '' },
    { title: '请再看一份答卷', link: '' },
    { title: '请您仲裁', link: '' },
    { title: '别的考试', link: '/examination/scoreexamination/score?attemptId=999999' },
    { title: expect.stringContaining('不用再阅卷') as string, link: '' },
  ]);
  // What they kept open, or wrote down, says why it is closed; to a stranger it is not there.
  const at = { attemptId: paper.id, classId: 0 };
  const filter = { part: null, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 5 } as const;
  const { name } = await db().selectFrom('exams').select('name').where('id', '=', exam.id).executeTakeFirstOrThrow();
  for (const ask of [
    (who: Teacher) => getScoring(actorOf(who), at, AFTER),
    (who: Teacher) => listScoring(actorOf(who), { ...filter, examId: exam.id }, AFTER),
  ]) {
    await expect(ask(second)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining(`「${name}」已经换了阅卷老师`) as string,
    });
    await expect(ask(await makeTeacher())).rejects.toMatchObject({ code: 'not_found' });
  }
});
