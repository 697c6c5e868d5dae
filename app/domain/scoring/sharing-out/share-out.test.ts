import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { handOver } from '~/domain/handover/handover.commands.server';
import { previewHandOver } from '~/domain/handover/handover.queries.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { disableColleague, enableColleague, registerWhenDisabled } from '~/domain/user/colleague.commands.server';
import { tellOwnersOfGone, withdrawGone } from './gone-examiner.commands.server';
import { useDatabase } from '~tests/support/db';
import { readSheetRows } from '~/lib/spreadsheet.server';
import { getConsistency } from '../marking/consistency.queries.server';
import { exportConsistency } from '../marking/consistency-export.server';
import { decideScore, revokeDecision } from '../marking/decision.commands.server';
import { findDecisionView } from '../marking/decision.queries.server';
import { lookAtMarks } from '../marking/looks.commands.server';
import { listScoring } from '../paper/papers.queries.server';
import { releaseExams, unreleaseExams } from '../release/release.commands.server';
import { blindName } from '~/domain/exam/blind.rules';
import { listScoreExams } from '../marking/score-exams.queries.server';
import { getScoring } from '../marking/scoring.queries.server';
import { listScores } from '../marking/scores.queries.server';
import { saveScore } from '../marking/scoring.commands.server';
import type { SharePlanInput } from './share-out-plan.rules';
import { assignArbiter } from './arbiter.commands.server';
import { setExaminers, setPaperExaminers, shareOut } from './share-out.commands.server';
import type { ShareLoad } from './share-loads.rules';
import { getShareOut } from './share-out.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;
const PART = 'written' as const;
const VIEW = {
  ...{ part: null, plan: null, studentId: 0 },
  filter: { currentPage: 1, pageSize: 50, classId: 0, examinerId: 0, show: '' },
};

type Teacher = Awaited<ReturnType<typeof makeTeacher>>;

/** Two classes of three and two papers, and one absent; examiners A, B and C, and a stranger. */
async function makeSchool(settings: Partial<ExamSettings> = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const a = await makeTeacher({ name: '许志远' });
  const b = await makeTeacher({ name: '钱一鸣' });
  const c = await makeTeacher({ name: '孙立' });
  const stranger = await makeTeacher({ name: '李外' });
  const classes = [
    await makeClassroom({ teacher: owner, name: '一班' }),
    await makeClassroom({ teacher: owner, name: '二班' }),
  ] as const;
  const exam = await makeExam({
    owner,
    classrooms: [...classes],
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [a, b, c].map((teacher) => ({ teacher, part: PART })),
    status: 'closed',
    settings,
    now: NOW,
  });
  const attempts: { id: number; student_id: number }[] = [];
  const sit = async (classroom: { id: number }, name: string) => {
    const student = await makeStudent({ classroom_id: classroom.id, name });
    const attempt = await makeAttempt({ exam, student, part: PART, state: 'submitted', now: NOW });
    attempts.push(attempt);
    return attempt;
  };
  for (const name of ['甲', '乙', '丙']) await sit(classes[0], name);
  for (const name of ['丁', '戊']) await sit(classes[1], name);
  await makeStudent({ classroom_id: classes[1].id, name: '缺席' });
  const paper = (index: number) => {
    const attempt = attempts[index];
    if (!attempt) throw new Error('no such paper');
    return attempt;
  };
  const item = exam.items[0]?.id ?? 0;
  const score = (who: Teacher, index: number, points: number, isFinal = true, version = 0) =>
    saveScore(
      actorOf(who),
      { attemptId: paper(index).id, marks: [{ itemId: item, points }], comment: '', isFinal, version },
      AFTER,
    );
  const plan = (more: Partial<SharePlanInput>): SharePlanInput => ({
    way: 'random',
    scope: 'all',
    examinerIds: [a.id, b.id],
    perPaper: 1,
    byClass: {},
    seed: 3,
    ...more,
  });
  const view = (more: Partial<SharePlanInput> | null = null, studentId = 0) =>
    getShareOut(
      actorOf(owner),
      {
        examId: exam.id,
        part: PART,
        plan: more && plan(more),
        filter: { currentPage: 1, pageSize: 50, classId: 0, examinerId: 0, show: '' },
        studentId,
      },
      AFTER,
    );
  const share = async (more: Partial<SharePlanInput>, who: Teacher = owner) => {
    const { preview } = await view(more);
    const input = { examId: exam.id, part: PART, plan: plan(more), mark: preview?.mark ?? '' };
    return shareOut(actorOf(who), input, AFTER);
  };
  const given = async () => {
    const rows = await db()
      .selectFrom('score_assignments')
      .innerJoin('users as students', 'students.id', 'score_assignments.student_id')
      .innerJoin('users as examiners', 'examiners.id', 'score_assignments.examiner_id')
      .select(['students.name as student', 'examiners.name as examiner', 'score_assignments.kind'])
      .orderBy('students.id')
      .orderBy('examiners.id')
      .execute();
    return rows.map((row) => `${row.student}:${row.examiner}${row.kind === 'arbiter' ? '(仲裁)' : ''}`);
  };
  const row = async (index: number) => {
    const list = await listScoring(
      actorOf(owner),
      { examId: exam.id, part: PART, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 },
      AFTER,
    );
    const found = list.rows.find((one) => one.attemptId === paper(index).id);
    if (!found) throw new Error('no such row');
    return found;
  };
  /** What the list of exams counts for a person is what the list of papers holds for them. */
  const awaits = async (who: Teacher) => {
    const page = { currentPage: 1, pageSize: 50, keyword: '' };
    const { rows } = await listScoreExams(actorOf(who), { ...page, status: null }, AFTER);
    const list = await listScoring(
      actorOf(who),
      { examId: exam.id, part: PART, classId: 0, state: 'mine', ...page },
      AFTER,
    );
    expect(rows[0]?.awaitsMe).toBe(list.rows.length);
    const { done, total, mine } = list;
    expect(rows[0]?.parts[0]).toMatchObject({ done, total, mine });
    expect(rows[0]).toMatchObject({ done, total });
    return { awaitsMe: list.rows.length, ...rows[0]?.parts[0] };
  };
  return { owner, a, b, c, stranger, classes, exam, sit, paper, score, plan, view, share, given, row, awaits };
}

const refusal = (code: string, message?: RegExp) =>
  expect.objectContaining({
    code,
    ...(message ? { message: expect.stringMatching(message) as string } : {}),
  }) as unknown;

