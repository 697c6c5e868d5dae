import { expect } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { decideScore } from '~/domain/scoring/marking/decision.commands.server';
import { acceptLate } from '~/domain/scoring/marking/late.commands.server';
import { applyRemark } from '~/domain/scoring/correction/remark.commands.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { assignArbiter } from '~/domain/scoring/sharing-out/arbiter.commands.server';
import { setExaminers, shareOut } from '~/domain/scoring/sharing-out/share-out.commands.server';
import { getShareOut } from '~/domain/scoring/sharing-out/share-out.queries.server';
import { releaseExams, unreleaseExams } from '~/domain/scoring/release/release.commands.server';
import { moderate } from '~/domain/work/moderation.commands.server';
import { moveStudents } from '~/domain/user/student-move.commands.server';
import { addStudent } from '~/domain/user/student.commands.server';
import { publishWork } from '~/domain/work/work.commands.server';
import { AppError } from '~/lib/errors';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTake,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';

/** Random schools: an exam that was sat, marked by several, disputed, corrected and released, some of it, while students change class. */

export const NOW = Date.UTC(2026, 10, 20, 6, 0);
export const AFTER = NOW + 7_200_000;

/** The same numbers for the same seed (mulberry32). */
export function dice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (share: number) => next() < share,
    whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  };
}

export type RandomSchool = {
  examId: number;
  owner: Actor;
  students: Actor[];
  /** Who came to a class of the exam after it, or may have. */
  outsiders: Actor[];
  isReleased: boolean;
  /** Of released papers, approved at once; what has become of their marks since is theirs too. */
  works: { id: number; attemptId: number; studentId: number }[];
};

