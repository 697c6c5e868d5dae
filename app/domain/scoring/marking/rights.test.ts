import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { useFile } from '~/domain/file/file.commands.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { blindName } from '~/domain/exam/blind.rules';
import { lookAtMarks } from './looks.commands.server';
import { assertScoringPart, findNextToScore, listScoring } from '../paper/papers.queries.server';
import { releaseExams } from '../release/release.commands.server';
import { getScoreList } from '../report/score-list.queries.server';
import { getShareOut } from '../sharing-out/share-out.queries.server';
import { saveScore } from './scoring.commands.server';
import { getScoring } from './scoring.queries.server';
import type { ScoreKind } from '../paper/settlement.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 120 * 60_000;

/** Four papers of one class, two examiners and a third: the first and the last paper are `first`'s, both mark the second. */
async function makeSchool(settings: Partial<ExamSettings> = {}) {
  const owner = await makeTeacher({ name: '周敏' });
  const first = await makeTeacher({ name: '许志远' });
  const second = await makeTeacher({ name: '钱一鸣' });
  const third = await makeTeacher({ name: '孙立' });
  const classroom = await makeClassroom({ teacher: owner });
  const students: Awaited<ReturnType<typeof makeStudent>>[] = [];
  for (const [index, name] of ['林可欣', '王一', '赵二', '陈三', '缺席'].entries()) {
    students.push(await makeStudent({ classroom_id: classroom.id, name, account: `2026010${index}` }));
  }
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [first, second, third].map((teacher) => ({ teacher, part: 'written' as const })),
    status: 'closed',
    settings,
    now: NOW,
  });
  const papers: Awaited<ReturnType<typeof makeAttempt>>[] = [];
  for (const student of students.slice(0, 4)) {
    papers.push(
      await makeAttempt({
        exam,
        student,
        part: 'written',
        state: 'submitted',
        receipt_code: `K7M${student.id}`,
        now: NOW,
      }),
    );
  }
  const item = exam.items[0]?.id ?? 0;
  const give = async (index: number, teacher: { id: number }, kind: ScoreKind = 'examiner') => {
    await db()
      .insertInto('score_assignments')
      .values({
        exam_id: exam.id,
        part: 'written',
        student_id: students[index]?.id ?? 0,
        examiner_id: teacher.id,
        kind,
        created_at: NOW,
      })
      .execute();
  };
  const paper = (index: number) => papers[index]?.id ?? 0;
  const score = (who: { id: number }, index: number, points: number) =>
    saveScore(
      actorOf(who as Parameters<typeof actorOf>[0]),
      { attemptId: paper(index), marks: [{ itemId: item, points }], comment: '', isFinal: true, version: 0 },
      AFTER,
    );
  const list = (who: Parameters<typeof actorOf>[0], more: Partial<Parameters<typeof listScoring>[1]> = {}) =>
    listScoring(
      actorOf(who),
      { examId: exam.id, part: null, classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50, ...more },
      AFTER,
    );
  return { owner, first, second, third, classroom, students, exam, papers, paper, item, give, score, list };
}

async function makeSharedSchool(settings: Partial<ExamSettings> = {}) {
  const school = await makeSchool(settings);
  await school.give(0, school.first);
  await school.give(1, school.first);
  await school.give(1, school.second);
  await school.give(2, school.second);
  await school.give(3, school.first);
  return school;
}

const gone = expect.objectContaining({ code: 'not_found' }) as unknown;

it('an examiner of the other part is a stranger to a paper, not one who was replaced', async () => {
  const owner = await makeTeacher({ name: '周敏' });
  const [oralOnly, replaced] = [await makeTeacher(), await makeTeacher()];
  const classroom = await makeClassroom({ teacher: owner });
  const student = await makeStudent({ classroom_id: classroom.id });
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [await makeWrittenQuestion({ owner, points: 100, body: { markingPoints: [] } })],
    examiners: [{ teacher: oralOnly, part: 'oral' }],
    status: 'closed',
    now: NOW,
  });
  const oral = await makeAttempt({ exam, student, part: 'oral', state: 'submitted', now: NOW });
  const written = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  const none = { comment: '', percent: null, rubric_id: null, updated_at: NOW, finalised_at: null };
  const scores = [
    { attempt_id: oral.id, examiner_id: oralOnly.id },
    { attempt_id: written.id, examiner_id: replaced.id },
  ].map((row) => ({ ...none, ...row, kind: 'examiner', state: 'draft', version: 1 }));
  await db().insertInto('scores').values(scores).execute();
  const read = (who: typeof owner) => getScoring(actorOf(who), { attemptId: written.id, classId: 0 }, AFTER);
  await expect(read(oralOnly)).rejects.toEqual(gone);
  await expect(read(replaced)).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('换了阅卷老师') as string,
  });
});

