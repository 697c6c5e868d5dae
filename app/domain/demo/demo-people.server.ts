import { db } from '~/db/db.server';
import {
  CLASSES,
  DEMO_PASSWORD,
  DIRECTORIES,
  EXAM_TYPES,
  GIRL_MARKS,
  ORAL_QUESTIONS,
  SCENE_TYPES,
  SCHOOL_NAME,
  STUDENTS,
  TEACHERS,
  THEORY_QUESTIONS,
  WRITTEN_QUESTIONS,
} from '~/db/demo/school-data';
import { EXAM_ORAL_QUESTION, EXAM_THEORY_QUESTIONS, EXAM_WRITTEN_QUESTIONS } from '~/db/demo/exam-data';
import { addClassroom } from '~/domain/classroom/classroom.commands.server';
import { useFile } from '~/domain/file/file.commands.server';
import { ensureDirectoryPath } from '~/domain/question-bank/directory.commands.server';
import { addNamedType } from '~/domain/question-bank/named-type.commands.server';
import { oralQuestionSchema } from '~/domain/question-bank/oral-question.schema';
import {
  moveQuestions,
  saveOralQuestion,
  saveTheoryQuestion,
  saveWrittenQuestion,
} from '~/domain/question-bank/question.commands.server';
import type { Bank } from '~/domain/question-bank/question.schema';
import { shareQuestions } from '~/domain/question-bank/share.commands.server';
import type { ShareTarget } from '~/domain/question-bank/share.rules';
import { theoryQuestionSchema } from '~/domain/question-bank/theory-question.schema';
import { writtenQuestionSchema } from '~/domain/question-bank/written-question.schema';
import { hashPassword } from '~/domain/user/password.server';
import { putSchool } from '~/domain/school/store.commands.server';
import { STUDENT, TEACHER, type Actor } from '~/domain/actor/actor.rules';
import { type DemoFiles } from './demo-files.server';

const DAY = 24 * 3600_000;

export type DemoPeople = { teachers: Actor[]; students: Actor[]; classIds: number[] };