describe('share-out', () => {
  it('counts for a person what they have to do with: their own papers, for an arbiter those in arbitration', async () => {
    const { owner, a, b, c, stranger, exam, paper, score, share, awaits } = await makeSchool({ arbitrationLimit: 10 });
    await share({ examinerIds: [a.id, b.id], perPaper: 2 });
    await score(a, 0, 40);
    await score(b, 0, 90);
    await score(a, 1, 60);
    await score(b, 1, 62);
    const input = { examId: exam.id, part: PART, ids: [paper(0).id], arbiterId: stranger.id };
    await assignArbiter(actorOf(owner), input, AFTER);
    expect(await awaits(owner)).toMatchObject({ done: 1, total: 5, mine: null });
    expect(await awaits(a)).toMatchObject({ done: 1, total: 5, mine: { done: 2, total: 5 } });
    expect(await awaits(c)).toMatchObject({ done: 0, total: 0, mine: null });
    expect(await awaits(stranger)).toMatchObject({ awaitsMe: 1, done: 0, total: 1, mine: null });
    await score(stranger, 0, 80);
    expect(await awaits(stranger)).toMatchObject({ awaitsMe: 0, done: 1, total: 1 });
  });

  it('shows the loads, then does what it showed: by class, to one or two', async () => {
    const { a, b, c, classes, view, share, given, exam } = await makeSchool();
    const byClass = { [classes[0].id]: [a.id], [classes[1].id]: [b.id, c.id] };
    const shown = await view({ way: 'class', byClass });
    expect(shown.classes.map((one) => [one.name, one.papers, one.open])).toEqual([
      ['一班', 3, 3],
      ['二班', 2, 2],
    ]);
    expect(shown.preview).toMatchObject({ changes: { given: 5, taken: 0, kept: 0, left: 0 }, reopened: 0 });
    expect(shown.preview?.loads.map((load) => [load.name, load.total, load.byClass])).toEqual([
      ['许志远', 3, { [classes[0].id]: 3 }],
      ['钱一鸣', 2, { [classes[1].id]: 2 }],
      ['孙立', 2, { [classes[1].id]: 2 }],
    ]);
    expect(await given()).toEqual([]);

    expect(await share({ way: 'class', byClass })).toBe(5);
    expect(await given()).toEqual([
      '甲:许志远',
      '乙:许志远',
      '丙:许志远',
      '丁:钱一鸣',
      '丁:孙立',
      '戊:钱一鸣',
      '戊:孙立',
    ]);
    const messages = await db()
      .selectFrom('messages')
      .select(['user_id', 'title', 'link'])
      .orderBy('user_id')
      .execute();
    expect(messages).toEqual([
      expect.objectContaining({ user_id: a.id, title: `分给您 3 份答卷：${exam.name}` }),
      expect.objectContaining({ user_id: b.id, title: `分给您 2 份答卷：${exam.name}` }),
      expect.objectContaining({ user_id: c.id }),
    ]);
    const audit = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('action', '=', 'score.share_out')
      .execute();
    expect(audit).toHaveLength(1);
    // The same once more changes nothing and tells nobody.
    expect(await share({ way: 'class', byClass })).toBe(0);
    expect(await db().selectFrom('messages').select('id').execute()).toHaveLength(3);
  });

  it('only the owner, and only what was shown', async () => {
    const { a, stranger, classes, share, sit, view, exam, plan, owner, given } = await makeSchool();
    await expect(share({}, a)).rejects.toEqual(refusal('forbidden'));
    await expect(share({}, stranger)).rejects.toEqual(refusal('not_found'));
    const { preview } = await view({});
    await sit(classes[0], '迟到');
    const input = { examId: exam.id, part: PART, plan: plan({}), mark: preview?.mark ?? '' };
    await expect(shareOut(actorOf(owner), input, AFTER)).rejects.toEqual(refusal('conflict', /预览之后/));
    expect(await given()).toEqual([]);
    for (const [more, sentence] of [
      [{ examinerIds: [] }, /勾选参加/],
      [{ examinerIds: [a.id], perPaper: 2 }, /两位老师/],
      [{ examinerIds: [stranger.id] }, /勾选参加/],
      [{ way: 'class', byClass: {} }, /至少给一个班/],
    ] as const) {
      expect((await view(more as Partial<SharePlanInput>)).previewProblem?.message).toMatch(sentence);
    }
    await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, AFTER);
    await expect(share({})).rejects.toEqual(refusal('conflict', /已经公布/));
  });

  it('hands out to latecomers alone, and keeps for each what they have begun', async () => {
    const { a, b, c, classes, share, score, sit, given, view } = await makeSchool();
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id], [classes[1].id]: [a.id] } });
    await score(a, 0, 70);
    await score(a, 1, 70, false);
    await sit(classes[0], '迟到');
    expect(await view()).toMatchObject({ papers: 6, open: 1 });
    await share({ way: 'random', scope: 'open', examinerIds: [b.id] });
    expect(await given()).toContain('迟到:钱一鸣');
    await share({ way: 'random', scope: 'all', examinerIds: [c.id] });
    expect(await given()).toEqual(['甲:许志远', '乙:许志远', '丙:孙立', '丁:孙立', '戊:孙立', '迟到:孙立']);
  });

  it('a paper that is scored waits again when it is given to a second', async () => {
    const { a, b, classes, share, score, row, view } = await makeSchool();
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id] } });
    await score(a, 0, 70);
    expect(await row(0)).toMatchObject({ state: 'scored', percent: 70 });
    const both = { way: 'class' as const, byClass: { [classes[0].id]: [a.id, b.id] } };
    expect((await view(both)).preview).toMatchObject({ reopened: 1 });
    await share(both);
    expect(await row(0)).toMatchObject({ state: 'marking', settlement: 'waiting', percent: null });
    await score(b, 0, 76);
    expect(await row(0)).toMatchObject({ state: 'scored', settlement: 'agreed', percent: 73 });
  });

  it('one a paper leaves scored what is, also where another has a draft or marked the re-sit', async () => {
    const { exam, a, b, share, score, row, view, paper, plan, given } = await makeSchool({ markedBy: 'one' });
    await score(b, 0, 50, false);
    await score(a, 0, 70);
    await score(a, 1, 70);
    const resit = await makeAttempt({
      ...{ exam, student: { id: paper(1).student_id }, part: PART, state: 'submitted', number: 2, now: NOW },
    });
    const marks = [{ itemId: exam.items[0]?.id ?? 0, points: 80 }];
    await saveScore(actorOf(b), { attemptId: resit.id, marks, comment: '', isFinal: true, version: 0 }, AFTER);
    for (const index of [0, 1]) expect(await row(index)).toMatchObject({ state: 'scored' });
    expect(plan({})).toMatchObject({ perPaper: 1, scope: 'all' });
    expect((await view({})).preview).toMatchObject({ reopened: 0 });
    expect((await view({ perPaper: 2 })).preview).toMatchObject({ reopened: 3 });
    await share({});
    for (const index of [0, 1]) expect(await row(index)).toMatchObject({ state: 'scored', percent: 70 });
    expect((await given()).filter((text) => /^[甲乙]/.test(text))).toEqual(['甲:许志远', '乙:钱一鸣']);
  });

  it('one paper goes to somebody else, who is told; a final score keeps its examiner', async () => {
    const { owner, a, b, c, stranger, classes, exam, share, score, given, paper } = await makeSchool();
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id] } });
    const give = (index: number, first: Teacher | null, second: Teacher | null = null) =>
      setPaperExaminers(
        actorOf(owner),
        {
          examId: exam.id,
          part: PART,
          studentId: paper(index).student_id,
          first: first?.id ?? null,
          second: second?.id ?? null,
        },
        AFTER,
      );
    expect(await give(0, b)).toBe('甲的答卷');
    await give(1, a, c);
    await give(2, null);
    expect(await given()).toEqual(['甲:钱一鸣', '乙:许志远', '乙:孙立']);
    await score(b, 0, 50);
    await expect(give(0, c)).rejects.toMatchObject({ fields: { first: expect.stringContaining('要保留') as string } });
    await expect(give(1, stranger)).rejects.toMatchObject({ code: 'invalid' });
    await expect(score(a, 0, 60)).rejects.toEqual(refusal('not_found', /改派给别的老师/));
  });
});