describe('a part that was shared out', () => {
  it('an examiner lists, reads and scores only the papers given to them; the owner all', async () => {
    const { owner, first, second, third, list, paper, score } = await makeSharedSchool();
    const names = async (who: typeof owner) => (await list(who)).rows.map((row) => row.studentName);
    expect(await names(first)).toEqual(['林可欣', '王一', '陈三']);
    expect(await names(second)).toEqual(['王一', '赵二']);
    expect(await names(third)).toEqual([]);
    expect(await names(owner)).toEqual(['林可欣', '王一', '赵二', '陈三', '缺席']);

    const read = (who: typeof owner, index: number) =>
      getScoring(actorOf(who), { attemptId: paper(index), classId: 0 }, AFTER);
    await expect(read(first, 2)).rejects.toEqual(gone);
    await expect(score(first, 2, 50)).rejects.toEqual(gone);
    await expect(findNextToScore(actorOf(third), { attemptId: paper(0), classId: 0 }, AFTER)).rejects.toEqual(gone);
    expect(await read(second, 2)).toMatchObject({ previousId: paper(1), nextId: null, done: 0, total: 2 });
    expect(await db().selectFrom('scores').select('id').execute()).toEqual([]);
  });

  it('the files of a paper are read by its student, its examiners and the owner', async () => {
    const { owner, first, second, students, papers } = await makeSharedSchool();
    const [student] = students;
    const [attempt] = papers;
    if (!student || !attempt) throw new Error('no paper');
    const photo = await makeFile({ owner: student });
    await useFile(photo.id, 'attempt', attempt.id);
    const read = (who: typeof owner) => getReadableFile(actorOf(who), photo.id, AFTER);
    await expect(read(first)).resolves.toMatchObject({ id: photo.id });
    await expect(read(owner)).resolves.toMatchObject({ id: photo.id });
    await expect(read(second)).rejects.toEqual(gone);
  });

  it('next goes through the own papers that are still open', async () => {
    const { first, paper, score } = await makeSharedSchool();
    const next = (index: number) => findNextToScore(actorOf(first), { attemptId: paper(index), classId: 0 }, AFTER);
    expect(await next(0)).toBe(paper(1));
    await score(first, 1, 80);
    expect(await next(0)).toBe(paper(3));
    await score(first, 0, 80);
    await score(first, 3, 80);
    expect(await next(3)).toBeNull();
  });

  it('counts the own pile for an examiner and settled papers for the owner', async () => {
    const { owner, first, score, list } = await makeSharedSchool();
    await score(first, 0, 80);
    await score(first, 1, 80);
    expect(await list(first)).toMatchObject({ done: 1, total: 3, mine: { done: 2, total: 3 } });
    expect((await list(first, { state: 'mine' })).rows.map((row) => row.studentName)).toEqual(['陈三']);
    expect(await list(owner)).toMatchObject({ done: 1, total: 4, firstOpenId: null });
    const shown = (await list(owner)).rows[1]?.examiners.map((one) => [one.name, one.score]);
    expect(shown).toEqual([
      ['许志远', 'final'],
      ['钱一鸣', 'none'],
    ]);
    expect((await list(first)).rows[1]).toMatchObject({ examiners: [], percent: 80 });
  });
});

