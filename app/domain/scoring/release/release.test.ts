import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { getSittingById, getWaitingRoom } from '~/domain/attempt/sitting.commands.server';
import { listAllStudentExams } from '../result/student-exams.queries.server';
import { extendExam } from '~/domain/room/extend.commands.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { closeEndedExams, closeExams } from '~/domain/room/close.commands.server';
import { closeOverdueAttempts } from '~/domain/attempt/attempt.commands.server';
import { listOwnExams } from '~/domain/exam/exam-list.queries.server';
import { listWrongEntries } from '~/domain/practice/wrong.queries.server';
import { listCensusExams } from '~/domain/statistics/census.queries.server';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
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
import { askExaminers } from '~/domain/exam/ask-examiners.commands.server';
import { releaseAutomatically } from './auto-release.commands.server';
import { releaseAndCount, releasedText, releaseExams, unreleaseExams } from './release.commands.server';
import { getReleaseSummary } from './release.queries.server';
import { listOwnHistory } from '../result/history.queries.server';
import { getOwnResult } from '../result/result.queries.server';
import { listScoreExams } from '../marking/score-exams.queries.server';
import { saveScore, scoreByKey } from '../marking/scoring.commands.server';
import { getScoring } from '../marking/scoring.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const MINUTE = 60_000;
const AFTER = NOW + 120 * MINUTE;
const HISTORY = { currentPage: 1, pageSize: 15, keyword: '', testType: null };

const refusal = (code: string, message?: RegExp) =>
  expect.objectContaining({ code, ...(message ? { message: expect.stringMatching(message) as string } : {}) });

/** Two classes, a student of each and one who was in the first and has moved away; all sat it, one answer wrong each. */
async function makeSchool(
  input: { settings?: Partial<ExamSettings>; byHand?: boolean; status?: 'closed' | 'published' } = {},
) {
  const owner = await makeTeacher({ name: '周敏' });
  const [first, second, elsewhere] = [
    await makeClassroom({ teacher: owner, name: '一班' }),
    await makeClassroom({ teacher: owner, name: '二班' }),
    await makeClassroom({ teacher: owner, name: '三班' }),
  ];
  const people = {
    a: await makeStudent({ classroom_id: first.id }),
    b: await makeStudent({ classroom_id: second.id }),
    moved: await makeStudent({ classroom_id: elsewhere.id }),
    absent: await makeStudent({ classroom_id: first.id }),
  };
  const question = await makeTheoryQuestion({ owner, points: 10 });
  const exam = await makeExam({
    owner,
    classrooms: [first, second],
    written: [question, ...(input.byHand ? [await makeWrittenQuestion({ owner, points: 10 })] : [])],
    settings: input.settings,
    status: input.status ?? 'closed',
    now: NOW,
  });
  const attempts = [];
  for (const student of [people.a, people.b, people.moved]) {
    attempts.push(
      await makeAttempt({ exam, student, part: 'written', state: 'submitted', answers: [{ keys: ['A'] }], now: NOW }),
    );
  }
  const actors = {
    a: actorOf(people.a),
    b: actorOf(people.b),
    moved: actorOf(people.moved),
    absent: actorOf(people.absent),
  };
  const sitAgain = () => makeExam({ owner, classrooms: [first], written: [question], now: AFTER });
  return { exam, attempts, first, second, sitAgain, owner: actorOf(owner), ...actors };
}

type School = Awaited<ReturnType<typeof makeSchool>>;

/** Who can see their result, by every way a student has of knowing. */
async function seenBy(school: School) {
  const seen: Record<string, boolean> = {};
  for (const name of ['a', 'b', 'moved'] as const) {
    const actor = school[name];
    const ways = [
      (await getOwnResult(actor, school.exam.id, AFTER)).isReleased,
      (await listOwnHistory(actor, HISTORY)).totalCount === 1,
      (await listAllStudentExams(actor, AFTER)).some((exam) => exam.group === 'released' && exam.totalPercent !== null),
      (await getWaitingRoom(actor, school.exam.id, AFTER)).exam.status === 'released',
      (await listWrongEntries(actor, AFTER)).length === 1,
    ];
    expect(new Set(ways).size, `${name}: ${ways.join()}`).toBe(1);
    seen[name] = ways[0] === true;
  }
  return seen;
}

async function messagesOf(school: School) {
  const rows = await db().selectFrom('messages').select('user_id').where('kind', '=', 'score').execute();
  return (['a', 'b', 'moved', 'absent'] as const).filter((name) => rows.some((row) => row.user_id === school[name].id));
}