describe('examiners', () => {
  it('who has begun leaves only after a word, and their final scores stay', async () => {
    const { owner, a, b, c, classes, exam, share, score, given, row } = await makeSchool();
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id, b.id] } });
    await score(a, 0, 70);
    const set = (ids: number[], isConfirmed = false) =>
      setExaminers(actorOf(owner), { examId: exam.id, part: PART, examinerIds: ids, isConfirmed }, AFTER);
    await expect(set([b.id, c.id])).rejects.toEqual(refusal('conflict', /许志远：已提交的 1 份.*还没评完的 2 份/));
    expect(await set([b.id, c.id, owner.id], true)).toBe(0);
    expect(await given()).toEqual(['甲:许志远', '甲:钱一鸣', '乙:钱一鸣', '丙:钱一鸣']);
    await expect(score(a, 1, 70)).rejects.toEqual(refusal('forbidden'));
    await score(b, 0, 72);
    expect(await row(0)).toMatchObject({ settlement: 'agreed', percent: 71 });
    const told = await db().selectFrom('messages').select('user_id').where('title', 'like', '请您阅卷%').execute();
    expect(told).toEqual([]);
  });

  it('what two have is the other’s alone when one leaves: it is not called shared out to nobody', async () => {
    const { owner, a, b, c, exam, share, score, view, row } = await makeSchool();
    await share({ examinerIds: [a.id, b.id], perPaper: 2 });
    await score(a, 0, 70);
    const name = (isConfirmed: boolean) =>
      setExaminers(actorOf(owner), { examId: exam.id, part: PART, examinerIds: [a.id, c.id], isConfirmed }, AFTER);
    await expect(name(false)).rejects.toEqual(refusal('conflict', /^钱一鸣：还没评完的 5 份只由另一位老师评/));
    expect(await name(true)).toBe(0);
    expect(await view()).toMatchObject({ open: 0 });
    expect(await row(0)).toMatchObject({ state: 'scored', percent: 70 });
  });

  it('who comes is told, and must be a teacher', async () => {
    const { owner, a, stranger, exam, classes } = await makeSchool();
    const set = (ids: number[]) =>
      setExaminers(actorOf(owner), { examId: exam.id, part: PART, examinerIds: ids, isConfirmed: false }, AFTER);
    await set([a.id, stranger.id]);
    const told = await db()
      .selectFrom('messages')
      .select(['user_id', 'title'])
      .where('title', 'like', '请您阅卷%')
      .execute();
    expect(told).toEqual([{ user_id: stranger.id, title: `请您阅卷：${exam.name}（笔试）` }]);
    const student = await makeStudent({ classroom_id: classes[0].id });
    await expect(set([student.id])).rejects.toMatchObject({ code: 'invalid' });
    await expect(
      setExaminers(actorOf(a), { examId: exam.id, part: PART, examinerIds: [], isConfirmed: true }, AFTER),
    ).rejects.toEqual(refusal('forbidden'));
  });
});

describe('who has left', () => {
  /** 移交 of one's work to another, with the account disabled. */
  const hand = async (from: Teacher, to: Teacher) => {
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    const { mark } = await previewHandOver(from.id);
    await handOver(admin, { fromId: from.id, toId: to.id, disables: true, mark }, AFTER);
  };
  const loadsOf = (loads: ShareLoad[]) => loads.map((one) => [one.name, one.left, one.total, one.done]);

  it('their successor has what is open, shared out or not, also after a release was taken back', async () => {
    const { owner, a, b, c, stranger, exam, score, view, row } = await makeSchool({ arbitrationLimit: 50 });
    for (const who of [a, b, c]) await score(who, 0, 70);
    await score(a, 1, 70);
    await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, AFTER);
    await hand(a, stranger);
    await unreleaseExams(actorOf(owner), { ids: [exam.id] }, AFTER);
    const shown = await view();
    expect(shown.examiners.map((one) => one.name).sort()).toEqual(['孙立', '李外', '钱一鸣']);
    expect(shown.gone).toEqual([]);
    expect(loadsOf(shown.loads).sort()).toEqual([
      ['孙立', '', 5, 1],
      ['李外', '', 3, 0],
      ['许志远', '账号已停用', 2, 2],
      ['钱一鸣', '', 5, 1],
    ]);
    expect(await row(0)).toMatchObject({ state: 'scored' });
  });

  it('who only arbitrated marks as an examiner in their place; the owner who took over is none who has left', async () => {
    const { owner, b, stranger, exam, score, view } = await makeSchool();
    await score(b, 0, 90);
    const third = { exam_id: exam.id, teacher_id: stranger.id, part: PART, only_arbitrates: 1 as const };
    await db().insertInto('exam_examiners').values(third).execute();
    await hand(b, stranger);
    expect((await view()).loads.find((one) => one.id === stranger.id)).toMatchObject({ left: '', total: 4, done: 0 });
    await score(owner, 1, 60);
    expect((await view()).loads.find((one) => one.id === owner.id)).toMatchObject({ left: '', total: 1, done: 1 });
  });

  it('who is disabled without a successor is said to be, and given nothing more', async () => {
    const { owner, a, b, exam, paper, view, share, given } = await makeSchool();
    await share({ examinerIds: [a.id, b.id] });
    await db().updateTable('users').set({ is_disabled: 1 }).where('id', '=', a.id).execute();
    const shown = await view();
    expect([shown.gone.map((one) => one.name), shown.examiners.some((one) => one.id === a.id)]).toEqual([
      ['许志远'],
      false,
    ]);
    const give = { examId: exam.id, part: PART, studentId: paper(0).student_id, first: a.id, second: null };
    await expect(setPaperExaminers(actorOf(owner), give, AFTER)).rejects.toMatchObject({
      fields: { first: '这位老师的账号已停用，请选别的老师' },
    });
    await share({ examinerIds: [a.id, b.id] });
    expect((await given()).every((one) => one.endsWith('钱一鸣'))).toBe(true);
  });
});

