import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { copyFileUses, releaseFileUse, setFileUses, useFile } from '~/domain/file/file.commands.server';
import { getReadableFile, listFiles, requireOwnFiles } from '~/domain/file/file.queries.server';
import { recordReading } from '~/domain/file/reading.commands.server';
import type { FileKind } from '~/domain/file/file.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { newUuid } from '~/lib/ids.server';
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
import { useDatabase } from '~tests/support/db';

useDatabase();

const NOW = 1_790_000_000_000;
const HOUR = 3_600_000;

/** A row as storeFile writes it; the bytes do not matter here. */
async function makeFile(owner: Actor, kind: FileKind = 'image'): Promise<string> {
  const id = newUuid();
  await db()
    .insertInto('files')
    .values({
      id,
      owner_id: owner.id,
      kind,
      mime: kind === 'audio' ? 'audio/webm' : 'image/jpeg',
      name: 'x',
      size: 1,
      sha256: 'ab'.repeat(32),
      duration_ms: null,
      width: null,
      height: null,
      created_at: NOW,
    })
    .execute();
  return id;
}

const people = [
  'owner',
  'oralExaminer',
  'writtenExaminer',
  'colleague',
  'student',
  'classmate',
  'otherStudent',
] as const;
type Person = (typeof people)[number];
let actors: Record<Person, Actor>;
let classroomId: number;

beforeEach(async () => {
  const [owner, oralExaminer, writtenExaminer, colleague] = await Promise.all([1, 2, 3, 4].map(() => makeTeacher()));
  if (!owner || !oralExaminer || !writtenExaminer || !colleague) throw new Error('no teachers');
  const classroom = await makeClassroom({ teacher: owner });
  classroomId = classroom.id;
  const other = await makeClassroom({ teacher: colleague });
  actors = {
    owner: actorOf(owner),
    oralExaminer: actorOf(oralExaminer),
    writtenExaminer: actorOf(writtenExaminer),
    colleague: actorOf(colleague),
    student: actorOf(await makeStudent({ classroom_id: classroom.id })),
    classmate: actorOf(await makeStudent({ classroom_id: classroom.id })),
    otherStudent: actorOf(await makeStudent({ classroom_id: other.id })),
  };
});

/** Who of all can read the file. */
async function readers(fileId: string, now = NOW): Promise<Person[]> {
  const able: Person[] = [];
  for (const person of people) {
    try {
      await getReadableFile(actors[person], fileId, now);
      able.push(person);
    } catch (error) {
      expect(error).toMatchObject({ code: 'not_found' });
    }
  }
  return able;
}

async function share(questionId: number, audience: string, classroom: number | null = null) {
  await db()
    .insertInto('shares')
    .values({
      question_id: questionId,
      audience,
      classroom_id: classroom,
      created_by: actors.owner.id,
      created_at: NOW,
    })
    .execute();
}

test('a file that nothing uses is its owner’s alone; an unknown id is nobody’s', async () => {
  expect(await readers(await makeFile(actors.student))).toEqual(['student']);
  expect(await readers(newUuid())).toEqual([]);
  expect(await readers("x' or 1=1")).toEqual([]);
});

test('an avatar is everybody’s', async () => {
  const file = await makeFile(actors.student);
  await useFile(file, 'avatar', actors.student.id);
  expect(await readers(file)).toEqual([...people]);
});

describe('question', () => {
  async function pictured() {
    const question = await makeOralQuestion({ owner: actors.owner });
    const file = await makeFile(actors.owner);
    await useFile(file, 'question', question.id);
    return { question, file };
  }

  test('unshared: its owner', async () => {
    expect(await readers((await pictured()).file)).toEqual(['owner']);
  });

  test.each([
    ['teachers', ['owner', 'oralExaminer', 'writtenExaminer', 'colleague']],
    ['students', ['owner', 'student', 'classmate', 'otherStudent']],
    ['class', ['owner', 'student', 'classmate']],
  ])('shared with %s', async (audience, expected) => {
    const { question, file } = await pictured();
    await share(question.id, audience, audience === 'class' ? classroomId : null);
    expect(await readers(file)).toEqual(expected);
  });

  test('a deleted question is shared with nobody', async () => {
    const { question, file } = await pictured();
    await share(question.id, 'students');
    await db().updateTable('questions').set({ deleted_at: NOW }).where('id', '=', question.id).execute();
    expect(await readers(file)).toEqual(['owner']);
  });

  test('teachers whose exam holds it', async () => {
    const { question, file } = await pictured();
    await makeExam({
      owner: actors.colleague,
      oral: question,
      examiners: [{ teacher: actors.oralExaminer, part: 'oral' }],
    });
    expect(await readers(file)).toEqual(['owner', 'oralExaminer', 'colleague']);
  });
});