const release = (school: School, classIds?: number[], confirm = true) =>
  releaseExams(school.owner, { ids: [school.exam.id], confirm, classIds }, AFTER);

describe('one class', () => {
  it('its students see their results everywhere, the others nowhere; with the last class the exam is released', async () => {
    const school = await makeSchool();
    await scoreByKey(school.owner, { examId: school.exam.id, part: 'written' }, AFTER);
    expect(await seenBy(school)).toEqual({ a: false, b: false, moved: false });
    expect(await release(school, [school.first.id])).toBe(1);
    expect((await getExamView(school.exam.id)).status).toBe('closed');
    expect(await seenBy(school)).toEqual({ a: true, b: false, moved: false });
    expect(await messagesOf(school)).toEqual(['a', 'absent']);
    expect(await release(school, [school.first.id])).toBe(0);
    expect(await release(school, [school.second.id])).toBe(1);
    expect((await getExamView(school.exam.id)).status).toBe('released');
    expect(await seenBy(school)).toEqual({ a: true, b: true, moved: true });
    expect(await messagesOf(school)).toEqual(['a', 'b', 'moved', 'absent']);
    expect(await db().selectFrom('messages').selectAll().where('user_id', '=', school.a.id).execute()).toHaveLength(1);
  });

  it('what is withheld leaves the other questions the numbers they have in the paper', async () => {
    const school = await makeSchool({ byHand: true });
    await release(school);
    const numbers = async () => {
      const result = await getOwnResult(school.a, school.exam.id, AFTER);
      const [part] = result.isReleased ? result.parts : [];
      return { numbers: part?.items.map((item) => item.number), closed: part?.closedCount };
    };
    expect(await numbers()).toEqual({ numbers: [1, 2], closed: 0 });
    await school.sitAgain();
    expect(await numbers()).toEqual({ numbers: [2], closed: 1 });
  });

  it('is taken back alone; the others stay', async () => {
    const school = await makeSchool();
    await scoreByKey(school.owner, { examId: school.exam.id, part: 'written' }, AFTER);
    await release(school);
    const unrelease = (classIds?: number[]) =>
      unreleaseExams(school.owner, { ids: [school.exam.id], classIds }, AFTER + MINUTE);
    expect(await unrelease([school.second.id])).toBe(1);
    expect(await unrelease([school.second.id])).toBe(0);
    expect(await seenBy(school)).toEqual({ a: true, b: false, moved: false });
    expect(await unrelease()).toBe(1);
    expect(await seenBy(school)).toEqual({ a: false, b: false, moved: false });
    const actions = await db().selectFrom('audit_entries').select('action').where('action', 'like', 'exam.%').execute();
    expect(actions.map((row) => row.action)).toEqual(['exam.release', 'exam.unrelease', 'exam.unrelease']);
  });

  it('how many are told is said as it is, and which class and whose re-sit it leaves out', async () => {
    const school = await makeSchool();
    const { exam, owner, first, second } = school;
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AFTER);
    const counts = async () => {
      const { studentCount, resittingCount } = await getReleaseSummary(owner, exam.id, AFTER);
      return [studentCount, resittingCount];
    };
    const put = async (classIds?: number[]) =>
      releasedText(await releaseAndCount(owner, { ids: [exam.id], confirm: true, classIds }, AFTER));
    await db().updateTable('users').set({ deleted_at: AFTER }).where('id', '=', school.moved.id).execute();
    expect(await counts()).toEqual([3, 0]);
    expect(await put([first.id])).toBe('2 名；还没有公布：二班');
    expect(await counts()).toEqual([1, 0]);
    await db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: exam.id, student_id: school.b.id, part: 'written', state: 'open', reason: '不及格' },
        ...{ begins_at: AFTER, ends_at: AFTER + MINUTE, upload_ends_at: null, granted_by: owner.id, granted_at: AFTER },
      })
      .execute();
    expect(await counts()).toEqual([0, 1]);
    expect(await put([second.id])).toBe('0 名；补考还没评完的 1 名评完再通知');
  });

  it('its scores are locked while the others are scored; no more time and no more classes', async () => {
    const school = await makeSchool();
    const [ofA, ofB] = school.attempts;
    const score = (attemptId = 0) =>
      saveScore(school.owner, { attemptId, marks: [], comment: '', isFinal: true, version: 0 }, AFTER);
    await release(school, [school.first.id]);
    await expect(score(ofA?.id)).rejects.toEqual(refusal('conflict', /这个班的公布/));
    const isLocked = async (attemptId = 0) =>
      (await getScoring(school.owner, { attemptId, classId: 0 }, AFTER)).isLocked;
    expect([await isLocked(ofA?.id), await isLocked(ofB?.id)]).toEqual([true, false]);
    // Those of the released class are left out.
    expect(await scoreByKey(school.owner, { examId: school.exam.id, part: 'written' }, AFTER)).toBe(2);
    const extend = {
      id: school.exam.id,
      scope: 'written' as const,
      minutes: 600,
      reason: '',
      all: true,
      studentIds: [],
    };
    await expect(extendExam(school.owner, extend, AFTER)).rejects.toEqual(refusal('conflict', /有班级的成绩已经公布/));
  });

  it('asks about what is unscored in it alone; classes of other exams are refused', async () => {
    const school = await makeSchool({ byHand: true });
    const [ofA] = school.attempts;
    const marks = [{ itemId: school.exam.items[1]?.id ?? 0, pointMarks: [6, 4] }];
    await saveScore(school.owner, { attemptId: ofA?.id ?? 0, marks, comment: '', isFinal: true, version: 0 }, AFTER);
    const { classes } = await getReleaseSummary(school.owner, school.exam.id, AFTER);
    expect(classes).toMatchObject([
      { name: '一班', releasedAt: null, students: 2, scored: 1, unscored: 0, absent: 1 },
      { name: '二班', releasedAt: null, students: 1, scored: 0, unscored: 1, absent: 0 },
    ]);
    await expect(release(school, [school.second.id], false)).rejects.toEqual(refusal('conflict', /笔试 1 份/));
    const list = { keyword: '', status: '', currentPage: 1, pageSize: 9 } as const;
    const isPartlyOut = async () => [
      (await listOwnExams(school.owner, list, AFTER)).rows[0]?.isPartlyReleased,
      (await listCensusExams(school.owner))[0]?.isPartlyReleased,
    ];
    expect(await isPartlyOut()).toEqual([false, false]);
    expect(await release(school, [school.first.id], false)).toBe(1);
    expect(await isPartlyOut()).toEqual([true, true]);
    const other = await makeClassroom({ teacher: { id: school.owner.id } });
    await expect(release(school, [other.id])).rejects.toEqual(refusal('invalid'));
    await expect(unreleaseExams(school.owner, { ids: [school.exam.id], classIds: [other.id] }, AFTER)).rejects.toEqual(
      refusal('invalid'),
    );
  });

  it('a paper that waits for arbitration counts as unscored', async () => {
    const school = await makeSchool({ byHand: true, settings: { arbitrationLimit: 10 } });
    const second = await makeTeacher();
    await db()
      .insertInto('exam_examiners')
      .values({ exam_id: school.exam.id, teacher_id: second.id, part: 'written' })
      .execute();
    const [ofA] = school.attempts;
    for (const [actor, points] of [
      [school.owner, [6, 4]],
      [actorOf(second), [0, 0]],
    ] as const) {
      const marks = [{ itemId: school.exam.items[1]?.id ?? 0, pointMarks: [...points] }];
      await saveScore(actor, { attemptId: ofA?.id ?? 0, marks, comment: '', isFinal: true, version: 0 }, AFTER);
    }
    const { classes } = await getReleaseSummary(school.owner, school.exam.id, AFTER);
    expect(classes[0]).toMatchObject({ name: '一班', unscored: 1, inArbitration: 1 });
    await expect(release(school, [school.first.id], false)).rejects.toEqual(refusal('conflict'));
  });
});

