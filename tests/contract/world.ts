import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import writeExcelFile from 'write-excel-file/node';
import { db } from '~/db/db.server';
import { uploadsDirectory } from '~/domain/file/upload.commands.server';
import { newUuid } from '~/lib/ids.server';
import { makeFile, makeStudent, makeTeacher, PASSWORD, type MadeExam } from '~tests/factories';
import { makeAttempt, makeClassroom, makeExam, makeTheoryQuestion, makeWrittenQuestion } from '~tests/factories';
import type { BuiltApp } from '~tests/support/built-app';
import { PEOPLE, type Person } from '~tests/routes/access-table';
import { makeWorld } from '~tests/routes/access-world';
import { Client } from './client';

/** The world of the access walk, each person with the specification's client and files to send. */
export async function makeContractWorld(app: BuiltApp) {
  const world = await makeWorld(app);
  const users = { ...world, nobody: undefined };
  await db().updateTable('users').set({ has_consent: 1 }).where('user_type', '=', 2).execute();
  const clients = Object.fromEntries(
    PEOPLE.map((person) => {
      const id = person === 'otherStudent' ? world.otherStudent.id : (users[person]?.id ?? null);
      return [person, new Client(app.address, world.cookies[person], id)];
    }),
  ) as Record<Person, Client>;
  const png = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const files = {
    png: { name: '图.png', content: new Uint8Array(png) },
    gift: { name: '第一单元.gift', content: '水往低处流。{T}\n' },
  };
  return { ...world, app, clients, files };
}

export type ContractWorld = Awaited<ReturnType<typeof makeContractWorld>>;

/** A person of the same kind who exists for one call alone: their session or password may end with it. */
export async function throwaway(world: ContractWorld, person: Person): Promise<Client> {
  if (person === 'nobody') return new Client(world.app.address);
  const isTeacher = person === 'teacher' || person === 'otherTeacher';
  const user = isTeacher ? await makeTeacher() : await makeStudent({ classroom_id: world.classroom.id });
  return new Client(world.app.address, await world.app.signIn(user.account, PASSWORD), user.id);
}

/** A picture of the student whose last part has just arrived. */
export async function arrivedUpload({ student, files }: ContractWorld): Promise<string> {
  const id = newUuid();
  const { content, name } = files.png;
  const note = { type: 'image', name, sha256: '', owner: String(student.id), began: String(Date.now()) };
  await mkdir(uploadsDirectory(), { recursive: true });
  await writeFile(path.join(uploadsDirectory(), id), content);
  await writeFile(
    path.join(uploadsDirectory(), `${id}.json`),
    JSON.stringify({ id, size: content.length, metadata: note }),
  );
  return id;
}

/** A list of one new student to import. */
export async function nameList(account: string) {
  const rows = [
    ['学号', '姓名'],
    [account, '名单甲'],
  ];
  return { name: '名单.xlsx', content: new Uint8Array(await writeExcelFile(rows).toBuffer()) };
}

const sittings = (world: ContractWorld) => ({ owner: world.teacher, classrooms: [world.classroom] });

/** A running written exam of a theory and a pen question, with the student's paper in `state`. */
export async function writtenPaper(
  world: ContractWorld,
  state = 'in_progress',
  status: MadeExam['status'] = 'published',
) {
  const exam = await makeExam({
    ...sittings(world),
    written: [await makeTheoryQuestion({ owner: world.teacher }), await makeWrittenQuestion({ owner: world.teacher })],
    status: status as 'published',
  });
  const answers = state === 'in_progress' ? [] : [{ keys: ['A'] }, { text: '固态、液态、气态' }];
  const attempt = await makeAttempt({ exam, student: world.student, part: 'written', state, answers });
  const [theory, pen] = exam.items.map((item) => item.id);
  return { exam, attemptId: attempt.id, theory: theory ?? 0, pen: pen ?? 0 };
}

/** The same with photos of the pen question. */
export async function photographedPaper(world: ContractWorld, state = 'in_progress') {
  const paper = await writtenPaper(world, state, state === 'in_progress' ? 'published' : 'closed');
  const photos: number[] = [];
  for (const position of [1, 2]) {
    const file = await makeFile({ owner: world.student });
    const row = {
      attempt_id: paper.attemptId,
      item_id: paper.pen,
      file_id: file.id,
      position,
      received_at: Date.now(),
      outcome: 'saved',
      removed_at: null,
    };
    photos.push((await db().insertInto('photos').values(row).returning('id').executeTakeFirstOrThrow()).id);
  }
  return { ...paper, photoId: photos[0] ?? 0 };
}

/** An exam of the teacher's class in this state, with a theory question that nobody has answered. */
export async function plainExam(world: ContractWorld, status: 'draft' | 'published' | 'closed' | 'released') {
  const question = await makeTheoryQuestion({ owner: world.teacher });
  return makeExam({ ...sittings(world), written: [question], status });
}

/** An exam that runs, on paper: a page of the student's sheets was scanned and lies where its teacher looks at it. */
export async function scannedPage(world: ContractWorld) {
  const exam = await makeExam({ ...sittings(world), written: [await makeWrittenQuestion({ owner: world.teacher })] });
  const file = await makeFile({ owner: world.teacher });
  const heap = { id: newUuid(), exam_id: exam.id, owner_id: world.teacher.id, state: 'read' };
  const now = Date.now();
  await db()
    .insertInto('scan_heaps')
    .values({ ...heap, created_at: now, updated_at: now })
    .execute();
  const page = { heap_id: heap.id, position: 1, source: '一页.jpg', student_id: world.student.id, page: 1 };
  await db()
    .insertInto('scan_pages')
    .values({ ...page, exam_id: exam.id, file_id: file.id, state: 'open' })
    .execute();
  return { id: exam.id, fileId: file.id };
}

/** A class of the teacher's alone, without students. */
export const emptyClass = (world: ContractWorld) => makeClassroom({ teacher: world.teacher });
