import { beforeEach, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { findClassrooms } from '~/domain/classroom/classroom.queries.server';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { countUnread } from '~/domain/message/message.queries.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { listScoreExams } from '~/domain/scoring/marking/score-exams.queries.server';
import { assignArbiter } from '~/domain/scoring/sharing-out/arbiter.commands.server';
import { getReadableExam } from '~/domain/statistics/exam-figures.server';
import { addDirectory } from '~/domain/question-bank/directory.commands.server';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { moveQuestions } from '~/domain/question-bank/question.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { findUserById } from '~/domain/user/user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
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
import { dealWithForgotten } from '~/domain/user/forget.commands.server';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { useDatabase } from '~tests/support/db';
import { handOver } from './handover.commands.server';
import { previewHandOver } from './handover.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
/** The factory's exams are over by then. */
const LATER = Date.now() + 24 * 3_600_000;

let admin: Actor;
let leaver: UserRow;
let heir: UserRow;

beforeEach(async () => {
  admin = actorOf(await makeTeacher({ is_admin: 1, name: '管理员' }));
  leaver = await makeTeacher({ name: '何远' });
  heir = await makeTeacher({ name: '陆文' });
});

async function hand(changes: { toId?: number; disables?: boolean; mark?: string } = {}) {
  const { mark } = await previewHandOver(leaver.id);
  return handOver(admin, { fromId: leaver.id, toId: heir.id, disables: false, mark, ...changes }, NOW);
}

const countOf = async (table: 'questions' | 'exams' | 'directories' | 'quick_comments', ownerId: number) => {
  const row = await db()
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

/** What a teacher of some years has. */
async function furnish() {
  const teacher = actorOf(leaver);
  const classroom = await makeClassroom({ teacher: leaver, name: '导游1班' });
  const shared = await makeClassroom({ teacher: heir, teachers: [leaver] });
  const question = await makeTheoryQuestion({ owner: leaver });
  const top = await addDirectory(teacher, { bank: 'theory', parentId: null, name: '语法' }, NOW);
  const below = await addDirectory(teacher, { bank: 'theory', parentId: top.id, name: '时态' }, NOW);
  await addDirectory(actorOf(heir), { bank: 'theory', parentId: null, name: '语法' }, NOW);
  await moveQuestions(teacher, 'theory', { ids: [question.id], dirId: below.id }, NOW);
  const exam = await makeExam({ owner: leaver, classrooms: [classroom], written: [question] });
  await db()
    .insertInto('quick_comments')
    .values({ owner_id: leaver.id, text: '语速适中', position: 0, created_at: NOW })
    .execute();
  return { classroom, shared, question, exam, below };
}

it('shows what there is and hands it all over; what is personal stays', async () => {
  const { classroom, shared, exam } = await furnish();
  expect(await previewHandOver(leaver.id)).toMatchObject({
    counts: { theory: 1, directories: 2, exams: 1, runningExams: 1, classes: 2 },
    examNames: [exam.name],
  });
  const { counts } = await hand();
  expect(counts.theory).toBe(1);
  expect([await countOf('questions', leaver.id), await countOf('exams', leaver.id)]).toEqual([0, 0]);
  const tree = await listDirectories(actorOf(heir), 'theory');
  expect(tree.directories.map(({ name }) => name)).toEqual(['语法', '语法（2）']);
  expect(tree.directories[1]?.children).toMatchObject([{ name: '时态' }]);
  await expect(getOwnExam(actorOf(heir), exam.id)).resolves.toMatchObject({ ownerId: heir.id });
  const classes = await findClassrooms(actorOf(heir), [classroom.id, shared.id]);
  expect(classes.every(({ canChange }) => canChange)).toBe(true);
  expect((await findClassrooms(actorOf(leaver), [classroom.id]))[0]?.canChange).toBe(false);
  expect(await countOf('quick_comments', leaver.id)).toBe(1);
  expect([await countUnread(heir.id), await countUnread(leaver.id)]).toEqual([1, 1]);
  const audit = await db()
    .selectFrom('audit_entries')
    .select('detail')
    .where('action', '=', 'user.hand_over')
    .execute();
  expect(audit).toHaveLength(1);
  expect(Object.values((await previewHandOver(leaver.id)).counts).every((count) => count === 0)).toBe(true);
});

it('takes back what the leaver was asked, and passes on what pupils ask of their teacher', async () => {
  const { exam, classroom } = await furnish();
  const student = await makeStudent({ classroom_id: classroom.id, name: '唐静' });
  await dealWithForgotten({ account: student.account, name: student.name }, '', NOW);
  const marked = await makeExam({
    owner: heir,
    name: '期末',
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner: heir })],
    examiners: [{ teacher: leaver, part: 'written' }],
  });
  const about = { kind: 'score' as const, body: '', created_at: NOW, user_id: leaver.id };
  await db()
    .insertInto('messages')
    .values([
      { ...about, title: '请您阅卷：期末（笔试）', link: toPapers({ examId: marked.id, part: 'written' }) },
      { ...about, title: '待仲裁', link: toPapers({ examId: exam.id, part: 'written', state: 'arbitration' }) },
      { ...about, title: '评完了', link: toPapers({ examId: exam.id, part: 'written' }), read_at: NOW },
    ])
    .execute();
  await hand();
  const told = async (who: UserRow) =>
    (await db().selectFrom('messages').select(['title', 'link']).where('user_id', '=', who.id).orderBy('id').execute())
      .filter(({ title }) => !title.includes('移交给'))
      .map(({ title, link }) => [title, link === '' ? '' : 'link']);
  expect(await told(leaver)).toEqual([
    ['评完了', ''],
    ['不用再阅卷：期末（笔试）', ''],
  ]);
  expect(await told(heir)).toEqual([[`学生唐静（${student.account}）忘记了密码`, 'link']]);
});