describe('automatic release', () => {
  const sweep = async (now: number) => {
    await closeOverdueAttempts(now);
    await closeEndedExams(now);
    return releaseAutomatically(now);
  };
  const auto = { settings: { releaseMode: 'auto' as const }, status: 'published' as const };

  it('once the last deadline has passed keys decide, and results come out; the owner may take it back for good', async () => {
    const school = await makeSchool(auto);
    expect(await sweep(NOW + 70 * MINUTE)).toBe(0);
    expect(await seenBy(school)).toEqual({ a: false, b: false, moved: false });
    expect(await sweep(AFTER)).toBe(1);
    expect(await seenBy(school)).toEqual({ a: true, b: true, moved: true });
    expect(await messagesOf(school)).toEqual(['a', 'b', 'moved', 'absent']);
    const told = db().selectFrom('messages').select('title').where('user_id', '=', school.owner.id);
    expect((await told.execute()).map((row) => row.title)).toEqual([`成绩已自动公布：${school.exam.name}`]);
    const audit = await db()
      .selectFrom('audit_entries')
      .select('actor_id')
      .where('action', '=', 'exam.release')
      .execute();
    expect(audit).toEqual([{ actor_id: null }]);
    expect(await sweep(AFTER + MINUTE)).toBe(0);
    await unreleaseExams(school.owner, { ids: [school.exam.id] }, AFTER + MINUTE);
    expect(await sweep(AFTER + 2 * MINUTE)).toBe(0);
    expect((await getExamView(school.exam.id)).status).toBe('closed');
  });

  it('whoever was asked to mark has nothing to mark: once keys did it, nobody is asked any more', async () => {
    const school = await makeSchool(auto);
    const examiner = await makeTeacher();
    const ask = async () => {
      const exam_id = school.exam.id;
      const row = { exam_id, teacher_id: examiner.id, part: 'written', only_arbitrates: 0 as const };
      await db()
        .insertInto('exam_examiners')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await askExaminers(await getExamView(exam_id), { part: 'written', teacherIds: [examiner.id] }, NOW);
    };
    const asked = async () =>
      (await db().selectFrom('messages').select('title').where('user_id', '=', examiner.id).execute()).length;
    await ask();
    expect(await asked()).toBe(1);
    expect(await sweep(AFTER)).toBe(1);
    expect(await asked()).toBe(0);

    const byHand = await makeSchool({ status: 'closed' });
    school.exam = byHand.exam;
    await ask();
    expect(await asked()).toBe(1);
    await scoreByKey(byHand.owner, { examId: byHand.exam.id, part: 'written' }, AFTER);
    expect(await asked()).toBe(0);
  });

  it('completes what was begun by hand', async () => {
    const school = await makeSchool(auto);
    const [ofA] = school.attempts;
    await saveScore(
      school.owner,
      { attemptId: ofA?.id ?? 0, marks: [], comment: '草稿', isFinal: false, version: 0 },
      NOW,
    );
    expect(await sweep(AFTER)).toBe(1);
    const scores = await db().selectFrom('scores').select(['state', 'comment', 'percent']).orderBy('id').execute();
    expect(scores).toEqual([
      { state: 'final', comment: '草稿', percent: 0 },
      { state: 'final', comment: '', percent: 0 },
      { state: 'final', comment: '', percent: 0 },
    ]);
  });

  it('does not release what needs a hand: the owner is told, once', async () => {
    const school = await makeSchool({ ...auto, byHand: true });
    expect(await sweep(AFTER)).toBe(0);
    expect(await sweep(AFTER + MINUTE)).toBe(0);
    const told = await db().selectFrom('messages').select('title').where('user_id', '=', school.owner.id).execute();
    expect(told).toEqual([{ title: `没有自动公布：${school.exam.name}` }]);
    expect(await db().selectFrom('scores').select('id').execute()).toEqual([]);
  });

  it('leaves alone what its owner releases by hand', async () => {
    const school = await makeSchool({ status: 'published' });
    expect(await sweep(AFTER)).toBe(0);
    expect((await getExamView(school.exam.id)).status).toBe('closed');
  });
});