export async function makeRandomSchool(seed: number): Promise<RandomSchool> {
  const { chance, whole, pick } = dice(seed);
  const owner = await makeTeacher();
  const teachers = [await makeTeacher(), await makeTeacher(), await makeTeacher()];
  const classes = [
    await makeClassroom({ teacher: owner }),
    ...(chance(0.5) ? [await makeClassroom({ teacher: owner })] : []),
  ];
  const hasOral = chance(0.65);
  const hasWritten = !hasOral || chance(0.6);
  const named = (part: 'oral' | 'written') =>
    [owner, ...teachers]
      .slice(0, 3)
      .filter(() => chance(0.5))
      .map((teacher) => ({ teacher, part }));
  const oralWeight = pick([30, 50, 60]);
  const [excellentFrom, goodFrom, passFrom] = pick([
    [86, 70, 60],
    [90, 80, 60],
    [85, 75, 65],
  ] as const);
  const pool =
    hasWritten && chance(0.4)
      ? [await makeTheoryQuestion({ owner, points: 5 }), await makeTheoryQuestion({ owner, points: 5 })]
      : [];
  const exam = await makeExam({
    owner,
    classrooms: classes,
    oral: hasOral ? await makeOralQuestion({ owner }) : undefined,
    written: hasWritten
      ? [
          await makeTheoryQuestion({ owner, points: 10 }),
          ...(chance(0.8) ? [await makeWrittenQuestion({ owner, points: 20, body: { markingPoints: [] } })] : []),
        ]
      : [],
    draws: pool.length > 0 ? [{ pool, count: 1, points: 5 }] : [],
    examiners: [...(hasOral ? named('oral') : []), ...(hasWritten ? named('written') : [])],
    oral_weight: hasOral && hasWritten ? oralWeight : hasOral ? 100 : 0,
    written_weight: hasOral && hasWritten ? 100 - oralWeight : hasWritten ? 100 : 0,
    settings: {
      markedBy: pick(['all', 'all', 'one'] as const),
      arbitrationLimit: pick([0, 10, 25]),
      countedAttempt: pick(['last', 'best'] as const),
      resultDisplay: pick(['points', 'points', 'grade'] as const),
      showsRank: chance(0.5),
      recordSeconds: 10,
      excellentFrom,
      goodFrom,
      passFrom,
    },
    status: 'closed',
    now: NOW,
  });
  const actor = actorOf(owner);
  const students: Actor[] = [];
  const late: { kind: 'answer' | 'take'; id: number }[] = [];
  /** What came after the end and was held back, and perhaps a file that was not taken at all. */
  const makeLate = async (paper: { id: number }, part: 'oral' | 'written', itemId: number, student: { id: number }) => {
    const of = { attempt_id: paper.id, item_id: itemId };
    if (part === 'oral') {
      const { id } = await makeTake({ attempt: paper, itemId, owner: student, number: 9, durationMs: 9000 });
      await db().updateTable('takes').set({ outcome: 'refused', is_chosen: 0 }).where('id', '=', id).execute();
      late.push({ kind: 'take', id });
    } else {
      const entry = {
        ...of,
        revision: 9,
        value: toJson({ keys: ['B'] }),
        received_at: AFTER - 60_000,
        outcome: 'refused',
      };
      const { id } = await db().insertInto('answer_journal').values(entry).returning('id').executeTakeFirstOrThrow();
      late.push({ kind: 'answer', id });
    }
    if (chance(0.4)) {
      const file = { ...of, kind: part === 'oral' ? 'take' : 'photo', refused_at: AFTER - 60_000, reason: '打不开' };
      await db().insertInto('refused_files').values(file).execute();
    }
  };
  const papers: { id: number; part: 'oral' | 'written'; studentId: number; items: number[] }[] = [];
  for (let count = whole(3, 5); count > 0; count -= 1) {
    const student = await makeStudent({ classroom_id: pick(classes).id, has_consent: 1 });
    students.push(actorOf(student));
    for (const part of ['oral', 'written'] as const) {
      if (part === 'oral' ? !hasOral : !hasWritten) continue;
      // Absent, once, or again; who missed the first may have sat the second.
      const numbers = chance(0.15) ? [] : chance(0.2) ? [1, 2] : chance(0.05) ? [2] : [1];
      for (const number of numbers) {
        const fixed = exam.items.filter((item) => item.part === part).map((item) => item.id);
        const attempt = await makeAttempt({
          exam,
          student,
          part,
          number,
          state: chance(0.8) ? 'submitted' : 'auto_submitted',
          answers: part === 'written' && chance(0.9) ? [{ keys: [pick(['A', 'B'])] }] : [],
          now: NOW + number,
        });
        const drawn = part === 'written' && exam.pools[0] ? [pick(exam.pools[0])] : [];
        if (drawn.length > 0) {
          const rows = [...fixed, ...drawn].map((item_id, index) => ({
            attempt_id: attempt.id,
            item_id,
            position: index + 1,
          }));
          await db().insertInto('attempt_items').values(rows).execute();
        }
        if (chance(0.25)) await makeLate(attempt, part, fixed[0] ?? 0, student);
        if (part === 'oral' && chance(0.9)) {
          await makeTake({ attempt, itemId: fixed[0] ?? 0, owner: student, durationMs: pick([8000, 14_000]) });
        }
        papers.push({ id: attempt.id, part, studentId: student.id, items: fixed });
      }
    }
  }
  // Rolled apart, so that the rest of a school stays what it was.
  const moving = dice(seed + 1_000_003);
  const elsewhere = await makeClassroom({ teacher: owner });
  const outsiders = [actorOf(await makeStudent({ classroom_id: elsewhere.id, has_consent: 1 }))];
  const move = async (now: number) => {
    for (const { id } of [...students, ...outsiders]) {
      const { id: classId } = moving.pick([...classes, elsewhere]);
      if (moving.chance(0.25)) await moveStudents(actor, { ids: [id], classId }, now);
    }
    if (!moving.chance(0.2)) return;
    const account = `new${exam.id}-${outsiders.length}-${process.pid}`;
    const person = { account, name: '新同学', gender: '', phone: '', email: '', consent: true, requestId: '' };
    const { student } = await addStudent(actor, { ...person, classId: moving.pick(classes).id } as never, now);
    const row = db().selectFrom('users').selectAll().where('id', '=', student.id);
    outsiders.push(actorOf(await row.executeTakeFirstOrThrow()));
  };
  /** What is refused (not theirs, nothing to decide …) is part of the day. */
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  };
  const versions = new Map<string, number>();
  let minute = 0;
  const mark = async (who: { id: number }, paper: (typeof papers)[number], isFinal: boolean) => {
    minute += 1;
    const value = whole(30, 100);
    const byHand = paper.items.slice(1).map((itemId) => ({ itemId, points: Math.round((value / 100) * 40) / 2 }));
    const oral = { itemId: paper.items[0] ?? 0, measures: { zqd: value, lld: whole(30, 100), wzd: value, gjc: null } };
    const key = `${who.id}.${paper.id}`;
    await attempt(async () => {
      const score = await saveScore(
        actorOf(who as never),
        {
          attemptId: paper.id,
          marks: paper.part === 'oral' ? [oral] : byHand,
          comment: chance(0.6) ? `评语${who.id}-${paper.id}-${minute}` : '',
          isFinal,
          version: versions.get(key) ?? 0,
        },
        AFTER + minute * 60_000,
      );
      versions.set(key, score.version);
    });
  };
  const accept = async (share: number) => {
    for (const one of late) {
      if (!chance(share)) continue;
      await attempt(() => acceptLate(actor, { ...one, reason: '网络中断', isChosen: true }, AFTER + minute * 60_000));
    }
  };
  await move(AFTER);
  await accept(0.3);
  if (chance(0.3)) {
    const part = pick(papers.map((paper) => paper.part).concat(hasOral ? 'oral' : 'written'));
    const plan = {
      way: 'random' as const,
      scope: 'all' as const,
      examinerIds: [owner, ...teachers].map((one) => one.id),
      perPaper: pick([1, 2]),
      byClass: {},
      seed,
    };
    const filter = { currentPage: 1, pageSize: 9, classId: 0, examinerId: 0, show: '' };
    await attempt(async () => {
      const view = await getShareOut(actor, { examId: exam.id, part, plan, filter, studentId: 0 }, AFTER);
      await shareOut(actor, { examId: exam.id, part, plan, mark: view.preview?.mark ?? '' }, AFTER);
    });
  }
  for (const paper of papers) {
    for (const who of [owner, ...teachers.slice(0, 2)]) {
      if (chance(0.75)) await mark(who, paper, chance(0.85));
    }
  }
  await accept(0.3);
  for (const paper of papers) {
    if (chance(0.4)) {
      await attempt(() =>
        assignArbiter(
          actor,
          { examId: exam.id, part: paper.part, ids: [paper.id], arbiterId: pick(teachers).id },
          AFTER,
        ),
      );
      for (const who of teachers) if (chance(0.5)) await mark(who, paper, true);
    }
    if (chance(0.25)) {
      const finals = await db()
        .selectFrom('scores')
        .select('id')
        .where('attempt_id', '=', paper.id)
        .where('state', '=', 'final')
        .execute();
      const scoreIds = finals.map((row) => row.id).filter(() => chance(0.6));
      await attempt(() => decideScore(actor, { attemptId: paper.id, scoreIds, reason: '裁定' }, AFTER));
    }
    if (chance(0.1)) await mark(pick(teachers), paper, chance(0.5));
  }
  const theory = exam.items.find((item) => item.part === 'written');
  const remark = async (kind: 'credit' | 'key', now: number) => {
    if (!theory) return;
    const input = { examId: exam.id, itemId: theory.id, kind, keys: kind === 'key' ? ['A'] : [] };
    const rest = { sets: [], blanks: [], more: [], reason: '更正', expected: null, requestId: '' };
    await attempt(() => applyRemark(actor, { ...input, ...rest }, now));
  };
  if (chance(0.25)) await remark('credit', AFTER);
  // Rolled apart, so that the schools before it stay the same: everybody is given what a hand had marked.
  const crediting = dice(seed + 3_000_017);
  const credit = async (kind: 'credit' | 'none', now: number) => {
    const [pen] = exam.items.filter((item) => item.part === 'written').slice(1);
    if (!pen) return;
    const isSettled = () =>
      db()
        .selectFrom('attempts')
        .select('id')
        .where('exam_id', '=', exam.id)
        .where('percent', 'is not', null)
        .execute();
    const before = await isSettled();
    const input = { examId: exam.id, itemId: pen.id, kind, keys: [], sets: [], blanks: [], more: [] };
    await attempt(() => applyRemark(actor, { ...input, reason: '给分', expected: null, requestId: '' }, now));
    if (kind === 'credit') expect(await isSettled()).toEqual(expect.arrayContaining(before));
  };
  if (crediting.chance(0.3)) await credit('credit', AFTER);
  const release = (confirm: boolean) => releaseExams(actor, { ids: [exam.id], confirm }, AFTER + 86_400_000);
  await move(AFTER + 80_000_000);
  let isReleased = chance(0.8);
  const works: RandomSchool['works'] = [];
  // Rolled apart: one class is out before the others, and meanwhile somebody else is named, or one of several leaves.
  const parting = dice(seed + 4_000_037);
  if (isReleased && parting.chance(0.6)) {
    const [first] = classes;
    const at = AFTER + 85_000_000;
    await attempt(() => releaseExams(actor, { ids: [exam.id], confirm: true, classIds: [first?.id ?? 0] }, at));
    for (const part of ['oral', 'written'] as const) {
      const rows = () => db().selectFrom('exam_examiners').selectAll().where('exam_id', '=', exam.id);
      const named = (await rows().where('part', '=', part).execute()).map((row) => row.teacher_id);
      const given = await db()
        .selectFrom('score_assignments')
        .select('student_id')
        .where('exam_id', '=', exam.id)
        .where('part', '=', part)
        .execute();
      const next = [owner, ...teachers].map((one) => one.id).filter((id) => named.includes(id) || parting.chance(0.5));
      if (given.length === 0 && parting.chance(0.3)) next.shift();
      const input = { examId: exam.id, part, examinerIds: next, isConfirmed: true };
      await attempt(() => setExaminers(actor, input, at + 1));
    }
  }
  if (isReleased) {
    await release(true);
    const published = AFTER + 86_400_000;
    for (const paper of papers) {
      const student = students.find((one) => one.id === paper.studentId);
      if (!student || !chance(0.7)) continue;
      const text = { title: '作品', description: '', anonymous: false, pieces: null, requestId: '' };
      await attempt(async () => {
        const input = { ...text, attemptId: paper.id, practiceId: null } as never;
        const { id } = await publishWork(student, input, published);
        await moderate(actor, { targets: [{ kind: 'work', id }], decision: 'approve', reason: '' }, published);
        works.push({ id, attemptId: paper.id, studentId: student.id });
      });
    }
    if (chance(0.2)) {
      await unreleaseExams(actor, { ids: [exam.id] }, AFTER + 86_400_001);
      if (papers.length > 0) await mark(owner, pick(papers), true);
      isReleased = chance(0.6);
      if (isReleased) await release(true);
    }
    if (chance(0.25)) await remark(pick(['credit', 'key'] as const), AFTER + 86_400_002);
    if (crediting.chance(0.5)) await credit('credit', AFTER + 86_400_002);
    if (crediting.chance(0.3)) await credit('none', AFTER + 86_400_002);
  }
  // Rolled apart as well: taken back once more, after corrections were told and some of them read.
  const taking = dice(seed + 2_000_003);
  if (isReleased && taking.chance(0.25)) {
    const read = students.filter(() => taking.chance(0.5)).map((one) => one.id);
    const when = { read_at: AFTER + 86_400_003 };
    await db()
      .updateTable('messages')
      .set(when)
      .where('user_id', 'in', [0, ...read])
      .execute();
    await unreleaseExams(actor, { ids: [exam.id] }, AFTER + 86_400_003);
    isReleased = taking.chance(0.4);
    if (isReleased) await release(true);
  }
  await move(AFTER + 86_400_003);
  const now = async (actors: Actor[]) => {
    const ids = actors.map((one) => one.id);
    const rows = await db().selectFrom('users').select(['id', 'classroom_id']).where('id', 'in', ids).execute();
    return actors.map((one) => ({ ...one, classroomId: rows.find((row) => row.id === one.id)?.classroom_id ?? null }));
  };
  return {
    ...{ examId: exam.id, owner: actor, isReleased, works },
    students: await now(students),
    outsiders: await now(outsiders),
  };
}
