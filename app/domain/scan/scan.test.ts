import { copyFile, writeFile } from 'node:fs/promises';
import { constants, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { listAttemptsOf, listPhotos } from '~/domain/attempt/attempt.queries.server';
import { removePhoto } from '~/domain/attempt/photo.commands.server';
import { removeUnusedFiles } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getBoard } from '~/domain/room/board.queries.server';
import { drawQrCode } from '~/lib/qr-code.server';
import { temporaryPath } from '~/lib/temporary-files.server';
import { findSheetLines, getSheetPlan } from '~/domain/exam/print.queries.server';
import { setSheetLines } from '~/domain/exam/sheet-lines.commands.server';
import { signedSheetCode } from '~/domain/exam/sheet-signature.server';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { startScan, waitForScan, type ScanFile } from './scan-heap.commands.server';
import { assignPage, doWithPage } from './scan-pages.commands.server';
import { placeSheets, undoPlaced } from './scan-place.commands.server';
import { removeOldScans } from './scan-sweep.commands.server';
import { getScans } from './scan.queries.server';
import { MAX_HEAP_BYTES, ON_PAPER, SCAN_LIFE_MS } from './scan.rules';

useDatabase();

const T = 1_800_000_000_000;
/** When the sheets lie on the teacher's desk: the exam and the time for photos are over. */
const LATER = T + 200 * 60_000;

let owner: Actor;
let student: Actor;
let other: Actor;
let exam: MadeExam;
let item: number;
let layout: string;

beforeEach(async () => {
  const teacher = await makeTeacher();
  owner = actorOf(teacher);
  const classroom = await makeClassroom({ teacher });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  other = actorOf(await makeStudent({ classroom_id: classroom.id }));
  exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [await makeWrittenQuestion({ owner: teacher })],
    now: T,
  });
  item = exam.items[0]?.id ?? 0;
  ({ layout } = await getSheetPlan(owner, exam.id));
});

/** A scanned page; its grey tells one scan from another of the same page. */
async function sheet(
  text: string | null,
  { name = '一页.jpg', grey = 250, turn = 0, second = '' } = {},
): Promise<ScanFile> {
  const { size, path: drawn } = drawQrCode(text ?? 'nothing');
  const code = text === null ? '' : `<g transform="translate(900 60) scale(${260 / size})"><path d="${drawn}"/></g>`;
  const { path: other, size: otherSize } = drawQrCode(second || 'nothing');
  const more = second && `<g transform="translate(200 900) scale(${260 / otherSize})"><path d="${other}"/></g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1240" height="1754"><rect width="1240" height="1754" fill="rgb(${grey},${grey},${grey})"/>${code}${more}</svg>`;
  const path = temporaryPath();
  const { size: bytes } = await sharp(Buffer.from(svg)).rotate(turn).jpeg({ quality: 70 }).toFile(path);
  return { name, path, size: bytes, isTooLarge: false };
}

const codeOf = (who: Actor, page = 1, examId = exam.id) => signedSheetCode({ examId, studentId: who.id, page, layout });

async function upload(...files: ScanFile[]) {
  const id = await startScan(owner, exam.id, files, LATER);
  await waitForScan(id, 60_000);
  return getScans(owner, exam.id, LATER);
}

const place = (...who: Actor[]) => placeSheets(owner, { id: exam.id, studentIds: who.map(({ id }) => id) }, LATER);
const paperOf = async (who: Actor) => (await listAttemptsOf(exam.id, who.id, 'written'))[0];
const undo = (who: Actor) => undoPlaced(owner, { id: exam.id, studentId: who.id }, LATER);

/** A PDF of less than a megabyte whose page unpacks to 900 MB. */
async function swellingPdf(): Promise<ScanFile> {
  // One piece written again and again: to make it costs no more than that piece.
  const piece = deflateRawSync(Buffer.alloc(15 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: 60 }, () => piece);
  const stream = Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, Buffer.from([3, 0, 0, 0, 0, 1])]);
  const text = (value: string) => Buffer.from(value, 'latin1');
  const bytes = Buffer.concat([
    text('%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n'),
    text('3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>endobj\n'),
    text(`4 0 obj<</Length ${stream.length}/Filter/FlateDecode>>stream\n`),
    stream,
    text('\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\n%%EOF'),
  ]);
  const path = temporaryPath();
  await writeFile(path, bytes);
  return { name: '膨胀.pdf', path, size: bytes.length, isTooLarge: false };
}