it('an exam that its owner closed early was held until then, wherever that is said', async () => {
  const school = await makeSchool({ status: 'published' });
  const closedAt = NOW + 10 * MINUTE;
  expect((await getExamView(school.exam.id)).endTime).toBeGreaterThan(closedAt);
  await closeExams(school.owner, [school.exam.id], closedAt);
  await scoreByKey(school.owner, { examId: school.exam.id, part: 'written' }, closedAt);
  await releaseExams(school.owner, { ids: [school.exam.id], confirm: true }, closedAt + MINUTE);
  const page = { currentPage: 1, pageSize: 5, keyword: '' };
  const [history] = (await listOwnHistory(school.a, HISTORY)).rows;
  const [list] = (await listOwnExams(school.owner, { ...page, status: '' }, AFTER)).rows;
  const [scores] = (await listScoreExams(school.owner, { ...page, status: null }, AFTER)).rows;
  const [census] = await listCensusExams(school.owner);
  const [course] = (await getStudentFigures(school.a, AFTER)).exams;
  expect([history?.heldAt, list?.parts[0]?.endsAt, scores?.endsAt, census?.heldAt, course?.heldAt]).toEqual(
    Array<number>(5).fill(closedAt),
  );
});

it('that a paper is scored its student knows once the results are out', async () => {
  const school = await makeSchool();
  const attemptId = school.attempts[0]?.id ?? 0;
  const states = async () => {
    const [listed] = await listAllStudentExams(school.a, AFTER);
    return [listed?.parts[0]?.attempt?.state, (await getSittingById(school.a, attemptId, AFTER)).attempt.state];
  };
  await scoreByKey(school.owner, { examId: school.exam.id, part: 'written' }, AFTER);
  expect(await states()).toEqual(['submitted', 'submitted']);
  await release(school);
  expect(await states()).toEqual(['scored', 'scored']);
});
