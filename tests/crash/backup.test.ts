import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  PASSWORD,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeWrittenQuestion,
} from '~tests/factories';
import { useBackupDatabase } from '~tests/support/backup-database';
import { useDatabase } from '~tests/support/db';
import { BUILD, startServer, type RunningServer } from '~tests/support/server';
import { signIn } from '../../scripts/walk.mjs';
import { backupRound } from './backup.mjs';

/** The short form of tests/crash/backup.mjs: a backup while students save, restored, compared, served. */

useDatabase({ keepRows: true });
const emptyPlace = useBackupDatabase();

const STUDENTS = 10;
const root = mkdtempSync(path.join(tmpdir(), 'kaoping-backup-'));
let server: RunningServer;

beforeAll(async () => {
  server = await startServer({});
});
afterAll(async () => {
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

test('what was acknowledged before a backup began is in it, and a server runs on what is restored', async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const exam = await makeExam({ owner, classrooms: [classroom], written: [await makeWrittenQuestion({ owner })] });
  const papers = [];
  for (let index = 0; index < STUDENTS; index += 1) {
    const student = await makeStudent({ classroom_id: classroom.id });
    const attempt = await makeAttempt({ exam, student, part: 'written', state: 'in_progress' });
    const send = await signIn(server.address, student.account, PASSWORD);
    papers.push({ address: server.address, send, attemptId: attempt.id, itemId: exam.items[0]?.id ?? 0, revision: 0 });
  }
  const { dataDir, databaseUrl } = await emptyPlace(path.join(root, 'restored'));
  const result = await backupRound({
    papers,
    place: { KAOPING_BUILD_DIR: BUILD },
    restored: { KAOPING_BUILD_DIR: BUILD, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    start: (settings: Record<string, string>) => startServer(settings),
    perSecond: 50,
    seconds: 2,
    isThorough: false,
  });
  expect(result.failures).toEqual([]);
  expect(result.lost).toEqual([]);
  expect(result.acknowledgedBefore).toBeGreaterThan(0);
  expect(result.savedDuring).toBeGreaterThan(0);
  expect(result.output).toContain('恢复后的检查也通过了');
});