describe('exam', () => {
  async function papers() {
    const files = {
      paper: await makeFile(actors.owner),
      music: await makeFile(actors.owner, 'audio'),
      oralItem: await makeFile(actors.owner),
      writtenItem: await makeFile(actors.owner),
    };
    const exam = await makeExam({
      owner: actors.owner,
      classrooms: [{ id: classroomId }],
      oral: await makeOralQuestion({ owner: actors.owner, imageIds: [files.oralItem] }),
      written: [await makeWrittenQuestion({ owner: actors.owner, imageIds: [files.writtenItem] })],
      examiners: [
        { teacher: actors.oralExaminer, part: 'oral' },
        { teacher: actors.writtenExaminer, part: 'written' },
      ],
      imageIds: [files.paper],
      music_file_id: files.music,
    });
    for (const file of Object.values(files)) await useFile(file, 'exam', exam.id);
    return { exam, files };
  }
  const teachers: Person[] = ['owner', 'oralExaminer', 'writtenExaminer'];

  test('before an attempt: owner and examiners', async () => {
    const { files } = await papers();
    for (const file of Object.values(files)) expect(await readers(file)).toEqual(teachers);
  });

  test('from the start of an attempt: its student, and of the items only that part', async () => {
    const { exam, files } = await papers();
    await makeAttempt({ exam, student: actors.student, part: 'oral' });
    expect(await readers(files.paper)).toEqual([...teachers, 'student']);
    expect(await readers(files.music)).toEqual([...teachers, 'student']);
    expect(await readers(files.oralItem)).toEqual([...teachers, 'student']);
    expect(await readers(files.writtenItem)).toEqual(teachers);
    await makeAttempt({ exam, student: actors.student, part: 'written' });
    expect(await readers(files.writtenItem)).toEqual([...teachers, 'student']);
  });

  test('of a deleted exam: no students', async () => {
    const { exam, files } = await papers();
    await makeAttempt({ exam, student: actors.student, part: 'oral' });
    await db().updateTable('exams').set({ deleted_at: NOW }).where('id', '=', exam.id).execute();
    expect(await readers(files.paper)).toEqual(teachers);
  });
});

describe('attempt', () => {
  async function answered(part: 'oral' | 'written') {
    const exam = await makeExam({
      owner: actors.owner,
      oral: await makeOralQuestion({ owner: actors.owner }),
      written: [await makeWrittenQuestion({ owner: actors.owner })],
      examiners: [
        { teacher: actors.oralExaminer, part: 'oral' },
        { teacher: actors.writtenExaminer, part: 'written' },
      ],
    });
    const attempt = await makeAttempt({ exam, student: actors.student, part });
    const file = await makeFile(actors.student, part === 'oral' ? 'audio' : 'image');
    await useFile(file, 'attempt', attempt.id);
    return { attempt, file };
  }

  test.each([
    ['oral', ['owner', 'oralExaminer', 'student']],
    ['written', ['owner', 'writtenExaminer', 'student']],
  ] as const)('%s: its student, the exam’s owner, the examiners of that part', async (part, expected) => {
    expect(await readers((await answered(part)).file)).toEqual(expected);
  });

  test('a teacher’s access is recorded once an hour, a student’s own is not', async () => {
    const { attempt, file } = await answered('oral');
    const entries = () =>
      db()
        .selectFrom('audit_entries')
        .select(['actor_id', 'at', 'detail', 'address'])
        .where('action', '=', 'file.read')
        .where('entity_id', '=', file)
        .orderBy('id')
        .execute();
    const entry = (actor: Actor, at: number) => ({
      actor_id: actor.id,
      at,
      detail: toJson({ attemptId: attempt.id }),
      address: '127.0.0.1',
    });
    const read = async (actor: Actor, at: number) => recordReading(actor, await getReadableFile(actor, file, at), at);
    await read(actors.student, NOW);
    expect(await entries()).toEqual([]);
    for (const minutes of [0, 1, 59]) await read(actors.owner, NOW + minutes * 60_000);
    await read(actors.oralExaminer, NOW + 1);
    await read(actors.owner, NOW + HOUR);
    expect(await entries()).toEqual([
      entry(actors.owner, NOW),
      entry(actors.oralExaminer, NOW + 1),
      entry(actors.owner, NOW + HOUR),
    ]);
  });
});