describe('arbitration', () => {
  it('waits for both, goes to the arbiter, and the nearer of the two counts with the third', async () => {
    const { first, second, third, owner, give, score, list, paper } = await makeSharedSchool();
    await score(first, 1, 60);
    expect((await list(owner)).rows[1]).toMatchObject({ settlement: 'waiting', state: 'marking', percent: null });
    await score(second, 1, 80);
    expect((await list(owner, { state: 'mine' })).rows.map((row) => row.studentName)).toEqual(['王一']);
    await give(1, third, 'arbiter');
    expect((await list(owner, { state: 'mine' })).rows).toEqual([]);

    const seen = await getScoring(actorOf(third), { attemptId: paper(1), classId: 0 }, AFTER);
    expect(seen).toMatchObject({ task: 'arbiter', own: null, others: [] });
    expect(JSON.stringify(seen)).not.toMatch(/"percent":(60|80)/);
    expect((await list(third)).rows).toMatchObject([{ task: 'arbiter', awaitsMe: true, percent: null }]);

    expect(await score(third, 1, 76)).toMatchObject({ kind: 'arbiter' });
    expect((await list(owner)).rows[1]).toMatchObject({ settlement: 'arbitrated', state: 'scored', percent: 78 });
    expect((await list(third)).rows).toMatchObject([{ awaitsMe: false, percent: 76 }]);
  });

  it('an owner who is no examiner is the third', async () => {
    const { first, second, owner, score, list } = await makeSharedSchool();
    await score(first, 1, 60);
    await score(second, 1, 80);
    expect(await score(owner, 1, 65)).toMatchObject({ kind: 'arbiter' });
    expect((await list(owner)).rows[1]).toMatchObject({ settlement: 'arbitrated', percent: 62.5 });
  });

  it('nobody sees what another gave, but the owner who looks at it', async () => {
    const { first, second, owner, score, paper, exam } = await makeSharedSchool();
    await score(first, 1, 60);
    const others = async (who: typeof owner) =>
      (await getScoring(actorOf(who), { attemptId: paper(1), classId: 0 }, AFTER)).others.map((one) => one.percent);
    expect(await others(second)).toEqual([]);
    await score(second, 1, 80);
    expect(await others(second)).toEqual([]);
    // Who may arbitrate sees neither; the owner looks at both in one place, which is noted.
    expect(await others(owner)).toEqual([]);
    await lookAtMarks(actorOf(owner), { examId: exam.id, part: 'written' }, AFTER);
    expect(await others(owner)).toEqual([60, 80]);
  });
});