describe('the first paper given to somebody', () => {
  it('leaves every other with who marks it: all who were named, or who has marked it', async () => {
    const { owner, a, b, c, exam, paper, score, view, given, awaits } = await makeSchool();
    for (const who of [a, b, c]) await score(who, 1, 70);
    await score(b, 2, 60, false);
    const give = { examId: exam.id, part: PART, studentId: paper(0).student_id, first: a.id, second: null };
    await setPaperExaminers(actorOf(owner), give, AFTER);
    expect(await given()).toEqual([
      '甲:许志远',
      ...['乙', '丙', '丁', '戊'].flatMap((name) => ['许志远', '钱一鸣', '孙立'].map((who) => `${name}:${who}`)),
    ]);
    expect(await view()).toMatchObject({ open: 0, papers: 5 });
    expect(await awaits(owner)).toMatchObject({ unshared: 0 });
    expect(await awaits(c)).toMatchObject({ awaitsMe: 3 });
    await score(b, 2, 65, true, 1);
  });

  it('is refused while whoever comes first marks: nobody could have the others', async () => {
    const { owner, a, exam, paper, given } = await makeSchool({ markedBy: 'one' });
    const give = { examId: exam.id, part: PART, studentId: paper(0).student_id, first: a.id, second: null };
    await expect(setPaperExaminers(actorOf(owner), give, AFTER)).rejects.toEqual(refusal('invalid'));
    expect(await given()).toEqual([]);
  });
});

describe('re-sits', () => {
  /** The first student sits again after a marked it; a is an examiner no more. */
  async function makeResit({ isReleased }: { isReleased: boolean }) {
    const school = await makeSchool();
    const { owner, a, b, c, classes, exam, share, score, paper } = school;
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id], [classes[1].id]: [b.id] } });
    for (const index of [0, 1, 2]) await score(a, index, 40);
    for (const index of [3, 4]) await score(b, index, 80);
    const naming = { examId: exam.id, part: PART, examinerIds: [b.id, c.id], isConfirmed: true };
    await setExaminers(actorOf(owner), naming, AFTER);
    if (isReleased) await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, AFTER);
    const studentId = paper(0).student_id;
    const resit = await makeAttempt({
      ...{ exam, student: { id: studentId }, part: PART, state: 'submitted', number: 2, now: NOW },
    });
    await makeResitRow(exam.id, studentId, owner.id);
    const give = (first: Teacher | null, second: Teacher | null = null) =>
      setPaperExaminers(
        actorOf(owner),
        { examId: exam.id, part: PART, studentId, first: first?.id ?? null, second: second?.id ?? null },
        AFTER,
      );
    const mark = (who: Teacher) =>
      saveScore(
        actorOf(who),
        {
          ...{ attemptId: resit.id, comment: '', isFinal: true, version: 0 },
          marks: [{ itemId: exam.items[0]?.id ?? 0, points: 75 }],
        },
        AFTER,
      );
    return { ...school, resit, give, mark };
  }
  const makeResitRow = (examId: number, studentId: number, grantedBy: number) =>
    db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: examId, student_id: studentId, part: PART, state: 'open', reason: '不及格' },
        ...{ begins_at: NOW, ends_at: AFTER, upload_ends_at: AFTER, granted_by: grantedBy, granted_at: NOW },
      })
      .execute();

  it.each([false, true])(
    'a re-sit waits for nobody who has left: the owner sees and gives it (%s)',
    async (isReleased) => {
      const { owner, a, b, c, view, give, mark, awaits, row, share } = await makeResit({ isReleased });
      expect(await awaits(owner)).toMatchObject({ unshared: 1 });
      const shown = await view();
      expect(shown).toMatchObject({
        open: 1,
        isLocked: false,
        papers: isReleased ? 1 : 6,
        students: isReleased ? 1 : 5,
      });
      expect(shown.loads.reduce((sum, load) => sum + load.total, 0) + shown.open).toBe(shown.papers);
      expect(shown.list.rows[0]?.examiners).toEqual([]);
      if (isReleased) expect(shown.list.rows).toHaveLength(shown.papers);
      await expect(mark(a)).rejects.toEqual(refusal('forbidden'));
      if (isReleased) await expect(give(b, c)).rejects.toEqual(refusal('conflict', /只分给一位/));
      await give(b);
      expect(await awaits(owner)).toMatchObject({ unshared: 0 });
      expect(await view()).toMatchObject({ open: 0 });
      expect(await awaits(b)).toMatchObject({ awaitsMe: 1 });
      expect(await row(0)).toMatchObject({ state: 'scored', percent: 40 });
      await mark(b);
      expect(await row(0)).toMatchObject({ state: 'scored', percent: 40 });
      if (!isReleased) return;
      expect(await view()).toMatchObject({ isLocked: true, papers: 6 });
      await expect(share({})).rejects.toEqual(refusal('conflict', /已经公布/));
    },
  );

  it('who arbitrated the first paper does not arbitrate the re-sit until they are asked', async () => {
    const { owner, a, b, stranger, exam, share, score, paper, view } = await makeSchool();
    await share({ perPaper: 2 });
    await score(a, 0, 90);
    await score(b, 0, 40);
    const studentId = paper(0).student_id;
    const ask = (id: number, now: number) =>
      assignArbiter(actorOf(owner), { examId: exam.id, part: PART, ids: [id], arbiterId: stranger.id }, now);
    await ask(paper(0).id, AFTER);
    await score(stranger, 0, 60);
    const later = AFTER + 60 * 60_000;
    const resit = await makeAttempt({
      ...{ exam, student: { id: studentId }, part: PART, state: 'submitted', number: 2, now: later },
    });
    await makeResitRow(exam.id, studentId, owner.id);
    const mark = (who: Teacher, points: number) =>
      saveScore(
        actorOf(who),
        {
          ...{ attemptId: resit.id, comment: '', isFinal: true, version: 0 },
          marks: [{ itemId: exam.items[0]?.id ?? 0, points }],
        },
        later + 1,
      );
    const mine = async () => {
      const page = { currentPage: 1, pageSize: 50, keyword: '' };
      const input = { examId: exam.id, part: PART, classId: 0, state: '' as const, ...page };
      return (await listScoring(actorOf(stranger), input, later + 1)).rows;
    };
    const examiners = async () => (await view()).list.rows[0]?.examiners.map((one) => one.id);

    expect(await examiners()).toEqual([a.id, b.id]);
    expect((await mine()).map((one) => [one.attemptId, one.ownScore])).toEqual([[paper(0).id, 'final']]);
    await expect(mark(stranger, 65)).rejects.toEqual(refusal('not_found', /没有分给您/));
    await mark(a, 90);
    await mark(b, 40);
    expect((await view()).list.rows[0]).toMatchObject({ attemptId: resit.id, state: 'arbitration' });
    expect(await mine()).toHaveLength(1);
    await ask(resit.id, later + 1);
    expect((await mine()).filter((one) => one.awaitsMe).map((one) => one.attemptId)).toEqual([resit.id]);
    expect(await examiners()).toContain(stranger.id);
  });

  it('shared out at random the re-sit goes to who is there', async () => {
    const { b, c, share, given } = await makeResit({ isReleased: true });
    expect(await share({ scope: 'open', examinerIds: [c.id] })).toBe(1);
    expect(await given()).toContain('甲:孙立');
    expect(b.id).not.toBe(c.id);
  });
});

