import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { announce } from '~/domain/room/announcement.commands.server';
import { listTold } from '~/domain/room/announcement.queries.server';
import {
  actorOf,
  makeAttempt,
  makeComment,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeReleasedOral,
  makeTake,
  makeTeacher,
  makeTheoryQuestion,
  makeWork,
} from '~tests/factories';
import { next } from '~tests/factories/sequence';
import {
  OWN,
  OWN_PAPER,
  OWN_SEEN,
  OWN_STUDENT,
  STUDENTS,
  TEACHERS,
  USERS,
  type Entry,
  type Given,
  type Outcomes,
} from './call-entry';
import type { Fields } from './client';
import { emptyClass, photographedPaper, plainExam, scannedPage, writtenPaper, type ContractWorld } from './world';

const fields = (given: Fields): Given => ({ fields: given });

/** Exams of the class are the student's to read as well. */
const CLASS_EXAM: Outcomes = [401, 200, 404, 200, 404];
/** A work of `student` that waits, or a comment on one: the teacher of the class decides. */
const CLASS_TEACHER: Outcomes = [401, 403, 403, 200, 404];

async function examInput({ teacher, classroom }: ContractWorld): Promise<Fields> {
  const theory = await makeTheoryQuestion({ owner: teacher });
  const oral = await makeOralQuestion({ owner: teacher });
  return {
    name: `期末${next()}`,
    testType: 2,
    clazzIds: [classroom.id],
    oralId: oral.id,
    items: [{ questionId: theory.id, points: 10 }],
    oralExaminerIds: [teacher.id],
    keyPoint: ['春天', '花'],
    beginTime: '2027-01-11 09:00',
    endTime: '2027-01-11 10:00',
    oralBeginTime: '2027-01-11 08:00',
    oralEndTime: '2027-01-11 08:30',
    uploadEndTime: '2027-01-11 10:15',
    settings: { writtenMinutes: 45 },
  };
}

async function examDraft(world: ContractWorld): Promise<Fields> {
  const input = await examInput(world);
  return (await world.clients.teacher.postJson<Fields>('/exam/add', input)).body.data;
}

/** What happens to whole exams: `ids` of one in this state. */
const onExams = (status: Parameters<typeof plainExam>[1], more: Fields = {}): Entry => ({
  who: OWN,
  by: 'teacher',
  needs: ['ids'],
  give: async (world) => fields({ ids: [(await plainExam(world, status)).id], ...more }),
});

/** A room that was told something. */
async function told({ teacher, ...world }: ContractWorld) {
  const { exam } = await writtenPaper({ teacher, ...world });
  const room = { id: exam.id, part: 'written', view: '' } as const;
  await announce(actorOf(teacher), { ...room, text: '第 3 题的图请看黑板' }, Date.now());
  const [newest] = await listTold({ examId: exam.id, part: 'written', isResit: false });
  return { id: exam.id, announcementId: newest?.id ?? 0 };
}

async function oralPaper(world: ContractWorld, state = 'in_progress') {
  const oral = await makeOralQuestion({ owner: world.teacher });
  const exam = await makeExam({ owner: world.teacher, classrooms: [world.classroom], oral });
  const attempt = await makeAttempt({ exam, student: world.student, part: 'oral', state });
  return { exam, attempt, attemptId: attempt.id, itemId: exam.items[0]?.id ?? 0 };
}

