import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { Receipt } from '~/domain/attempt/attempt.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { storeFile, useFile } from '~/domain/file/file.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '../../factories';
import { makeTestFolder } from '../../support/test-folder';
import { expect } from './app';

const HOUR = 3_600_000;
const ASSETS = path.resolve('app/db/demo/assets');

/** A real stored file of a student, used in their attempt. */
export async function handInFile(student: UserRow, attemptId: number, kind: 'audio' | 'image', asset: string) {
  const copy = path.join(makeTestFolder('kaoping-asset-'), asset);
  await copyFile(path.join(ASSETS, asset), copy);
  const file = await storeFile(actorOf(student), { kind, path: copy, name: asset }, Date.now());
  await useFile(file.id, 'attempt', attemptId);
  return file;
}

/** An exam of both parts that is over, with one student who sat it all, one who sat the oral part, one absent. */
export async function makeScoringSchool() {
  const owner = await makeTeacher({ name: '周敏' });
  const classroom = await makeClassroom({ teacher: owner, name: '旅游2601班' });
  const student = await makeStudent({ classroom_id: classroom.id, name: '林可欣' });
  const second = await makeStudent({ classroom_id: classroom.id, name: '王浩然' });
  const absent = await makeStudent({ classroom_id: classroom.id, name: '赵子墨' });
  const then = Date.now() - 3 * HOUR;
  const exam = await makeExam({
    owner,
    classrooms: [classroom],
    name: '十一月月考',
    oral: await makeOralQuestion({
      owner,
      title: '故宫中轴线讲解',
      keyPoints: ['午门', '太和殿', '中轴线', '对称'],
      points: 100,
      body: {
        examContent:
          '各位游客，大家好！欢迎来到故宫。我们现在站在午门前，这里是紫禁城的正门。往里走，穿过金水桥，就来到太和殿广场。请大家留意，所有的大殿都建在一条中轴线上，左右对称。',
      },
    }),
    written: [
      await makeTheoryQuestion({ owner, points: 10 }),
      await makeTheoryQuestion({ owner, kind: 'cloze', points: 10 }),
      await makeTheoryQuestion({ owner, kind: 'multiple', points: 10 }),
      await makeTheoryQuestion({ owner, kind: 'short', points: 10 }),
      await makeWrittenQuestion({ owner, points: 20, body: { answerBy: 'both' } }),
    ],
    oral_weight: 60,
    written_weight: 40,
    now: then,
  });
  const receipt = (part: Part, code: string, figures: Partial<Receipt>) => ({
    receipt_code: code,
    receipt_revision: 1,
    receipt: toJson({
      code,
      part,
      submittedAt: then,
      revisedAt: then,
      closedBy: 'student',
      itemCount: part === 'oral' ? 1 : 5,
      answeredCount: part === 'oral' ? 1 : 5,
      photoCount: 0,
      audioSeconds: 0,
      ...figures,
    } satisfies Receipt),
  });
  const sit = (who: UserRow, part: Part, answers: Parameters<typeof makeAttempt>[0]['answers'], columns: object) =>
    makeAttempt({ exam, student: who, part, state: 'submitted', answers, now: then, ...columns });

  const oral = await sit(student, 'oral', [], receipt('oral', 'K7M2-9QXD', { audioSeconds: 13 }));
  const secondOral = await sit(second, 'oral', [], receipt('oral', 'H4TC-2VRA', { answeredCount: 0 }));
  const written = await sit(
    student,
    'written',
    [
      { keys: ['B'] },
      { blanks: [' 明月', '天上'] },
      { keys: ['A', 'C'] },
      { text: '因为大气对蓝光的散射更强。' },
      { text: '冰化成水，水变成水蒸气。' },
    ],
    receipt('written', 'P2WD-8NKE', { photoCount: 1 }),
  );
  const oralItem = exam.items[0];
  const penItem = exam.items[5];
  if (!oralItem || !penItem) throw new Error('the exam has no items');
  for (const [index, asset] of ['recording-palace-1.webm', 'recording-palace-3.webm'].entries()) {
    const file = await handInFile(student, oral.id, 'audio', asset);
    await db()
      .insertInto('takes')
      .values({
        attempt_id: oral.id,
        item_id: oralItem.id,
        file_id: file.id,
        number: index + 1,
        is_chosen: index,
        duration_ms: file.durationMs ?? 0,
        received_at: then - 60_000 * (2 - index),
        outcome: index === 1 ? 'grace' : 'saved',
      })
      .execute();
  }
  const sheet = await handInFile(student, written.id, 'image', 'sheet-daytrip-1.jpg');
  await db()
    .insertInto('photos')
    .values({
      attempt_id: written.id,
      item_id: penItem.id,
      file_id: sheet.id,
      position: 1,
      received_at: then,
      outcome: 'saved',
      removed_at: null,
    })
    .execute();
  await db()
    .insertInto('answer_journal')
    .values({
      attempt_id: written.id,
      item_id: penItem.id,
      revision: 2,
      value: toJson({ text: '冰化成水，水变成水蒸气，水蒸气遇冷又凝结成水。' }),
      received_at: then + 2 * HOUR,
      outcome: 'refused',
    })
    .execute();
  return { owner, classroom, student, second, absent, exam, oral, secondOral, written, oralItem, penItem };
}

export type ScoringSchool = Awaited<ReturnType<typeof makeScoringSchool>>;

/** Where a paper of the story is scored, reached by the list as a teacher does. */
export async function openPaper(page: Page, school: ScoringSchool, part: Part, name: string) {
  await page.goto('/examination/scoreexamination/index');
  const partName = part === 'oral' ? '口语' : '笔试';
  await page.getByRole('link', { name: new RegExp(`^${partName}\\s*：${school.exam.name}$`) }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Fills the four measures. */
export async function fillMeasures(page: Page, values: [string, string][]) {
  for (const [label, value] of values) await page.getByRole('textbox', { name: label }).fill(value);
}