it('gives scoring to do, keeps final scores, and never two places at one paper', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const question = await makeTheoryQuestion({ owner });
  const examiners = [
    { teacher: leaver, part: 'written' as const },
    { teacher: heir, part: 'written' as const },
  ];
  const exam = await makeExam({ owner, classrooms: [classroom], written: [question], examiners });
  const released = await makeExam({
    owner,
    classrooms: [classroom],
    written: [question],
    examiners,
    status: 'released',
  });
  const students = [];
  for (let index = 0; index < 3; index += 1) {
    const student = await makeStudent({ classroom_id: classroom.id });
    students.push(student);
    const attempt = await makeAttempt({
      exam,
      student,
      part: 'written',
      state: 'submitted',
      answers: [{ keys: ['A'] }],
    });
    const give = (examiner: UserRow) =>
      db()
        .insertInto('score_assignments')
        .values({
          exam_id: exam.id,
          part: 'written',
          student_id: student.id,
          examiner_id: examiner.id,
          kind: 'examiner',
          created_at: NOW,
        })
        .execute();
    await give(leaver);
    if (index === 1) await give(heir);
    if (index === 2) {
      await db()
        .insertInto('scores')
        .values({
          attempt_id: attempt.id,
          examiner_id: leaver.id,
          state: 'final',
          percent: 80,
          version: 1,
          updated_at: NOW,
        })
        .execute();
    }
  }
  expect((await previewHandOver(leaver.id)).counts).toMatchObject({ examinerParts: 1, openPapers: 2 });
  await hand();
  const assigned = await db()
    .selectFrom('score_assignments')
    .select(['student_id', 'examiner_id'])
    .where('exam_id', '=', exam.id)
    .orderBy('student_id')
    .execute();
  expect(assigned).toEqual([
    { student_id: students[0]?.id, examiner_id: heir.id },
    { student_id: students[1]?.id, examiner_id: heir.id },
    { student_id: students[2]?.id, examiner_id: leaver.id },
  ]);
  const named = await db().selectFrom('exam_examiners').select(['exam_id', 'teacher_id']).execute();
  expect(named.filter((row) => row.exam_id === exam.id).map((row) => row.teacher_id)).toEqual([heir.id]);
  // A release may be taken back: then nobody waits for who has left.
  expect(named.filter((row) => row.exam_id === released.id).map((row) => row.teacher_id)).toEqual([heir.id]);
});

/** Papers of three students whom everybody named marks; who has given what, in points of 10. */
async function makeMarked(examiners: UserRow[], given: [UserRow, number][][]) {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const written = [await makeWrittenQuestion({ owner, points: 10, body: { markingPoints: [] } })];
  const named = examiners.map((teacher) => ({ teacher, part: 'written' as const }));
  const settings = { markedBy: 'all' as const };
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    written,
    examiners: named,
    settings,
    status: 'closed',
  });
  const itemId = exam.items[0]?.id ?? 0;
  const papers: number[] = [];
  for (const scores of given) {
    const student = await makeStudent({ classroom_id: classroom.id });
    const { id } = await makeAttempt({ exam, student, part: 'written', state: 'submitted' });
    for (const [teacher, points] of scores) {
      const input = { attemptId: id, marks: [{ itemId, points }], comment: '', isFinal: true, version: 0 };
      await saveScore(actorOf(teacher), input, LATER);
    }
    papers.push(id);
  }
  return { owner, exam, papers };
}

it('papers that waited for who leaves beside the heir are settled by the heir’s mark', async () => {
  const { papers } = await makeMarked([leaver, heir], [[[heir, 7]], []]);
  await hand();
  const rows = await db().selectFrom('attempts').select(['id', 'state', 'percent']).orderBy('id').execute();
  expect(rows).toEqual([
    { id: papers[0], state: 'scored', percent: 70 },
    { id: papers[1], state: 'submitted', percent: null },
  ]);
});

it('nobody arbitrates between another and themselves: the owner hears that it is theirs', async () => {
  const other = await makeTeacher();
  const { owner, exam, papers } = await makeMarked(
    [other, heir],
    [
      [
        [heir, 9],
        [other, 2],
      ],
    ],
  );
  const asked = { examId: exam.id, part: 'written' as const, ids: papers, arbiterId: leaver.id };
  await assignArbiter(actorOf(owner), asked, LATER);
  await hand();
  const given = await db()
    .selectFrom('score_assignments')
    .select('examiner_id')
    .where('kind', '=', 'arbiter')
    .execute();
  expect(given).toEqual([]);
  const told = await db().selectFrom('messages').select('body').where('user_id', '=', owner.id).orderBy('id').execute();
  expect(told.at(-1)?.body).toContain('又没有人仲裁了。请您裁定，或请别的老师仲裁。');
});

