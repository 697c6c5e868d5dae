import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { removeUnusedFiles } from '~/domain/file/file.commands.server';
import { isDownload } from '~/domain/message/message.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AppError } from '~/lib/errors';
import { readSheetRows } from '~/lib/spreadsheet.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { answersSoon, exportsEnded, getMadeFile } from './answers-export.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const DAY = 86_400_000;
let owner: Actor;
let input: { examId: number; classId: number };

beforeEach(async () => {
  const teacher = await makeTeacher();
  owner = actorOf(teacher);
  const classroom = await makeClassroom({ teacher });
  const student = await makeStudent({ classroom_id: classroom.id, name: '陈思远' });
  const exam = await makeExam({
    ...{ owner: teacher, name: '期末', classrooms: [classroom], status: 'closed', now: NOW },
    written: [await makeWrittenQuestion({ owner: teacher, points: 10 })],
  });
  await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
  input = { examId: exam.id, classId: 0 };
});

const messages = () => db().selectFrom('messages').select(['user_id', 'title', 'link']).execute();
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error as AppError).code,
  );
const fileIn = (link: string | undefined) => new URL(link ?? '', 'http://school.test').searchParams.get('file') ?? '';

describe('导出全部答卷', () => {
  test('a quick one is the answer itself, and nobody is told', async () => {
    const made = await answersSoon(owner, input, NOW, { waitMs: 30_000 });
    expect(made?.name).toBe('期末答卷.xlsx');
    await exportsEnded();
    expect(await messages()).toEqual([]);
  });

  test('one that takes longer goes on, and the message leads its owner alone to the file for a day', async () => {
    const both = [answersSoon(owner, input, NOW, { waitMs: 0 }), answersSoon(owner, input, NOW, { waitMs: 0 })];
    expect(await Promise.all(both)).toEqual([null, null]);
    await exportsEnded();
    const told = await messages();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ user_id: owner.id, title: '“期末答卷.xlsx”导出好了' });
    expect(isDownload(told[0]?.link ?? '')).toBe(true);
    const id = fileIn(told[0]?.link);
    const { name, size, open } = await getMadeFile(owner, id, NOW + 60_000);
    expect(name).toBe('期末答卷.xlsx');
    const rows = await readSheetRows(open({ start: 0, end: size - 1 }), { maxRows: 10 });
    expect(JSON.stringify(rows)).toContain('陈思远');
    expect(await codeOf(getMadeFile(actorOf(await makeTeacher({ is_admin: 1 })), id, NOW))).toBe('not_found');
    await removeUnusedFiles(NOW + DAY + 3_600_000);
    expect(await codeOf(getMadeFile(owner, id, NOW + 2 * DAY))).toBe('not_found');
  });

  test('who leaves the page while it is made gets it by message too', async () => {
    await answersSoon(owner, input, NOW, { waitMs: 30_000, isGone: () => true });
    await exportsEnded();
    expect((await messages()).map((one) => one.title)).toEqual(['“期末答卷.xlsx”导出好了']);
  });

  test('what is refused is refused at once, without a message', async () => {
    const other = actorOf(await makeTeacher());
    expect(await codeOf(answersSoon(other, input, NOW, { waitMs: 30_000 }))).toBe('not_found');
    await exportsEnded();
    expect(await messages()).toEqual([]);
  });
});