describe('who has begun or cannot come', () => {
  it('a removed examiner’s draft is nobody’s, and what the owner marked is shared out no more: every count says so', async () => {
    const { owner, a, b, classes, exam, share, score, view, awaits } = await makeSchool();
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id], [classes[1].id]: [b.id] } });
    await score(a, 0, 60, false);
    const naming = { examId: exam.id, part: PART, examinerIds: [b.id], isConfirmed: true };
    await setExaminers(actorOf(owner), naming, AFTER);
    const shown = await view();
    expect(shown).toMatchObject({ open: 3, papers: 5 });
    expect(shown.list.rows.filter((one) => one.examiners.length === 0)).toHaveLength(3);
    expect(await awaits(owner)).toMatchObject({ unshared: 3 });
    await score(owner, 0, 70);
    const after = await view();
    expect(after).toMatchObject({ open: 2, papers: 5 });
    expect(after.classes.map((one) => one.open)).toEqual([2, 0]);
    expect(after.loads.reduce((sum, load) => sum + load.total, 0) + after.open).toBe(5);
    expect(await awaits(owner)).toMatchObject({ unshared: 2 });
  });

  it('a draft of a part that was everybody’s stays with who began it, and the preview counts it', async () => {
    const { a, b, score, view, share, given } = await makeSchool({ markedBy: 'one' });
    await score(b, 0, 60, false);
    const more = { examinerIds: [a.id] };
    expect((await view(more)).preview?.changes).toMatchObject({ kept: 1, given: 5 });
    await share(more);
    expect((await given())[0]).toBe('甲:钱一鸣');
    expect((await given()).slice(1).every((one) => one.endsWith(':许志远'))).toBe(true);
  });

  it('papers of a disabled arbiter or examiner are the owner’s to see, and the owner is told', async () => {
    const { owner, a, b, c, exam, share, score, paper, awaits, view } = await makeSchool();
    await share({ examinerIds: [a.id, b.id], perPaper: 2 });
    await score(a, 0, 40);
    await score(b, 0, 90);
    const ids = [paper(0).id];
    await assignArbiter(actorOf(owner), { examId: exam.id, part: PART, ids, arbiterId: c.id }, AFTER);
    expect(await awaits(owner)).toMatchObject({ awaitsMe: 0, toDecide: 0, unshared: 0 });
    const admin = await makeTeacher({ is_admin: 1 });
    registerWhenDisabled(tellOwnersOfGone, withdrawGone);
    for (const gone of [c, b]) await disableColleague(actorOf(admin), { userId: gone.id }, AFTER);
    expect(await awaits(owner)).toMatchObject({ awaitsMe: 1, toDecide: 1, unshared: 4 });
    const told = await db()
      .selectFrom('messages')
      .select('body')
      .where('user_id', '=', owner.id)
      .where('title', 'like', '阅卷老师的账号已停用%')
      .orderBy('id')
      .execute();
    expect(told.map((row) => row.body)).toEqual([
      expect.stringContaining('孙立老师的账号停用了，笔试有 1 份'),
      expect.stringContaining('钱一鸣老师的账号停用了，笔试有 4 份'),
    ]);
    await share({ way: 'balance' });
    expect((await view()).loads.find((load) => load.id === b.id)).toMatchObject({ total: 5, done: 1 });
  });

  it('the owner hears of a disabled examiner as long as papers wait: not once they changed hands or the account is back', async () => {
    const { owner, a, b, c, exam, share, score, classes } = await makeSchool();
    registerWhenDisabled(tellOwnersOfGone, withdrawGone);
    const admin = actorOf(await makeTeacher({ is_admin: 1 }));
    const disable = (who: Teacher) => disableColleague(admin, { userId: who.id }, AFTER);
    const told = async () => {
      const rows = await db()
        .selectFrom('messages')
        .select('body')
        .where('user_id', '=', owner.id)
        .where('title', 'like', '阅卷老师的账号已停用%')
        .orderBy('id')
        .execute();
      return rows.map(({ body }) => /^.*份答卷|^这件事已经过去/.exec(body)?.[0]);
    };
    const read = () => db().updateTable('messages').set({ read_at: AFTER }).execute();
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id], [classes[1].id]: [b.id] } });
    for (const gone of [a, b]) await disable(gone);
    expect(await told()).toEqual([
      '许志远老师的账号停用了，笔试有 3 份答卷',
      '钱一鸣老师的账号停用了，笔试有 2 份答卷',
    ]);
    await enableColleague(admin, { userId: b.id }, AFTER);
    expect(await told()).toEqual(['许志远老师的账号停用了，笔试有 3 份答卷']);
    // The owner marks one of them, the others are given to another examiner.
    await score(owner, 0, 70);
    expect(await told()).toEqual(['许志远老师的账号停用了，笔试有 2 份答卷']);
    const examinerIds = [b.id, c.id];
    await setExaminers(actorOf(owner), { examId: exam.id, part: PART, examinerIds, isConfirmed: true }, AFTER);
    expect(await told()).toEqual([]);
    await share({ scope: 'open', examinerIds: [c.id] });
    await disable(c);
    expect(await told()).toEqual(['孙立老师的账号停用了，笔试有 2 份答卷']);
    await read();
    const { mark } = await previewHandOver(c.id);
    await handOver(admin, { fromId: c.id, toId: b.id, mark, disables: false }, AFTER);
    expect(await told()).toEqual(['这件事已经过去']);
  });

  it('nor once the results are out', async () => {
    const { owner, a, exam, share } = await makeSchool();
    registerWhenDisabled(tellOwnersOfGone, withdrawGone);
    await share({ examinerIds: [a.id] });
    await disableColleague(actorOf(await makeTeacher({ is_admin: 1 })), { userId: a.id }, AFTER);
    const told = () =>
      db().selectFrom('messages').select('id').where('title', 'like', '阅卷老师的账号已停用%').execute();
    expect(await told()).toHaveLength(1);
    await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, AFTER);
    expect(await told()).toEqual([]);
  });
});