it('disables the account in the same step, or does nothing at all', async () => {
  await furnish();
  await hand({ disables: true });
  expect(await findUserById(leaver.id)).toMatchObject({ is_disabled: 1, session_version: leaver.session_version + 1 });

  const lastAdmin = admin;
  leaver = (await findUserById(admin.id)) ?? leaver;
  await makeTheoryQuestion({ owner: leaver });
  // One's own account cannot be disabled: nothing moves either.
  await expect(hand({ disables: true })).rejects.toMatchObject({ code: 'conflict' });
  expect(await countOf('questions', lastAdmin.id)).toBe(1);
});

it('asks again when there is more than was seen; refuses oneself, a disabled heir and who is no administrator', async () => {
  const { mark } = await previewHandOver(leaver.id);
  await makeTheoryQuestion({ owner: leaver });
  await expect(hand({ mark })).rejects.toMatchObject({ code: 'conflict' });
  expect(await countOf('questions', leaver.id)).toBe(1);
  await expect(hand({ toId: leaver.id })).rejects.toMatchObject({ code: 'invalid' });
  const gone = await makeTeacher({ is_disabled: 1 });
  await expect(hand({ toId: gone.id })).rejects.toMatchObject({ fields: { toId: expect.any(String) as string } });
  admin = actorOf(heir);
  await expect(hand()).rejects.toMatchObject({ code: 'forbidden' });
});

it('of two hand-overs at once the second finds nothing left', async () => {
  await furnish();
  const other = await makeTeacher();
  const { mark } = await previewHandOver(leaver.id);
  const done = await Promise.allSettled([hand({ mark }), hand({ mark, toId: other.id })]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const owners = await db().selectFrom('questions').select('owner_id').execute();
  expect(new Set(owners.map((row) => row.owner_id)).size).toBe(1);
});

const toldTo = async (who: { id: number }) =>
  db().selectFrom('messages').select(['title', 'body', 'link']).where('user_id', '=', who.id).orderBy('id').execute();

it('an examiner without banks and exams leaves marking: its heir reads which exams, how many papers, and where', async () => {
  const { exam } = await makeMarked([leaver, heir], [[[heir, 7]], [], []]);
  const second = await makeTeacher({ name: '赵五' });
  const { mark } = await previewHandOver(leaver.id);
  await handOver(admin, { fromId: leaver.id, toId: second.id, disables: false, mark }, NOW);
  expect(await toldTo(second)).toEqual([
    {
      title: '何远的阅卷移交给您了',
      body: `管理员把何远（${leaver.account}）的阅卷移交给您，他提交的评分照样计入。\n${exam.name}（笔试）：有 3 份等您评`,
      link: toScoring(),
    },
  ]);
  expect((await toldTo(leaver)).map(({ title }) => title)).toContain('您的阅卷已移交给赵五');
});

it('banks without exams are said alone, and a directory only where there is one', async () => {
  await makeTheoryQuestion({ owner: leaver });
  await hand();
  expect(await toldTo(heir)).toEqual([
    { title: '何远的题库移交给您了', body: `管理员把何远（${leaver.account}）的1 道题移交给您。`, link: '' },
  ]);
});

it('who only arbitrated, and has finished, leaves nothing to mark and nothing to read', async () => {
  const [one, other] = [await makeTeacher(), await makeTeacher()];
  const { owner, exam, papers } = await makeMarked(
    [one, other],
    [
      [
        [one, 9],
        [other, 2],
      ],
    ],
  );
  const asked = { examId: exam.id, part: 'written' as const, ids: papers, arbiterId: leaver.id };
  await assignArbiter(actorOf(owner), asked, LATER);
  // While it waits it is somebody's.
  expect((await previewHandOver(leaver.id)).counts).toMatchObject({ examinerParts: 1, openPapers: 1 });
  const marks = [{ itemId: exam.items[0]?.id ?? 0, points: 8 }];
  const input = { attemptId: papers[0] ?? 0, marks, comment: '', isFinal: true, version: 0 };
  await saveScore(actorOf(leaver), input, LATER);
  expect((await previewHandOver(leaver.id)).counts).toMatchObject({ examinerParts: 0, openPapers: 0 });
  await hand();
  const page = { currentPage: 1, pageSize: 20, status: null, keyword: '' };
  expect((await listScoreExams(actorOf(heir), page, LATER)).rows).toEqual([]);
  await expect(getReadableExam(actorOf(heir), exam.id)).rejects.toMatchObject({ code: 'not_found' });
  const reached = await db().selectFrom('attempts').select(['settlement', 'percent']).execute();
  expect(reached).toEqual([{ settlement: 'arbitrated', percent: 85 }]);
});