/** Teachers, classes and students; everybody signs in with the demo password. */
export async function addDemoPeople(files: DemoFiles, now: number): Promise<DemoPeople> {
  await putSchool({ name: SCHOOL_NAME });
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const created = now - 80 * DAY;
  const common = { password_hash: passwordHash, is_demo: 1, created_at: created, updated_at: created };
  const teachers: Actor[] = [];
  for (const [index, { account, name, gender, email, phone }] of TEACHERS.entries()) {
    const row = await db()
      .insertInto('users')
      .values({
        ...common,
        ...{ user_type: TEACHER, account, account_key: account, name, gender, email, phone },
        is_admin: index === 0 ? 1 : 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const actor = {
      id: row.id,
      userType: TEACHER,
      account,
      name,
      classroomId: null,
      isAdmin: index === 0,
      address: '',
    };
    teachers.push(actor);
    const avatar = await files.avatar(actor, created);
    if (avatar) {
      await db().updateTable('users').set({ avatar_file_id: avatar }).where('id', '=', row.id).execute();
      await useFile(avatar, 'avatar', row.id);
    }
  }
  const [zhou, lu, ouyang] = teachers;
  if (!zhou || !lu || !ouyang) throw new Error('demo data: three teachers expected');
  const classIds: number[] = [];
  for (const [index, classroom] of CLASSES.entries()) {
    const teacherIds = index === 0 ? [zhou.id, lu.id] : [zhou.id, ouyang.id];
    const { id } = await addClassroom(zhou, { ...classroom, teacherIds, requestId: '' }, created);
    classIds.push(id);
  }
  const students: Actor[] = [];
  for (const [index, name] of STUDENTS.entries()) {
    const account = `s${String(index + 1).padStart(3, '0')}`;
    const classroomId = classIds[index < STUDENTS.length / 2 ? 0 : 1] ?? null;
    const row = await db()
      .insertInto('users')
      .values({
        ...common,
        ...{ user_type: STUDENT, account, account_key: account, name, classroom_id: classroomId },
        gender: GIRL_MARKS.test(name) ? '女' : '男',
        has_consent: index % 7 === 3 ? 0 : 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    students.push({ id: row.id, userType: STUDENT, account, name, classroomId, isAdmin: false, address: '' });
  }
  return { teachers, students, classIds };
}

export type DemoQuestions = {
  oral: number[];
  written: number[];
  theory: number[];
  /** What only the exams that run ask: the oral question, the others in their order, the directory of the theory. */
  running: { oral: number; written: number[]; theory: number[]; directoryId: number };
};

/** The first teacher's banks, and a few questions of the second's. */
export async function addDemoQuestions(people: DemoPeople, files: DemoFiles, now: number): Promise<DemoQuestions> {
  const [zhou, lu] = people.teachers;
  if (!zhou || !lu) throw new Error('demo data: teachers expected');
  const created = now - 60 * DAY;
  const scenes = new Map<string, number>();
  for (const name of SCENE_TYPES) scenes.set(name, (await addNamedType(zhou, 'scene', { name }, created)).id);
  const examTypes = new Map<string, number>();
  for (const name of EXAM_TYPES) examTypes.set(name, (await addNamedType(zhou, 'exam', { name }, created)).id);

  const result = { oral: [] as number[], written: [] as number[], theory: [] as number[] };
  let at = created;
  const next = () => (at += 3 * 3600_000);
  const addOral = async (
    { scene, exam, ...fields }: Omit<(typeof ORAL_QUESTIONS)[number], 'picture'>,
    images: string[],
  ) => {
    const types = { sceneTypeId: scenes.get(scene), examTypeId: examTypes.get(exam), imageUrl: images };
    return (await saveOralQuestion(zhou, oralQuestionSchema.parse({ ...fields, ...types }), next())).id;
  };
  const addWritten = async (fields: object) =>
    (await saveWrittenQuestion(zhou, writtenQuestionSchema.parse(fields), next())).id;
  const addTheory = async (fields: object) =>
    (await saveTheoryQuestion(zhou, theoryQuestionSchema.parse(fields), next())).id;
  for (const { picture, ...fields } of ORAL_QUESTIONS) {
    result.oral.push(await addOral(fields, picture ? await files.pictures(zhou, fields.title, at) : []));
  }
  for (const { picture, ...fields } of WRITTEN_QUESTIONS) {
    const imageUrl = picture ? await files.pictures(zhou, fields.title, at) : [];
    result.written.push(await addWritten({ ...fields, imageUrl }));
  }
  for (const question of THEORY_QUESTIONS) result.theory.push(await addTheory(question));
  // Colleagues have questions of their own, so that lists show whose is whose.
  const ofLu: number[] = [];
  for (const question of THEORY_QUESTIONS.slice(3, 7)) {
    ofLu.push((await saveTheoryQuestion(lu, theoryQuestionSchema.parse(question), next())).id);
  }
  await fileAndShare(people, result, ofLu, next());

  const inDirectory = (bank: Bank) => ensureDirectoryPath(zhou, bank, ['随堂考专用'], next());
  const oral = await addOral(EXAM_ORAL_QUESTION, []);
  const written: number[] = [];
  for (const question of EXAM_WRITTEN_QUESTIONS) written.push(await addWritten(question));
  const directoryId = await inDirectory('theory');
  const theory: number[] = [];
  for (const question of EXAM_THEORY_QUESTIONS) theory.push(await addTheory({ ...question, dirId: directoryId }));
  await moveQuestions(zhou, 'oral', { ids: [oral], dirId: await inDirectory('oral') }, next());
  await moveQuestions(zhou, 'written', { ids: written, dirId: await inDirectory('written') }, next());
  return { ...result, running: { oral, written, theory, directoryId: directoryId ?? 0 } };
}

/** Puts the first teacher's questions into directories, and shares some of both teachers'. */
async function fileAndShare(
  people: DemoPeople,
  made: Record<Bank, number[]>,
  ofLu: number[],
  now: number,
): Promise<void> {
  const [zhou, lu] = people.teachers;
  const [classId] = people.classIds;
  if (!zhou || !lu || !classId) throw new Error('demo data: teachers and classes expected');
  for (const { bank, path, numbers } of DIRECTORIES) {
    const dirId = await ensureDirectoryPath(zhou, bank, path, now);
    const ids = numbers.flatMap((number) => made[bank][number] ?? []);
    if (ids.length > 0) await moveQuestions(zhou, bank, { ids, dirId }, now);
  }
  const teachers: ShareTarget = { audience: 'teachers', classroomId: null };
  const students: ShareTarget = { audience: 'students', classroomId: null };
  const ofClass: ShareTarget = { audience: 'class', classroomId: classId };
  const share = (bank: Bank, numbers: number[], targets: ShareTarget[]) =>
    shareQuestions(zhou, bank, { ids: numbers.flatMap((number) => made[bank][number] ?? []), targets }, now);
  await share('theory', [5, 6], [students]);
  await share('theory', [3], [teachers, ofClass]);
  await share('oral', [2], [teachers, students]);
  await share('written', [1], [ofClass]);
  await shareQuestions(lu, 'theory', { ids: ofLu.slice(0, 3), targets: [teachers] }, now);
}