describe('what awaits whom', () => {
  it('counts the own pile, what is to arbitrate, to decide and still to be shared out', async () => {
    const { owner, a, b, c, classes, exam, share, sit, score, paper, awaits } = await makeSchool();
    // Not shared out: every named examiner of several scores every paper, nobody else has to.
    expect(await awaits(a)).toMatchObject({ awaitsMe: 5, mine: { done: 0, total: 5 } });
    await score(a, 0, 60);
    expect(await awaits(a)).toMatchObject({ awaitsMe: 4, mine: { done: 1, total: 5 } });
    expect(await awaits(b)).toMatchObject({ awaitsMe: 5 });
    expect(await awaits(owner)).toMatchObject({ awaitsMe: 0, mine: null, unshared: 0 });

    await share({ way: 'class', byClass: { [classes[0].id]: [a.id, b.id], [classes[1].id]: [b.id] } });
    await sit(classes[1], '迟到');
    expect(await awaits(a)).toMatchObject({ awaitsMe: 2, mine: { done: 1, total: 3 }, unshared: 0 });
    expect(await awaits(b)).toMatchObject({ awaitsMe: 5, mine: { done: 0, total: 5 } });
    expect(await awaits(c)).toMatchObject({ awaitsMe: 0, mine: null });
    expect(await awaits(owner)).toMatchObject({ awaitsMe: 0, unshared: 1 });

    await score(b, 0, 80);
    expect(await awaits(owner)).toMatchObject({ awaitsMe: 1, contested: 1 });
    expect(await awaits(a)).toMatchObject({ awaitsMe: 2, contested: 0 });
    const ids = [paper(0).id];
    await assignArbiter(actorOf(owner), { examId: exam.id, part: PART, ids, arbiterId: c.id }, AFTER);
    expect(await awaits(owner)).toMatchObject({ awaitsMe: 0, contested: 1 });
    expect(await awaits(c)).toMatchObject({ awaitsMe: 1, toArbitrate: 1 });
    // An arbiter whose account is disabled gives no score: the owner has to see to it again.
    const disable = (is_disabled: number) =>
      db().updateTable('users').set({ is_disabled }).where('id', '=', c.id).execute();
    await disable(1);
    expect(await awaits(owner)).toMatchObject({ awaitsMe: 1, contested: 1 });
    await disable(0);
    await score(c, 0, 70);
    expect(await awaits(c)).toMatchObject({ awaitsMe: 0, toArbitrate: 0 });
    expect(await awaits(owner)).toMatchObject({ awaitsMe: 1, contested: 1 });
  });
});