describe('blind marking', () => {
  it('examiners see codes in an order of their own, no classes and nobody absent', async () => {
    const school = await makeSchool({ isBlind: true });
    const page = await school.list(school.first);
    const codes = school.papers.map((one) => blindName(one.id));
    expect(page.rows.map((row) => row.studentName)).toEqual([...codes].sort());
    expect(page).toMatchObject({ isBlind: true, classes: [] });
    const text = JSON.stringify(page);
    for (const student of school.students) {
      expect(text).not.toContain(student.name);
      expect(text).not.toContain(student.account);
    }
    expect(text).not.toContain('K7M');
    expect(text).not.toContain(school.classroom.name);
    expect(page.rows.every((row) => row.studentId === 0)).toBe(true);
    const [row] = page.rows;
    expect((await school.list(school.first, { keyword: row?.studentName.slice(3) ?? '' })).rows).toHaveLength(1);
    expect((await school.list(school.first, { keyword: '林可欣' })).rows).toEqual([]);
    // A class that is guessed in the URL filters nothing.
    expect((await school.list(school.first, { classId: school.classroom.id + 1 })).rows).toHaveLength(4);
  });

  it('a paper is blind for the owner too, whose list of results keeps the names', async () => {
    const school = await makeSchool({ isBlind: true });
    const codes = school.papers.map((one) => blindName(one.id)).sort();
    expect((await school.list(school.owner)).rows.map((row) => row.studentName)).toEqual(codes);
    const filter = { classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 } as const;
    const results = await getScoreList(
      actorOf(school.owner),
      { ...filter, examId: school.exam.id, sort: 'account', order: 'asc' },
      AFTER,
    );
    expect(results.rows.map((row) => row.name)).toContain('林可欣');
    // Papers are given away by their codes too.
    const shared = await getShareOut(
      actorOf(school.owner),
      {
        ...{ examId: school.exam.id, part: 'written', plan: null, studentId: 0 },
        filter: { ...filter, examinerId: 0, show: '' },
      },
      AFTER,
    );
    expect(shared.list.rows.map((row) => row.studentName)).toEqual(codes);
    const seen = await getScoring(actorOf(school.owner), { attemptId: school.paper(0), classId: 0 }, AFTER);
    expect(seen.student).toEqual({ id: 0, name: blindName(school.paper(0)), account: '', className: '' });
    expect(JSON.stringify([seen.student, seen.attempt])).not.toMatch(/林可欣|K7M|20260100/);
    // Nor when it was handed in, which whoever watched the room has seen.
    const { submitted_at: handedIn, started_at: began } = school.papers[0] ?? {};
    for (const at of [handedIn, began]) expect(JSON.stringify(seen.attempt)).not.toContain(String(at));
    expect((await school.list(school.first)).rows.map((row) => row.submittedAt)).toEqual([null, null, null, null]);
    expect(seen.attempt.studentId).toBe(0);
    const order = school.papers.map((one) => one.id).sort((a, b) => (blindName(a) < blindName(b) ? -1 : 1));
    const ids: number[] = [];
    for (let id: number | null = order[0] ?? null; id !== null;) {
      ids.push(id);
      id = (await getScoring(actorOf(school.owner), { attemptId: id, classId: 0 }, AFTER)).nextId;
    }
    expect(ids).toEqual(order);
  });

  it('ends with the release', async () => {
    const school = await makeSchool({ isBlind: true });
    await releaseExams(actorOf(school.owner), { ids: [school.exam.id], confirm: true }, AFTER);
    const seen = await getScoring(actorOf(school.first), { attemptId: school.paper(0), classId: 0 }, AFTER);
    expect(seen.student.name).toBe('林可欣');
    expect((await school.list(school.first)).rows.map((row) => row.studentName)).toContain('缺席');
  });

  it('but not for a re-sit that is still to be marked', async () => {
    const school = await makeSchool({ isBlind: true });
    for (const index of [0, 1, 2, 3])
      for (const who of [school.first, school.second, school.third]) {
        await school.score(who, index, 50);
      }
    await releaseExams(actorOf(school.owner), { ids: [school.exam.id], confirm: true }, AFTER);
    const [student] = school.students;
    await db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: school.exam.id, student_id: student!.id, part: 'written', state: 'open', reason: '不及格' },
        ...{ begins_at: NOW, ends_at: AFTER, upload_ends_at: AFTER, granted_by: school.owner.id, granted_at: NOW },
      })
      .execute();
    const again = await makeAttempt({
      exam: school.exam,
      student: student!,
      part: 'written',
      number: 2,
      state: 'submitted',
      now: AFTER,
    });
    for (const who of [school.first, school.owner]) {
      const seen = await getScoring(actorOf(who), { attemptId: again.id, classId: 0 }, AFTER);
      expect(seen.student.name).toBe(blindName(again.id));
      expect((await getScoring(actorOf(who), { attemptId: school.paper(0), classId: 0 }, AFTER)).student.name).toBe(
        '林可欣',
      );
    }
    const { rows } = await school.list(school.first);
    // Nobody who is absent stands beside it, of whom it would be one the less.
    expect(rows.map((row) => row.studentName)).toEqual(['林可欣', '王一', '赵二', '陈三', blindName(again.id)]);
    expect(rows.at(-1)).toMatchObject({ closedBy: null, closedHow: '' });
    expect(rows.at(-1)).toMatchObject({ number: 2, submittedAt: null, studentId: 0, awaitsMe: true });
  });
});

it('a call that names a part which the exam has not is told so, not another part’s papers', async () => {
  const owner = await makeTeacher();
  const exam = await makeExam({ owner, oral: await makeOralQuestion({ owner }), status: 'closed' });
  const asked = { examId: exam.id, part: 'written' as const };
  const refused = { code: 'invalid', fields: { part: '这场考试没有笔试部分' } };
  await expect(assertScoringPart(actorOf(owner), asked)).rejects.toMatchObject(refused);
  await expect(assertScoringPart(actorOf(owner), { ...asked, part: 'oral' })).resolves.toBeUndefined();
  await expect(assertScoringPart(actorOf(await makeTeacher()), asked)).rejects.toMatchObject({ code: 'not_found' });
});