describe('a heap of scanned sheets', () => {
  test('a PDF that swells is refused by its name before it takes the computer’s memory; the rest is read', async () => {
    const { heaps, unknown } = await upload(await swellingPdf(), await sheet(null));
    expect(heaps[0]?.notes).toEqual([{ name: '膨胀.pdf', text: expect.stringContaining('展开后太大') as string }]);
    expect(unknown).toHaveLength(1);
  });

  test('a page with the codes of two sheets is nobody’s until the teacher says whose', async () => {
    const both = await sheet(codeOf(student), { name: '两张.jpg', second: codeOf(other) });
    const twice = await sheet(codeOf(student), { name: '同一个码.jpg', grey: 240, second: codeOf(student) });
    const scan = await upload(both, twice);
    expect(scan.unknown).toMatchObject([
      { source: '两张.jpg', note: expect.stringContaining('这一张上有几张答题纸的二维码') as string },
    ]);
    expect(scan.students).toMatchObject([{ id: student.id, open: [{ page: 1 }] }]);
  });

  test('of two people the one with a page does not wait for the one with many; who sends too many is told', async () => {
    const colleague = await makeTeacher();
    const small = await makeExam({
      owner: colleague,
      classrooms: [],
      written: [await makeWrittenQuestion({ owner: colleague })],
      now: T,
    });
    const many = await Promise.all(
      Array.from({ length: 8 }, (_, at) => sheet(null, { name: `${at}.jpg`, grey: 200 + at })),
    );
    const ended: string[] = [];
    const follow = async (who: string, heap: string) => {
      await waitForScan(heap, 60_000);
      ended.push(who);
    };
    const large = await startScan(owner, exam.id, many, LATER);
    const one = await startScan(actorOf(colleague), small.id, [await sheet(null)], LATER);
    await Promise.all([follow('many', large), follow('one', one)]);
    expect(ended).toEqual(['one', 'many']);
    const heaps = await Promise.all(
      [1, 2, 3].map(async (at) => [{ ...(await sheet(null, { grey: 240 + at })), size: MAX_HEAP_BYTES }]),
    );
    const again = await Promise.all([1, 2, 3, 4].map((at) => sheet(null, { grey: 230 + at })));
    heaps[0]?.push(...again);
    const begin = (files: ScanFile[] = []) => startScan(owner, exam.id, files, LATER);
    const waiting = [await begin(heaps[0])];
    await expect(begin(heaps[1])).rejects.toMatchObject({
      code: 'too_many',
      message: expect.stringContaining('没有读完') as string,
    });
    await Promise.all(waiting.map((heap) => waitForScan(heap, 60_000)));
    await waitForScan(await begin(heaps[2]), 60_000);
  });

  test('finds whose each page is; what cannot be read, is of another exam or no sheet is said by name', async () => {
    const text = temporaryPath();
    await writeFile(text, 'no picture at all');
    const pdf = temporaryPath();
    await copyFile('tests/fixtures/sheets/sheets.pdf', pdf);
    const broken = temporaryPath();
    await writeFile(broken, '%PDF-1.7 and then nothing');
    const large = temporaryPath();
    await writeFile(large, '%PDF-1.7');
    const scan = await upload(
      await sheet(codeOf(student), { turn: 90 }),
      await sheet(null, { name: '空白.jpg' }),
      await sheet(codeOf(student, 1, exam.id + 999), { name: '别的考试.jpg' }),
      { name: '说明.txt', path: text, size: 17, isTooLarge: false },
      { name: '坏的.pdf', path: broken, size: 25, isTooLarge: false },
      { name: '大的.pdf', path: large, size: 1, isTooLarge: true },
      { name: '别班.pdf', path: pdf, size: 80_000, isTooLarge: false },
    );
    expect(scan.students).toMatchObject([
      { id: student.id, paper: 'none', missing: [], doubles: [], open: [{ page: 1 }] },
    ]);
    expect(scan.absent.map(({ id }) => id)).toEqual([other.id]);
    const unsigned = { studentId: null, note: expect.stringContaining('不是这所学校印的') as string };
    expect(scan.unknown).toMatchObject([
      { source: '空白.jpg', note: '没有找到能认的二维码' },
      ...[1, 2, 3, 4].map((page) => ({ source: `别班.pdf 第 ${page} 页`, ...unsigned })),
    ]);
    const notes = new Map(scan.heaps[0]?.notes.map(({ name, text: said }) => [name, said]));
    expect(notes.get('别的考试.jpg')).toBe('是另一场考试的答题纸');
    expect(notes.get('说明.txt')).toBe('不是照片，也不是 PDF');
    expect(notes.get('坏的.pdf')).toContain('这个 PDF 打不开');
    expect(notes.get('大的.pdf')).toBe('文件太大了');
    expect(await paperOf(student)).toBeUndefined();
  });

  test('is forgotten a day later with its files; what was placed stays', async () => {
    await upload(await sheet(codeOf(student)), await sheet(null, { name: '空白.jpg', grey: 240 }));
    await place(student);
    await upload(await sheet(codeOf(other)));
    const files = async () => (await db().selectFrom('files').select('id').execute()).length;
    expect(await removeOldScans(LATER + SCAN_LIFE_MS - 60_000)).toBe(0);
    expect(await files()).toBe(3);
    const late = LATER + SCAN_LIFE_MS + 60_000;
    expect(await removeOldScans(late)).toBe(2);
    await removeUnusedFiles(late);
    expect(await files()).toBe(1);
    const scan = await getScans(owner, exam.id, late);
    expect(scan).toMatchObject({ pages: 1, unknown: [], students: [{ id: student.id, placed: [{ page: 1 }] }] });
    expect(scan.heaps).toHaveLength(1);
    await db().updateTable('exams').set({ status: 'released' }).where('id', '=', exam.id).execute();
    await expect(place(student)).rejects.toMatchObject({ message: expect.stringContaining('成绩已经公布') });
  });

  test('says which questions a key marks: nobody reads their letters from a picture', async () => {
    const teacher = await makeTeacher();
    const mixed = await makeExam({
      owner: teacher,
      classrooms: [await makeClassroom({ teacher })],
      written: [await makeTheoryQuestion({ owner: teacher }), await makeWrittenQuestion({ owner: teacher })],
      now: T,
    });
    expect(await getScans(actorOf(teacher), mixed.id, LATER)).toMatchObject({ keyed: [1] });
    expect(await getScans(owner, exam.id, LATER)).toMatchObject({ keyed: [] });
  });

  test('is placed at the teacher’s yes: a paper 代交 with the picture as a photo, once however often it is asked', async () => {
    await upload(await sheet(codeOf(student)));
    expect(await place(student)).toEqual({ students: 1, refusals: [] });
    expect(await place(student)).toEqual({ students: 0, refusals: [] });
    const paper = await paperOf(student);
    expect(paper).toMatchObject({
      state: 'auto_submitted',
      closedBy: 'teacher',
      receipt: { reason: ON_PAPER, photoCount: 1 },
    });
    expect(await listPhotos(paper?.id ?? 0)).toMatchObject([{ itemId: item, outcome: 'saved', removedAt: null }]);
    const told = await db().selectFrom('messages').select('title').where('user_id', '=', student.id).execute();
    expect(told.map(({ title }) => title)).toContainEqual(expect.stringContaining('老师放入了你的答题纸'));
  });

  test('is the teacher’s: its student sees the photo and can neither remove nor replace it', async () => {
    await upload(await sheet(codeOf(student)));
    await place(student);
    const attemptId = (await paperOf(student))?.id ?? 0;
    const [photo] = await listPhotos(attemptId);
    expect(photo?.isScanned).toBe(true);
    await expect(removePhoto(student, { attemptId, photoId: photo?.id ?? 0 }, LATER)).rejects.toMatchObject({
      message: expect.stringContaining('来自老师扫描的答题纸'),
    });
    expect(await listPhotos(attemptId)).toMatchObject([{ id: photo?.id, removedAt: null }]);
  });

  test('is taken back while nothing is marked, and not after', async () => {
    await upload(await sheet(codeOf(student)));
    await place(student);
    expect(await undo(student)).toBe(1);
    expect(await undo(student)).toBe(0);
    expect(await paperOf(student)).toBeUndefined();
    await place(student);
    const paper = await paperOf(student);
    await db()
      .insertInto('scores')
      .values({
        attempt_id: paper?.id ?? 0,
        examiner_id: owner.id,
        state: 'draft',
        percent: null,
        updated_at: T,
        finalised_at: null,
        rubric_id: null,
      })
      .execute();
    await expect(undo(student)).rejects.toMatchObject({ message: expect.stringContaining('已经有老师在评分') });
  });

  test('leaves what a student handed in by the app: the sheet comes behind it and alone goes again', async () => {
    const own = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
    await submitAttempt(student, { attemptId: own.id }, T + 1000);
    const scan = await upload(await sheet(codeOf(student)));
    expect(scan.students).toMatchObject([{ paper: 'handed_in' }]);
    await place(student);
    expect(await listPhotos(own.id)).toHaveLength(1);
    await undo(student);
    expect(await listPhotos(own.id)).toHaveLength(0);
    expect((await paperOf(student))?.closedBy).toBe('student');
  });

  test('is no sign of life of the student’s page: the board goes on saying that it is gone', async () => {
    const own = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
    const page = { attempt_id: own.id, reported_at: T + 60_000, unsaved: 0, unsaved_since: null, announcement_id: 0 };
    await db().insertInto('attempt_pages').values(page).execute();
    await upload(await sheet(codeOf(student)));
    const at = T + 3 * 60_000;
    await placeSheets(owner, { id: exam.id, studentIds: [student.id] }, at);
    const asked = { examId: exam.id, part: 'written', view: '', state: '', classId: 0, keyword: '' } as const;
    const { rows } = await getBoard(owner, { ...asked, currentPage: 1, pageSize: 60 }, at);
    expect(rows.find(({ studentId }) => studentId === student.id)).toMatchObject({
      answered: 1,
      lastSavedAt: null,
      problems: ['页面已 2 分钟没有回应'],
    });
  });

  test('a page that is there twice is placed only once its teacher has chosen; the very same file counts once', async () => {
    const again = await sheet(codeOf(student));
    const scan = await upload(await sheet(codeOf(student)), again, await sheet(codeOf(student), { grey: 235 }));
    expect(scan.heaps[0]?.notes).toMatchObject([{ text: expect.stringContaining('完全相同') }]);
    expect(scan.students).toMatchObject([{ doubles: [1] }]);
    const { refusals } = await place(student);
    expect(refusals[0]).toContain('第 1 页有两张');
    const kept = scan.students[0]?.open[1]?.fileId ?? '';
    await doWithPage(owner, { id: exam.id, fileId: kept, deed: 'only' }, LATER);
    expect(await place(student)).toEqual({ students: 1, refusals: [] });
    expect(await listPhotos((await paperOf(student))?.id ?? 0)).toMatchObject([{ fileId: kept }]);
  });

  test('marked without names keeps the blank sheets of everybody: covered they look the same, and are not', async () => {
    const [own] = await db().selectFrom('exams').select('settings').where('id', '=', exam.id).execute();
    const settings = toJson({ ...fromJson<object>(own?.settings ?? '{}'), isBlind: true });
    await db().updateTable('exams').set({ settings }).where('id', '=', exam.id).execute();
    const old = (page: number) =>
      sheet(signedSheetCode({ examId: exam.id, studentId: other.id, page, layout: 'old' }), { name: `旧 ${page}.jpg` });
    const scan = await upload(
      await sheet(codeOf(student)),
      await sheet(codeOf(other)),
      await sheet(codeOf(student), { name: '再传一次.jpg' }),
      await old(1),
      await old(2),
    );
    expect(scan.students.map(({ id, open }) => [id, open.length]).sort()).toEqual(
      [
        [student.id, 1],
        [other.id, 1],
      ].sort(),
    );
    expect(scan.unknown.map(({ source }) => source)).toEqual(['旧 1.jpg', '旧 2.jpg']);
    expect(scan.heaps[0]?.notes).toEqual([
      { name: '再传一次.jpg', text: expect.stringContaining('完全相同') as string },
    ]);
  });

  test('marked without names nothing by name leads to a paper’s picture, nor says which paper is marked', async () => {
    await db()
      .updateTable('exams')
      .set({ settings: toJson({ isBlind: true }) })
      .where('id', '=', exam.id)
      .execute();
    await upload(await sheet(codeOf(student)), await sheet(codeOf(other)));
    await place(student, other);
    const photos = await Promise.all(
      [student, other].map(async (who) => (await listPhotos((await paperOf(who))?.id ?? 0))[0]?.fileId ?? ''),
    );
    const scan = await getScans(owner, exam.id, LATER);
    expect(scan.students.map(({ placed }) => placed.map(({ page }) => page))).toEqual([[1], [1]]);
    for (const fileId of photos) expect(JSON.stringify(scan)).not.toContain(fileId);
    expect(scan.isMarkedByCode).toBe(false);
    // One of the two is marked: by name both answer the same.
    const marked = { attempt_id: (await paperOf(student))?.id ?? 0, examiner_id: owner.id };
    await db()
      .insertInto('scores')
      .values({ ...marked, kind: 'examiner', state: 'draft', comment: '', percent: null, updated_at: LATER })
      .execute();
    await db().updateTable('attempts').set({ state: 'scored' }).where('id', '=', marked.attempt_id).execute();
    const shown = await getScans(owner, exam.id, LATER);
    expect(shown.students.map(({ paper }) => paper)).toEqual(['handed_in', 'handed_in']);
    expect(shown.isMarkedByCode).toBe(true);
    const undone = [];
    for (const who of [student, other]) undone.push(await undo(who).catch((error: unknown) => error));
    expect(undone[0]).toMatchObject({ code: 'conflict', message: expect.stringContaining('谁的答卷都不能') as string });
    expect(undone[1]).toEqual(undone[0]);
    await upload(await sheet(codeOf(student), { grey: 235 }), await sheet(codeOf(other), { grey: 235 }));
    await db().deleteFrom('scan_pages').where('state', '=', 'placed').execute();
    const { students, refusals } = await place(student, other);
    expect([students, new Set(refusals.map((text) => text.replace(/^.*?：/, ''))).size]).toEqual([0, 1]);
  });

  test('a page that could not be read is given to its student by hand, turned as the teacher turned it', async () => {
    const fileId = (await upload(await sheet(null))).unknown[0]?.fileId ?? '';
    await doWithPage(owner, { id: exam.id, fileId, deed: 'right' }, LATER);
    const wrong = assignPage(owner, { id: exam.id, fileId, studentId: owner.id, page: 1 }, LATER);
    await expect(wrong).rejects.toMatchObject({ fields: { studentId: '这名学生不在这场考试里' } });
    await assignPage(owner, { id: exam.id, fileId, studentId: other.id, page: 1 }, LATER);
    await place(other);
    expect(await listPhotos((await paperOf(other))?.id ?? 0)).toMatchObject([{ rotation: 90 }]);
    const late = doWithPage(owner, { id: exam.id, fileId, deed: 'discard' }, LATER);
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
  });

  test('how many lines the sheets have may be changed until some were scanned', async () => {
    await setSheetLines(owner, { id: exam.id, lines: 'third' }, LATER);
    expect(await findSheetLines(exam.id)).toBe('third');
    await expect(setSheetLines(student, { id: exam.id, lines: 'half' }, LATER)).rejects.toBeDefined();
    ({ layout } = await getSheetPlan(owner, exam.id));
    expect((await upload(await sheet(codeOf(student)))).students).toMatchObject([{ id: student.id }]);
    await expect(setSheetLines(owner, { id: exam.id, lines: 'half' }, LATER)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await findSheetLines(exam.id)).toBe('third');
  });

  test('a sheet of before the paper was changed is put to the teacher', async () => {
    const [first] = exam.items;
    const row = { exam_id: exam.id, part: 'written', question_id: null, points: 5, snapshot: first?.snapshot ?? '' };
    const printed = codeOf(student);
    await db()
      .insertInto('exam_items')
      .values({ ...row, position: 2 })
      .execute();
    const now = (await getSheetPlan(owner, exam.id)).layout;
    expect(now).not.toBe(layout);
    const scan = await upload(
      await sheet(printed),
      await sheet(signedSheetCode({ examId: exam.id, studentId: other.id, page: 1, layout: now })),
    );
    expect(scan.unknown).toMatchObject([
      { studentId: student.id, page: null, note: expect.stringContaining('改试卷以前印的') as string },
    ]);
    expect(scan.students).toMatchObject([{ id: other.id, open: [{ page: 1 }] }]);
    // The teacher has compared it with the paper.
    await assignPage(
      owner,
      { id: exam.id, fileId: scan.unknown[0]?.fileId ?? '', studentId: student.id, page: 1 },
      LATER,
    );
    expect(await place(student)).toEqual({ students: 1, refusals: [] });
  });

  test('a code that somebody made at home names nobody: the teacher looks whose the page is', async () => {
    const own = codeOf(student);
    const forged = own.replace(/[0-9A-F]{10}$/, (signature) => (signature[0] === '0' ? '1' : '0') + signature.slice(1));
    const borrowed = own.replace(`-${student.id}-`, `-${other.id}-`);
    const codes = [`KP1-${exam.id}-${other.id}-1`, `KP2-${exam.id}-${other.id}-1-${layout}`, forged, borrowed];
    const scan = await upload(...(await Promise.all(codes.map((code, at) => sheet(code, { grey: 250 - 10 * at })))));
    expect(scan.students).toEqual([]);
    const note = expect.stringContaining('不是这所学校印的') as string;
    expect(scan.unknown).toMatchObject(codes.map(() => ({ studentId: null, page: null, note })));
  });

  test('a paper sat on paper alone has the numbers and letters of the printed one; one sat on the screen its own', async () => {
    const teacher = await makeTeacher();
    const classroom = await makeClassroom({ teacher });
    const who = [];
    for (let at = 0; at < 3; at += 1) who.push(actorOf(await makeStudent({ classroom_id: classroom.id })));
    const questions = [];
    for (let at = 0; at < 6; at += 1) questions.push(await makeTheoryQuestion({ owner: teacher, kind: 'single' }));
    owner = actorOf(teacher);
    exam = await makeExam({
      owner: teacher,
      classrooms: [classroom],
      written: [...questions, await makeWrittenQuestion({ owner: teacher })],
      settings: { shuffleItems: true, shuffleOptions: true },
      now: T,
    });
    ({ layout } = await getSheetPlan(owner, exam.id));
    const [onPaper, looked, onScreen] = who as [Actor, Actor, Actor];
    for (const student of [looked, onScreen]) {
      const { id } = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
      const [answered] = exam.items;
      if (student === onScreen) {
        const value = toJson({ choice: ['A'] });
        const answer = { attempt_id: id, item_id: answered?.id ?? 0, value, revision: 1, saved_at: T };
        await db().insertInto('answers').values(answer).execute();
      }
      await submitAttempt(student, { attemptId: id }, T + 1000);
    }
    const pages = [];
    for (const student of who) pages.push(await sheet(codeOf(student)));
    await upload(...pages);
    expect(await place(...who)).toEqual({ students: 3, refusals: [] });
    const placesOf = async (student: Actor) => {
      const attempt = (await paperOf(student))?.id ?? 0;
      return db().selectFrom('attempt_items').select('item_id').where('attempt_id', '=', attempt).execute();
    };
    expect(await placesOf(onPaper)).toEqual([]);
    expect(await placesOf(looked)).toEqual([]);
    expect(await placesOf(onScreen)).toHaveLength(7);
  });

  test('is its exam’s owner’s alone, and of no exam that is not out or is released', async () => {
    const stranger = actorOf(await makeTeacher());
    await expect(getScans(stranger, exam.id, LATER)).rejects.toMatchObject({ code: 'not_found' });
    await expect(startScan(student, exam.id, [], LATER)).rejects.toMatchObject({
      status: expect.any(Number) as number,
    });
    await upload(await sheet(codeOf(student)));
    for (const [status, said] of [
      ['draft', '考试还没有发布'],
      ['released', '成绩已经公布'],
    ] as const) {
      await db().updateTable('exams').set({ status }).where('id', '=', exam.id).execute();
      await expect(place(student)).rejects.toMatchObject({ message: expect.stringContaining(said) });
    }
    expect(await paperOf(student)).toBeUndefined();
  });
});