describe('arbitration and decision', () => {
  async function makeContested() {
    const school = await makeSchool();
    const { a, b, classes, share, score } = school;
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id, b.id] } });
    for (const index of [0, 1, 2]) {
      await score(a, index, 60);
      await score(b, index, index === 2 ? 65 : 80);
    }
    return school;
  }

  it('many papers go to an arbiter at once, never to one of the two', async () => {
    const { owner, a, c, stranger, exam, paper, given, score, row, view } = await makeContested();
    expect(await view()).toMatchObject({ contested: 2 });
    const ask = (who: Teacher) =>
      assignArbiter(
        actorOf(owner),
        { examId: exam.id, part: PART, ids: [0, 1, 2].map((index) => paper(index).id), arbiterId: who.id },
        AFTER,
      );
    await expect(ask(a)).rejects.toMatchObject({
      code: 'invalid',
      fields: { arbiterId: expect.stringMatching(/评过/) as unknown },
    });
    await expect(ask({ ...stranger, id: 999_999 })).rejects.toMatchObject({ code: 'invalid' });
    expect(await ask(c)).toEqual({ given: 2, own: 0 });
    expect((await given()).filter((text) => text.includes('仲裁'))).toEqual(['甲:孙立(仲裁)', '乙:孙立(仲裁)']);
    // Asked again for the same papers: told once.
    expect(await ask(c)).toEqual({ given: 2, own: 0 });
    expect(await db().selectFrom('messages').select('user_id').where('title', 'like', '请您仲裁%').execute()).toEqual([
      { user_id: c.id },
    ]);
    await score(c, 0, 78);
    expect(await row(0)).toMatchObject({ settlement: 'arbitrated', percent: 79 });
    await score(c, 1, 70);
    expect(await row(1)).toMatchObject({ settlement: 'owner', state: 'arbitration', percent: null });
    await expect(score(c, 2, 70)).rejects.toEqual(refusal('not_found'));
  });

  it('the owner decides with a reason, changes it and takes it back', async () => {
    const { owner, a, exam, paper, row } = await makeContested();
    const attemptId = paper(0).id;
    const scores = await listScores([attemptId]);
    const [low, high] = scores.map((one) => one.id) as [number, number];
    const decide = (scoreIds: number[], who = owner) =>
      decideScore(actorOf(who), { attemptId, scoreIds, reason: '第一位漏看背面' }, AFTER);
    await expect(decide([high], a)).rejects.toEqual(refusal('forbidden'));
    await decide([high]);
    expect(await row(0)).toMatchObject({ settlement: 'decided', state: 'scored', percent: 80 });
    expect(await findDecisionView(attemptId)).toMatchObject({ scoreIds: [high], reason: '第一位漏看背面' });
    await decide([low, high]);
    expect(await row(0)).toMatchObject({ settlement: 'decided', percent: 70 });
    await revokeDecision(actorOf(owner), { attemptId }, AFTER);
    await revokeDecision(actorOf(owner), { attemptId }, AFTER);
    expect(await row(0)).toMatchObject({ settlement: 'arbitration', percent: null });
    const actions = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('action', 'like', 'score.%dec%')
      .execute();
    expect(actions.map((one) => one.action)).toEqual(['score.decide', 'score.decide', 'score.revoke_decision']);
    await expect(decide([999])).rejects.toMatchObject({ fields: { scoreIds: expect.any(String) as string } });
    await releaseExams(actorOf(owner), { ids: [exam.id], confirm: true }, AFTER);
    await expect(decide([high])).rejects.toEqual(refusal('conflict', /已经公布/));
  });

  it('a score that the owner’s ruling counts, changed by its examiner, ends the ruling, and the owner is told', async () => {
    const { owner, a, b, classes, paper, row, score, share } = await makeSchool();
    await share({ way: 'class', byClass: { [classes[0].id]: [a.id, b.id] } });
    await score(a, 0, 60);
    const attemptId = paper(0).id;
    const own = (await listScores([attemptId]))[0]?.id ?? 0;
    // The other does not come.
    await decideScore(actorOf(owner), { attemptId, scoreIds: [own], reason: '第二位请假' }, AFTER);
    const told = async () => {
      const rows = await db().selectFrom('messages').select('title').where('user_id', '=', owner.id).execute();
      return rows.map((one) => one.title.split('：')[0]);
    };
    expect(await row(0)).toMatchObject({ settlement: 'decided', percent: 60 });
    expect(await told()).not.toContain('裁定不再有效');
    const seen = await getScoring(actorOf(a), { attemptId, classId: 0 }, AFTER);
    expect(seen).toMatchObject({ ends: 'ruling', isFixed: false });
    await score(a, 0, 70, true, 1);
    const { body } = await db()
      .selectFrom('messages')
      .select('body')
      .where('title', 'like', '裁定不再有效%')
      .executeTakeFirstOrThrow();
    expect(body).toContain('裁定时得分 60，现在没有得分。');
    expect(await row(0)).toMatchObject({ settlement: 'waiting', percent: null });
    expect(await findDecisionView(attemptId)).toBeNull();
  });

  it('marks that came apart stand: nobody searches for the hidden one, before or after the arbitration and a ruling', async () => {
    const { owner, a, b, c, exam, paper, row, score } = await makeContested();
    const attemptId = paper(0).id;
    const stands = async (who: Teacher, points: number) => {
      const before = await row(0);
      for (const isFinal of [true, false]) {
        await expect(score(who, 0, points, isFinal, 1)).rejects.toEqual(
          refusal('conflict', /已交仲裁，您提交的分数不能再改/),
        );
      }
      expect(await row(0)).toEqual(before);
      expect((await getScoring(actorOf(who), { attemptId, classId: 0 }, AFTER)).isFixed).toBe(true);
    };
    await stands(a, 76);
    await stands(b, 62);
    expect((await getScoring(actorOf(a), { attemptId: paper(2).id, classId: 0 }, AFTER)).isFixed).toBe(false);
    await score(a, 2, 62, true, 1);
    const ids = [paper(0).id];
    await assignArbiter(actorOf(owner), { examId: exam.id, part: PART, ids, arbiterId: c.id }, AFTER);
    await score(c, 0, 78);
    expect(await row(0)).toMatchObject({ settlement: 'arbitrated', percent: 79 });
    await stands(a, 76);
    const high = (await listScores([attemptId]))[1]?.id ?? 0;
    await decideScore(actorOf(owner), { attemptId, scoreIds: [high], reason: '第一位漏看背面' }, AFTER);
    await stands(b, 90);
    // What is written about it may still be mended.
    const kept = { attemptId, marks: [{ itemId: exam.items[0]?.id ?? 0, points: 60 }], isFinal: true, version: 1 };
    expect(await saveScore(actorOf(a), { ...kept, comment: '背面没有看到' }, AFTER)).toMatchObject({
      comment: '背面没有看到',
      percent: 60,
    });
    // Its page sends no marks with them.
    const alone = { ...kept, marks: [], comment: '背面没有看到，已改', version: 2 };
    expect(await saveScore(actorOf(a), alone, AFTER, { isCommentOnly: true })).toMatchObject({
      comment: '背面没有看到，已改',
      percent: 60,
    });
    expect(await row(0)).toMatchObject({ settlement: 'decided', percent: 80 });
  });

  it('分卷 and 一致性 open at the part in which something waits', async () => {
    const owner = await makeTeacher();
    const [a, b] = [await makeTeacher(), await makeTeacher()];
    const classroom = await makeClassroom({ teacher: owner });
    const exam = await makeExam({
      owner,
      classrooms: [classroom],
      oral: await makeOralQuestion({ owner }),
      written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
      examiners: [a, b].map((teacher) => ({ teacher, part: PART })),
      status: 'closed',
      now: NOW,
    });
    const shown = async () => [
      (await getConsistency(actorOf(owner), { examId: exam.id, part: null })).part,
      (await getShareOut(actorOf(owner), { ...VIEW, examId: exam.id }, AFTER)).part,
    ];
    expect(await shown()).toEqual(['oral', 'oral']);
    const student = await makeStudent({ classroom_id: classroom.id });
    await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
    const attempt = await makeAttempt({ exam, student, part: PART, state: 'submitted', now: NOW });
    expect(await shown()).toEqual(['oral', 'oral']);
    const itemId = exam.items.find((item) => item.part === PART)?.id ?? 0;
    for (const [who, points] of [
      [a, 20],
      [b, 90],
    ] as const) {
      const given = { attemptId: attempt.id, marks: [{ itemId, points }], comment: '', isFinal: true, version: 0 };
      await saveScore(actorOf(who), given, AFTER);
    }
    expect(await shown()).toEqual([PART, PART]);
    expect((await getConsistency(actorOf(owner), { examId: exam.id, part: 'oral' })).part).toBe('oral');
  });

  it('the report compares what the examiners gave, and the file holds the same cell by cell', async () => {
    const { owner, a, b, c, exam, paper, score } = await makeContested();
    const ids = [0, 1].map((index) => paper(index).id);
    await assignArbiter(actorOf(owner), { examId: exam.id, part: PART, ids, arbiterId: c.id }, AFTER);
    await score(c, 0, 78);
    // A mean of one paper is its marks: the owner, who may still arbitrate it, does not read them without looking.
    const before = await getConsistency(actorOf(owner), { examId: exam.id, part: PART });
    expect(before).toMatchObject({ papers: 2, shared: 2 });
    expect(before.remarks.join()).toContain('有 1 份答卷您还可能评分或仲裁，没有算进来');
    await lookAtMarks(actorOf(owner), { examId: exam.id, part: PART }, AFTER);
    const report = await getConsistency(actorOf(owner), { examId: exam.id, part: PART });
    expect(report.remarks.join()).not.toContain('没有算进来');
    // A gives 60, 60, 60; B 80, 80, 65; the first went to C, who sided with B; the second still waits.
    const [first, second, third] = [a, b, c].map((who) => report.examiners.find((one) => one.examinerId === who.id));
    expect(first).toMatchObject({ papers: 3, mean: { value: 60 }, spread: { value: 0 }, upheldRate: { value: 0 } });
    expect(second).toMatchObject({
      papers: 3,
      mean: { value: 75 },
      contestedRate: { value: 2 / 3 },
      upheldRate: { value: 1 },
    });
    expect(third).toMatchObject({ papers: 0 });
    expect(first?.severity).toEqual({ value: -15 });
    expect(report).toMatchObject({ papers: 3, shared: 3 });
    expect(report.pairs).toMatchObject([
      { ids: [a.id, b.id], papers: 3, distance: { value: 15 }, correlation: { why: '有一位给的分全部相同' } },
    ]);
    await expect(getConsistency(actorOf(a), { examId: exam.id, part: PART })).rejects.toEqual(refusal('forbidden'));

    const { name, bytes } = await exportConsistency(actorOf(owner), { examId: exam.id, part: PART }, AFTER);
    expect(name).toBe(`${exam.name}笔试评分一致性.xlsx`);
    const rows = await readSheetRows(Readable.from([bytes]), { maxRows: 50 });
    expect(rows.map((row) => row.cells)).toEqual([
      [
        '阅卷老师',
        '提交份数',
        '平均分',
        '标准差',
        '与别人的平均差',
        '共同评份数',
        '进入仲裁（%）',
        '仲裁后被采用（%）',
      ],
      ['许志远', '3', '60', '0', '-15', '3', '66.7', '0'],
      ['钱一鸣', '3', '75', '8.66', '15', '3', '66.7', '100'],
      ['孙立', '0', '—', '—', '—', '0', '—', '—'],
    ]);
  });
});