describe('requireOwnFiles', () => {
  const refused = expect.objectContaining({ code: 'invalid' });

  test('own files of the kind, in the order given', async () => {
    const [a, b] = [await makeFile(actors.student), await makeFile(actors.student)];
    expect((await requireOwnFiles(actors.student, [b, a], 'image')).map((file) => file.id)).toEqual([b, a]);
    expect(await requireOwnFiles(actors.student, [], 'image')).toEqual([]);
  });

  test('another kind, another’s file and an unknown id are refused at the field', async () => {
    const mine = await makeFile(actors.student);
    const theirs = await makeFile(actors.classmate);
    await expect(requireOwnFiles(actors.student, [mine], 'audio', 'take')).rejects.toMatchObject({
      code: 'invalid',
      fields: { take: '找不到这段录音，请重新上传。' },
    });
    await expect(requireOwnFiles(actors.student, [mine, theirs], 'image')).rejects.toEqual(refused);
    await expect(requireOwnFiles(actors.student, [newUuid()], 'image')).rejects.toEqual(refused);
    await expect(requireOwnFiles(actors.student, ['../x'], 'image')).rejects.toEqual(refused);
  });

  test('a teacher may copy the pictures of what was shared; a student may not', async () => {
    const question = await makeOralQuestion({ owner: actors.owner });
    const file = await makeFile(actors.owner);
    await useFile(file, 'question', question.id);
    await expect(requireOwnFiles(actors.colleague, [file], 'image')).rejects.toEqual(refused);
    await share(question.id, 'teachers');
    await share(question.id, 'students');
    expect(await requireOwnFiles(actors.colleague, [file], 'image')).toHaveLength(1);
    await expect(requireOwnFiles(actors.student, [file], 'image')).rejects.toEqual(refused);
  });

  test('a student’s answer is never another’s to copy', async () => {
    const exam = await makeExam({ owner: actors.owner, oral: await makeOralQuestion({ owner: actors.owner }) });
    const attempt = await makeAttempt({ exam, student: actors.student, part: 'oral' });
    const file = await makeFile(actors.student);
    await useFile(file, 'attempt', attempt.id);
    await expect(requireOwnFiles(actors.owner, [file], 'image')).rejects.toEqual(refused);
  });
});

test('uses: twice is once, set replaces, copy adds, release ends', async () => {
  const [a, b, c] = [await makeFile(actors.owner), await makeFile(actors.owner), await makeFile(actors.owner)];
  const used = async (refId: number) =>
    (await db().selectFrom('file_uses').select('file_id').where('ref_id', '=', refId).execute())
      .map((row) => row.file_id)
      .sort();
  await useFile(a, 'question', 1);
  await useFile(a, 'question', 1);
  await setFileUses('question', 1, [b, c, b]);
  expect(await used(1)).toEqual([b, c].sort());
  await copyFileUses({ use: 'question', refId: 1 }, { use: 'exam', refId: 2 });
  expect(await used(2)).toEqual([b, c].sort());
  await releaseFileUse(b, 'exam', 2);
  expect(await used(2)).toEqual([c]);
  await setFileUses('question', 1, []);
  expect(await used(1)).toEqual([]);
});

test('listFiles keeps the order and leaves out what is unknown', async () => {
  const [a, b] = [await makeFile(actors.owner), await makeFile(actors.owner)];
  expect((await listFiles([b, newUuid(), 'x', a])).map((file) => file.id)).toEqual([b, a]);
});