async function lateAnswer(world: ContractWorld): Promise<number> {
  const { attemptId, pen } = await writtenPaper(world, 'submitted', 'closed');
  const row = {
    attempt_id: attemptId,
    item_id: pen,
    revision: 2,
    value: toJson({ text: '晚到的' }),
    received_at: Date.now(),
    outcome: 'refused',
  };
  return (await db().insertInto('answer_journal').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** A paper of two examiners who are far apart, and so with their owner or waiting for an arbiter. */
async function disputedPaper(world: ContractWorld, settlement: 'owner' | 'arbitration') {
  const { exam, attemptId } = await writtenPaper(world, 'submitted', 'closed');
  const scoreIds: number[] = [];
  for (const [index, percent] of [90, 40].entries()) {
    const examiner = index === 0 ? world.teacher : world.otherTeacher;
    const row = {
      attempt_id: attemptId,
      examiner_id: examiner.id,
      kind: 'examiner',
      state: 'final',
      percent,
      finalised_at: Date.now(),
      updated_at: Date.now(),
      rubric_id: null,
    };
    const made = await db().insertInto('scores').values(row).returning('id').executeTakeFirstOrThrow();
    scoreIds.push(made.id);
  }
  await db().updateTable('attempts').set({ settlement }).where('id', '=', attemptId).execute();
  return { exam, attemptId, scoreIds };
}

/** What decides such a paper. */
async function contestedPaper(world: ContractWorld): Promise<Fields> {
  const { attemptId, scoreIds } = await disputedPaper(world, 'owner');
  return { attemptId, scoreIds: [scoreIds[0]], reason: '以第一位为准' };
}

/** A handed in paper whose part has the teacher as examiner. */
async function shareablePaper(world: ContractWorld): Promise<Fields> {
  const { exam } = await writtenPaper(world, 'submitted', 'closed');
  const row = { exam_id: exam.id, teacher_id: world.teacher.id, part: 'written' };
  await db().insertInto('exam_examiners').values(row).execute();
  return { examId: exam.id, part: 'written' };
}

/** An exam that is over, which the student is to sit again. */
async function resitOf(world: ContractWorld) {
  const exam = await plainExam(world, 'closed');
  const times = { begins_at: 1, ends_at: 2, upload_ends_at: null, granted_by: world.teacher.id, granted_at: 0 };
  await db()
    .insertInto('exam_resits')
    .values({ exam_id: exam.id, student_id: world.student.id, part: 'written', state: 'open', reason: '', ...times })
    .execute();
  return exam;
}

/** What is read of the exam that runs. */
const ofRunning = (more: Fields): Entry => ({
  who: OWN,
  by: 'teacher',
  needs: ['id'],
  give: ({ running }) => fields({ id: running.id, ...more }),
});
const ofRunningClass: Entry = {
  ...ofRunning({}),
  give: ({ running, classroom }) => fields({ id: running.id, classId: classroom.id }),
};
/** What is read of the exam whose results are out. */
const ofReleased = (more: (world: ContractWorld) => Fields = () => ({})): Entry => ({
  who: OWN,
  by: 'teacher',
  needs: ['examId'],
  give: (world) => fields({ examId: world.released.id, ...more(world) }),
});

const CRITERIA = {
  kind: 'criteria',
  name: '书面表达',
  criteria: [
    { name: '内容', points: 6 },
    { name: '条理', points: 4, hint: '分点写' },
  ],
};

async function quickComment(world: ContractWorld): Promise<number> {
  await db().deleteFrom('quick_comments').execute();
  const text = `语速适中${next()}`;
  await world.clients.teacher.post('/exam/score/commentSave', { text: `另一条${next()}` });
  const made = await world.clients.teacher.post<{ id: number }[]>('/exam/score/commentSave', { text });
  return made.body.data[1]?.id ?? 0;
}

const work = async ({ student, teacher }: ContractWorld, state: 'approved' | 'pending' = 'approved') =>
  (await makeWork({ student, teacher, state })).id;

async function comment(world: ContractWorld): Promise<number> {
  return (await makeComment({ work: { id: await work(world) }, author: world.student })).id;
}

export const EXAM_CALLS: Record<string, Entry> = {
  'POST exam/add': {
    // The class is the teacher's; another teacher cannot name it.
    who: [401, 403, 403, 200, 400],
    by: 'teacher',
    needs: ['beginTime', 'clazzIds', 'endTime', 'name', 'oralBeginTime', 'oralEndTime', 'testType'],
    give: async (world) => fields(await examInput(world)),
  },
  'POST exam/edit': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => {
      const { id, version } = await examDraft(world);
      return fields({ ...(await examInput(world)), id, version });
    },
  },
  'GET exam/get': { who: CLASS_EXAM, by: 'teacher', needs: ['id'], give: ({ running }) => fields({ id: running.id }) },
  'GET exam/list': { who: TEACHERS, by: 'teacher', give: () => fields({ status: 'published', keyword: '期中' }) },
  'GET exam/stu/list': { who: STUDENTS, by: 'student', give: () => fields({ phase: 'running' }) },
  'GET exam/stu/result': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['examId'],
    give: ({ released }) => fields({ examId: released.id }),
  },
  'GET exam/stu/history': { who: STUDENTS, by: 'student', give: () => fields({ keyword: '考', testType: '1' }) },
  'POST exam/publish': {
    who: OWN,
    by: 'teacher',
    needs: ['ids'],
    give: async (world) => fields({ ids: [(await examDraft(world)).id] }),
  },
  'POST exam/copy': { who: OWN, by: 'teacher', needs: ['id'], give: ({ released }) => fields({ id: released.id }) },
  'POST exam/withdraw': onExams('published'),
  'POST exam/close': onExams('published'),
  'POST exam/delete': onExams('draft'),
  'POST exam/release': onExams('closed', { confirm: 1 }),
  'POST exam/unrelease': onExams('released'),
  'POST exam/extend': {
    who: OWN,
    by: 'teacher',
    needs: ['all', 'id', 'minutes', 'reason'],
    give: async (world) =>
      fields({ id: (await plainExam(world, 'published')).id, all: 1, minutes: 10, reason: '停电' }),
  },
  'POST exam/addClass': {
    who: OWN,
    by: 'teacher',
    needs: ['clazzIds', 'id'],
    give: async (world) =>
      fields({ id: (await plainExam(world, 'published')).id, clazzIds: [(await emptyClass(world)).id] }),
  },
  'GET exam/board': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: (await plainExam(world, 'published')).id }),
  },
  'POST exam/handIn': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'part', 'reason', 'studentIds'],
    give: async (world) => {
      const { exam } = await writtenPaper(world);
      return fields({ id: exam.id, part: 'written', studentIds: [world.student.id], reason: '突然不舒服' });
    },
  },
  'POST exam/unlock': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'part', 'studentIds'],
    give: async (world) => {
      const { exam } = await writtenPaper(world);
      return fields({ id: exam.id, part: 'written', studentIds: [world.student.id] });
    },
  },
  'POST exam/announce': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'part', 'text'],
    give: async (world) => {
      const { exam } = await writtenPaper(world);
      return fields({ id: exam.id, part: 'written', text: '第 3 题的图请看黑板' });
    },
  },
  'GET exam/announce': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'part'],
    give: async (world) => {
      const { id } = await told(world);
      return fields({ id, part: 'written' });
    },
  },
  'POST exam/correctAnnouncement': {
    who: OWN,
    by: 'teacher',
    needs: ['announcementId', 'id', 'text'],
    give: async (world) => fields({ ...(await told(world)), text: '第 4 题的图请看黑板' }),
  },
  'POST exam/withdrawAnnouncement': {
    who: OWN,
    by: 'teacher',
    needs: ['announcementId', 'id'],
    give: async (world) => fields(await told(world)),
  },
  'POST exam/resit': {
    who: OWN,
    by: 'teacher',
    needs: ['beginTime', 'endTime', 'id', 'reason', 'studentIds'],
    give: async (world) =>
      fields({
        id: (await plainExam(world, 'closed')).id,
        studentIds: [world.student.id],
        beginTime: '2027-01-11 09:00',
        endTime: '2027-01-11 10:00',
        countedAttempt: 'last',
        reason: '在三号机房',
      }),
  },
  'POST exam/undoResit': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'studentIds'],
    give: async (world) => fields({ id: (await resitOf(world)).id, studentIds: [world.student.id] }),
  },
  'POST exam/endResit': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'studentIds'],
    give: async (world) => {
      const exam = await resitOf(world);
      const student = { id: world.student.id };
      await makeAttempt({ exam, student, part: 'written', number: 2, state: 'in_progress' });
      return fields({ id: exam.id, studentIds: [student.id] });
    },
  },
  'POST exam/micCheck': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['examId'],
    give: async (world) => fields({ examId: (await oralPaper(world)).exam.id, isOk: true }),
  },
  'POST exam/leave': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['attemptId'],
    give: async (world) => fields({ attemptId: (await writtenPaper(world)).attemptId }),
  },
  'POST exam/remark': {
    who: OWN,
    by: 'teacher',
    needs: ['credit', 'id', 'itemId', 'reason'],
    give: async (world) => {
      const { exam, theory } = await writtenPaper(world, 'submitted', 'released');
      return fields({ id: exam.id, itemId: theory, credit: 1, reason: '题目有误', preview: 0 });
    },
  },

  'GET exam/remark': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: ({ released }) => fields({ id: released.id, itemId: released.items[1]?.id }),
  },
  'GET exam/release': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: (await writtenPaper(world, 'submitted', 'closed')).exam.id }),
  },
  'GET exam/resits': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: (await resitOf(world)).id, part: 'written', who: 'all' }),
  },
  'GET exam/print/paper': ofRunning({}),
  'GET exam/print/key': ofRunning({}),
  'GET exam/print/word': ofRunning({ what: 'key', size: 'a3' }),
  'GET exam/print/sheet': ofRunningClass,
  'POST exam/print/lines': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'lines'],
    give: async (world) => fields({ id: (await plainExam(world, 'published')).id, lines: 'half' }),
  },
  'GET exam/print/attendance': ofRunningClass,
  'GET exam/print/door': ofRunningClass,
  'GET exam/setting': { who: OWN, by: 'teacher', needs: ['id'], give: ({ running }) => fields({ id: running.id }) },
  'POST exam/setting': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) =>
      fields({ id: (await plainExam(world, 'closed')).id, rowsPerPage: 20, showsRank: 1, quickComments: ['很好'] }),
  },
  'POST exam/draw': {
    who: OWN,
    by: 'teacher',
    needs: ['draws', 'id'],
    give: async (world) => {
      const { id } = await examDraft(world);
      await makeTheoryQuestion({ owner: world.teacher });
      return fields({ id, draws: [{ bank: 'theory', count: 1, points: 2 }], check: 0 });
    },
  },
  'GET exam/score/consistency': {
    who: OWN,
    by: 'teacher',
    needs: ['examId'],
    give: ({ released }) => fields({ examId: released.id, part: 'written' }),
  },
  'POST exam/score/marks': {
    who: OWN,
    by: 'teacher',
    needs: ['examId'],
    give: ({ released }) => fields({ examId: released.id, part: 'written' }),
  },
  'POST exam/score/auto': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'part'],
    give: async (world) => {
      const exam = await plainExam(world, 'closed');
      const answers = [{ keys: ['A'] }];
      await makeAttempt({ exam, student: world.student, part: 'written', state: 'submitted', answers });
      return fields({ examId: exam.id, part: 'written' });
    },
  },
  'GET exam/rubric/get': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'part'],
    give: async (world) => fields({ examId: (await plainExam(world, 'closed')).id, part: 'written', reapply: 1 }),
  },
  'POST exam/rubric/save': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'part', 'rubric'],
    give: async (world) =>
      fields({ examId: (await plainExam(world, 'closed')).id, part: 'written', version: 0, rubric: CRITERIA }),
  },
  'POST exam/rubric/reapply': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'part', 'rubricId'],
    give: async (world) => {
      const place = { examId: (await plainExam(world, 'closed')).id, part: 'written' };
      const saved = { ...place, rubric: CRITERIA };
      const { body } = await world.clients.teacher.postJson<{ id: number }>('/exam/rubric/save', saved);
      return fields({ ...place, rubricId: body.data.id });
    },
  },
  'GET exam/scan/get': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: (await scannedPage(world)).id }),
  },
  'POST exam/scan/add': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'file'],
    give: async (world) => ({ fields: { id: (await scannedPage(world)).id }, file: world.files.png }),
  },
  'POST exam/scan/assign': {
    who: OWN,
    by: 'teacher',
    needs: ['fileId', 'id', 'page', 'studentId'],
    give: async (world) => fields({ ...(await scannedPage(world)), page: 1, studentId: world.student.id }),
  },
  'POST exam/scan/page': {
    who: OWN,
    by: 'teacher',
    needs: ['deed', 'fileId', 'id'],
    give: async (world) => fields({ ...(await scannedPage(world)), deed: 'right' }),
  },
  'POST exam/scan/place': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'studentIds'],
    give: async (world) => fields({ id: (await scannedPage(world)).id, studentIds: [world.student.id] }),
  },
  'POST exam/scan/undo': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'studentId'],
    give: async (world) => {
      const { id } = await scannedPage(world);
      await world.clients.teacher.post('/exam/scan/place', { id, studentIds: [world.student.id] });
      return fields({ id, studentId: world.student.id });
    },
  },
  'GET exam/share/get': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'part'],
    give: async (world) => fields(await shareablePaper(world)),
  },
  'POST exam/share/save': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'examinerIds', 'mark', 'part', 'way'],
    give: async (world) => {
      const place = await shareablePaper(world);
      const plan = { ...place, way: 'random', scope: 'open', perPaper: 1, seed: 7, examinerIds: [world.teacher.id] };
      const shown = await world.clients.teacher.post<{ mark: string }>('/exam/share/save', { ...plan, preview: 1 });
      return fields({ ...plan, preview: 0, mark: shown.body.data.mark });
    },
  },
  'POST exam/share/examiners': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'examinerIds', 'part'],
    give: async (world) => fields({ ...(await shareablePaper(world)), examinerIds: [world.teacher.id], confirm: 1 }),
  },
  'POST exam/share/reassign': {
    who: OWN,
    by: 'teacher',
    needs: ['examId', 'examinerIds', 'part', 'studentId'],
    give: async (world) =>
      fields({ ...(await shareablePaper(world)), studentId: world.student.id, examinerIds: [world.teacher.id] }),
  },
  'POST exam/share/arbiter': {
    who: OWN,
    by: 'teacher',
    needs: ['arbiterId', 'attemptIds', 'examId', 'part'],
    give: async (world) => {
      const { exam, attemptId } = await disputedPaper(world, 'arbitration');
      const arbiterId = (await makeTeacher()).id;
      return fields({ examId: exam.id, part: 'written', attemptIds: [attemptId], arbiterId });
    },
  },
  'GET exam/the/scoreExamList': { who: TEACHERS, by: 'teacher', give: () => fields({ status: 'todo' }) },
  'GET exam/score/list': {
    who: OWN,
    by: 'teacher',
    needs: ['examId'],
    give: ({ released, classroom }) =>
      fields({ examId: released.id, part: 'written', classId: classroom.id, state: '' }),
  },
  'GET exam/score/class': ofReleased(({ classroom }) => ({ classId: classroom.id, by: 'rank' })),
  'GET exam/score/journal': {
    who: OWN,
    by: 'teacher',
    needs: ['attemptId'],
    give: ({ handedIn, lateAnswer }) => fields({ attemptId: handedIn.id, versionId: lateAnswer }),
  },
  'GET exam/score/commentList': ofReleased(() => ({ part: 'written', has: 'with' })),
  'GET exam/score/export': ofReleased(({ classroom }) => ({ classId: classroom.id, sort: 'account' })),
  'GET exam/score/exportAnswers': ofReleased(({ classroom }) => ({ classId: classroom.id })),
  'GET exam/score/exportConsistency': ofReleased(() => ({ part: 'written' })),
  'GET exam/score/get': {
    who: OWN,
    by: 'teacher',
    needs: ['attemptId'],
    give: ({ handedIn }) => fields({ attemptId: handedIn.id }),
  },
  'POST exam/score/save': {
    who: OWN,
    by: 'teacher',
    needs: ['attemptId', 'points'],
    give: async (world) => {
      const { attemptId, pen } = await writtenPaper(world, 'submitted', 'closed');
      return fields({ attemptId, points: [{ itemId: pen, points: 8 }], comment: '不错', final: 1, version: 0 });
    },
  },
  'POST exam/score/decide': {
    who: OWN,
    by: 'teacher',
    needs: ['attemptId', 'reason', 'scoreIds'],
    give: async (world) => fields(await contestedPaper(world)),
  },
  'POST exam/score/undecide': {
    who: OWN,
    by: 'teacher',
    needs: ['attemptId'],
    give: async (world) => {
      const contested = await contestedPaper(world);
      await world.clients.teacher.post('/exam/score/decide', contested);
      return fields({ attemptId: contested.attemptId });
    },
  },
  'GET exam/score/comments': { who: TEACHERS, by: 'teacher' },
  'POST exam/score/commentSave': {
    who: TEACHERS,
    by: 'teacher',
    needs: ['text'],
    give: async () => {
      await db().deleteFrom('quick_comments').execute();
      return fields({ text: `语速适中${next()}`, part: 'oral' });
    },
  },
  'POST exam/score/commentMove': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'to'],
    give: async (world) => fields({ id: await quickComment(world), to: 'down' }),
  },
  'POST exam/score/commentDelete': {
    who: OWN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: await quickComment(world) }),
  },
  'POST exam/score/acceptLate': {
    who: OWN,
    by: 'teacher',
    needs: ['id', 'kind', 'reason'],
    give: async (world) => fields({ kind: 'answer', id: await lateAnswer(world), reason: '断网' }),
  },
  'POST exam/score/photoMarks': {
    who: OWN,
    by: 'teacher',
    needs: ['photoId', 'shapes', 'version'],
    give: async (world) => {
      const { photoId } = await photographedPaper(world, 'submitted');
      return fields({ photoId, version: 0, shapes: [{ kind: 'tick', at: [0.2, 0.3] }] });
    },
  },
  'POST exam/score/photoArrange': {
    who: OWN,
    by: 'teacher',
    needs: ['photoId'],
    give: async (world) =>
      fields({ photoId: (await photographedPaper(world, 'submitted')).photoId, rotation: 90, place: 2 }),
  },

  'POST exam/attempt/start': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['examId', 'part'],
    give: async (world) => fields({ examId: (await plainExam(world, 'published')).id, part: 'written' }),
  },
  'GET exam/attempt/get': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['attemptId'],
    give: ({ attempt }) => fields({ attemptId: attempt.id }),
  },
  'GET exam/attempt/state': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['attemptId'],
    give: ({ attempt }) => fields({ attemptId: attempt.id }),
  },
  'POST exam/attempt/answer': {
    who: OWN_PAPER,
    by: 'student',
    needs: ['attemptId', 'itemId', 'value'],
    give: async (world) => {
      const { attemptId, theory } = await writtenPaper(world);
      return fields({ attemptId, itemId: theory, value: { keys: ['B'] }, revision: 0 });
    },
  },
  'POST exam/attempt/take': {
    who: OWN_PAPER,
    by: 'student',
    needs: ['attemptId', 'fileId', 'itemId'],
    give: async (world) => {
      const { attemptId, itemId } = await oralPaper(world);
      const { id: fileId } = await makeFile({ owner: world.student, kind: 'audio' });
      return fields({ attemptId, itemId, fileId, chosen: 1 });
    },
  },
  'POST exam/attempt/takeChoose': {
    who: OWN_PAPER,
    by: 'student',
    needs: ['attemptId', 'takeId'],
    give: async (world) => {
      const { attempt, attemptId, itemId } = await oralPaper(world);
      const take = await makeTake({ attempt, itemId, owner: world.student });
      await makeTake({ attempt, itemId, owner: world.student, number: 2 });
      return fields({ attemptId, takeId: take.id });
    },
  },
  'POST exam/attempt/photo': {
    who: OWN_PAPER,
    by: 'student',
    needs: ['attemptId', 'fileIds', 'itemId'],
    give: async (world) => {
      const { attemptId, pen } = await writtenPaper(world);
      return fields({ attemptId, itemId: pen, fileIds: [(await makeFile({ owner: world.student })).id] });
    },
  },
  'POST exam/attempt/photoRemove': {
    who: OWN_PAPER,
    by: 'student',
    needs: ['attemptId', 'photoId'],
    give: async (world) => {
      const { attemptId, photoId } = await photographedPaper(world);
      return fields({ attemptId, photoId });
    },
  },
  'POST exam/attempt/photoTurn': {
    who: OWN_PAPER,
    by: 'student',
    needs: ['attemptId', 'photoId', 'rotation'],
    give: async (world) => {
      const { attemptId, photoId } = await photographedPaper(world);
      return fields({ attemptId, photoId, rotation: 90 });
    },
  },
  'POST exam/attempt/photoMove': {
    who: OWN_PAPER,
    by: 'student',
    needs: ['attemptId', 'photoId', 'place'],
    give: async (world) => {
      const { attemptId, photoId } = await photographedPaper(world);
      return fields({ attemptId, photoId, place: 2 });
    },
  },
  'POST exam/attempt/submit': {
    who: OWN_PAPER,
    by: 'student',
    needs: ['attemptId'],
    give: async (world) => fields({ attemptId: (await writtenPaper(world)).attemptId }),
  },

  'GET census/exam': {
    who: OWN,
    by: 'teacher',
    needs: ['examId'],
    give: ({ released, classroom }) => fields({ examId: released.id, classId: classroom.id }),
  },
  'GET census/list': { who: TEACHERS, by: 'teacher' },
  'GET census/class': { who: OWN, by: 'teacher', give: ({ classroom }) => fields({ classId: classroom.id }) },
  'GET census/period': {
    who: TEACHERS,
    by: 'teacher',
    give: () => fields({ from: '2026-01-01', to: '2027-12-31', category: '' }),
  },
  'GET census/export': ofReleased(({ classroom }) => ({ classId: classroom.id, part: 'written' })),
  'GET census/student': { who: STUDENTS, by: 'student' },

  'GET interact/highScore/list': { who: USERS, by: 'student', give: () => fields({ part: 'oral', sort: 'score' }) },
  'GET interact/moderation/list': { who: TEACHERS, by: 'teacher', give: () => fields({ kind: 'work', flagged: 0 }) },
  'GET interact/moderation/get': {
    who: CLASS_TEACHER,
    by: 'teacher',
    needs: ['id', 'kind'],
    give: async (world) => fields({ kind: 'work', id: await work(world, 'pending') }),
  },
  'GET interact/moderation/history': { who: TEACHERS, by: 'teacher', give: () => fields({ kind: 'comment' }) },
  'GET interact/work/mine': { who: STUDENTS, by: 'student', give: () => fields({ pageSize: 5 }) },
  'POST interact/work/publish': {
    who: OWN_STUDENT,
    by: 'student',
    needs: ['attemptId', 'title'],
    give: async ({ student, teacher }) =>
      fields({ attemptId: (await makeReleasedOral({ teacher, student })).attempt.id, title: '我读春天', anonymous: 1 }),
  },
  'POST interact/work/moderate': {
    who: CLASS_TEACHER,
    by: 'teacher',
    needs: ['decision', 'ids'],
    give: async (world) => fields({ ids: [await work(world, 'pending')], decision: 'approve' }),
  },
  'POST interact/work/withdraw': {
    // The author's own, or by a teacher of the class.
    who: [401, 200, 403, 200, 403],
    by: 'teacher',
    needs: ['ids', 'reason'],
    give: async (world) => fields({ ids: [await work(world)], reason: '背景有人名' }),
  },
  'POST interact/work/pin': {
    who: OWN_SEEN,
    by: 'teacher',
    needs: ['id'],
    give: async (world) => fields({ id: await work(world), on: 1 }),
  },
  'POST interact/work/like': {
    // Nobody likes a work of their own.
    who: [401, 409, 200, 200, 200],
    by: 'otherStudent',
    needs: ['id'],
    give: async (world) => fields({ id: await work(world), on: 1 }),
  },
  'GET interact/comment/list': {
    who: USERS,
    by: 'student',
    needs: ['workId'],
    give: async (world) => fields({ workId: await work(world) }),
  },
  'POST interact/comment/add': {
    who: USERS,
    by: 'otherStudent',
    needs: ['text', 'workId'],
    give: async (world) => fields({ workId: await work(world), text: '讲得真好' }),
  },
  'POST interact/comment/delete': {
    who: [401, 200, 404, 200, 404],
    by: 'teacher',
    needs: ['id', 'reason'],
    give: async (world) => fields({ id: await comment(world), reason: '不妥' }),
  },
  'POST interact/comment/moderate': {
    who: CLASS_TEACHER,
    by: 'teacher',
    needs: ['decision', 'ids'],
    give: async (world) => fields({ ids: [await comment(world)], decision: 'approve' }),
  },
};