describe('a blind exam, whose owner does to papers what is done by their codes', () => {
  const everything = { currentPage: 1, pageSize: 50, classId: 0, examinerId: 0, show: '' };

  it('lists papers by their codes alone: who is to mark them once somebody has begun, and none while one is written', async () => {
    const { a, owner, exam, paper, score, share } = await makeSchool({ isBlind: true });
    await share({ examinerIds: [a.id] });
    const shown = (now = AFTER) =>
      getShareOut(
        actorOf(owner),
        { examId: exam.id, part: PART, plan: null, filter: everything, studentId: paper(0).student_id },
        now,
      );
    const codes = [0, 1, 2, 3, 4].map((index) => blindName(paper(index).id)).sort();
    const rowsOf = ({ list }: Awaited<ReturnType<typeof shown>>) =>
      list.rows.map((row) => [row.studentName, row.className, row.examiners.map((one) => one.name).join()]);
    expect(rowsOf(await shown())).toEqual(codes.map((code) => [code, '', '']));
    await score(a, 0, 80, false);
    expect(rowsOf(await shown())).toEqual(codes.map((code) => [code, '', '许志远']));
    expect((await shown()).chosen).toBeNull();
    // More time for one: the code that is missing among the others would be theirs.
    await db().updateTable('exams').set({ status: 'published', closed_at: null }).execute();
    await db().updateTable('attempts').set({ state: 'in_progress' }).where('id', '=', paper(0).id).execute();
    expect(rowsOf(await shown(NOW + 60_000))).toEqual([]);
    expect((await shown(NOW + 60_000)).sealed?.count).toBe(4);
  });

  it('gives a paper to another teacher by its code, never by the name: by name all are refused alike', async () => {
    const { a, b, owner, exam, share, score, paper, given } = await makeSchool({ isBlind: true });
    await share({ examinerIds: [a.id] });
    const before = await given();
    const give = (of: { studentId: number | null; attemptId: number | null }, to: Teacher) =>
      setPaperExaminers(actorOf(owner), { examId: exam.id, part: PART, ...of, first: to.id, second: null }, AFTER);
    const byName = (index: number) => give({ studentId: paper(index).student_id, attemptId: null }, b);
    const byCode = (index: number) => give({ studentId: null, attemptId: paper(index).id }, b);
    // Nothing moves before somebody marks: until then it is shared out as a whole, by class too.
    await expect(byCode(1)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('重新分卷') as string,
    });
    await score(a, 0, 70);
    const refused = [];
    for (const index of [0, 1]) refused.push(await byName(index).catch((error: unknown) => error));
    expect(refused[0]).toMatchObject({
      ...{ code: 'invalid', fields: { studentId: '匿名评阅的答卷不按姓名改派，请按答卷号改派。' } },
    });
    expect(refused[1]).toEqual(refused[0]);
    expect(await given()).toEqual(before);
    expect(await byCode(1)).toBe(blindName(paper(1).id));
    expect(await given()).toEqual(
      before.map((text) => (text.startsWith('乙') ? text.replace('许志远', '钱一鸣') : text)),
    );
    await expect(byCode(0)).rejects.toMatchObject({ fields: { first: expect.stringContaining('要保留') as string } });
  });

  it('is shared out by class before anybody marks, is counted as a whole, and not by class any more afterwards', async () => {
    const { a, b, owner, exam, classes, view, share, score, paper } = await makeSchool({ isBlind: true });
    const byClass = { [classes[0].id]: [a.id], [classes[1].id]: [b.id] };
    await share({ way: 'class', byClass });
    const counts = (loads: ShareLoad[]) => loads.map((load) => [load.name, load.total, load.byClass]);
    const all = [
      ['许志远', 3, {}],
      ['钱一鸣', 2, {}],
      ['孙立', 0, {}],
    ];
    expect(counts((await view()).loads)).toEqual(all);
    await score(b, 3, 60, false);
    const after = await view({ way: 'class', byClass });
    expect([after.preview, after.classes]).toEqual([null, []]);
    expect(after.previewProblem?.fields.byClass).toContain('不能再按班级分');
    expect(counts(after.loads)).toEqual(all);
    await expect(
      shareOut(
        actorOf(owner),
        {
          ...{ examId: exam.id, part: PART, mark: '' },
          plan: { way: 'class', scope: 'all', examinerIds: [], perPaper: 1, byClass, seed: 1 },
        },
        AFTER,
      ),
    ).rejects.toMatchObject({ fields: { byClass: expect.stringContaining('说出是哪个班的') as string } });
    // At random it goes on, and what is kept is counted as a whole too.
    const { preview } = await view({ examinerIds: [a.id] });
    expect(preview?.changes.kept).toBe(1);
    expect(counts(preview?.loads ?? [])).toEqual([
      ['许志远', 4, {}],
      ['钱一鸣', 1, {}],
      ['孙立', 0, {}],
    ]);
    expect(paper(3).id).toBeGreaterThan(0);
  });

  it('asks for an arbiter by the papers’ codes: nothing beside a code leads to a name, a class or the class list', async () => {
    const { a, b, c, owner, exam, classes, share, score, paper, given } = await makeSchool({ isBlind: true });
    await share({ examinerIds: [a.id, b.id], perPaper: 2 });
    for (const index of [0, 1, 2, 3]) {
      await score(a, index, 90);
      await score(b, index, 40);
    }
    const shown = (classId = 0) => {
      const filter = { currentPage: 1, pageSize: 50, classId, examinerId: 0, show: 'arbitration' };
      const input = { examId: exam.id, part: PART, plan: null, filter, studentId: 0 };
      return getShareOut(actorOf(owner), input, AFTER);
    };
    const codes = [0, 1, 2, 3].map((index) => blindName(paper(index).id)).sort();
    const { contestedPapers, list } = await shown();
    expect(contestedPapers.map((one) => blindName(one.attemptId))).toEqual(codes);
    expect(contestedPapers[0]).not.toHaveProperty('studentId');
    expect(list.rows.map((row) => [row.studentName, row.studentId, row.classId, row.submittedAt])).toEqual(
      codes.map((code) => [code, 0, null, null]),
    );
    // A class cannot be asked for to learn whose papers are of it.
    expect((await shown(classes[0].id)).list.rows).toHaveLength(4);
    const ids = list.rows.flatMap((row) => row.attemptId ?? []);
    expect(await assignArbiter(actorOf(owner), { examId: exam.id, part: PART, ids, arbiterId: c.id }, AFTER)).toEqual({
      ...{ given: 4, own: 0 },
    });
    expect((await given()).filter((text) => text.includes('仲裁'))).toHaveLength(4);
    // Who was asked stands beside the codes.
    const filter = { ...everything, examinerId: c.id };
    const asked = { examId: exam.id, part: PART, plan: null, filter, studentId: 0 };
    expect((await getShareOut(actorOf(owner), asked, AFTER)).list.rows.map((row) => row.studentName)).toEqual(codes);
    // While one of them is written again none takes an arbiter: that this one does not would tell whose it is.
    await db().updateTable('exams').set({ status: 'published', closed_at: null }).execute();
    await db().updateTable('attempts').set({ state: 'in_progress' }).where('id', '=', paper(0).id).execute();
    for (const id of ids) {
      const one = { examId: exam.id, part: PART, ids: [id], arbiterId: c.id };
      await expect(assignArbiter(actorOf(owner), one, NOW + 60_000)).rejects.toMatchObject({
        ...{ code: 'conflict', message: expect.stringContaining('全部考完以后') as string },
      });
    }
    // A student's id is no paper's.
    const students = { examId: exam.id, part: PART, ids: [paper(0).student_id + 100_000], arbiterId: c.id };
    await expect(assignArbiter(actorOf(owner), students, AFTER)).rejects.toEqual(refusal('invalid'));
  });
});
