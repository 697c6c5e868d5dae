import { open, rename } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import pLimit, { type LimitFunction } from 'p-limit';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { readSignedSheetCode } from '~/domain/exam/sheet-signature.server';
import { SHEET_CODE_START } from '~/domain/exam/writing-sheet.rules';
import { storeFile, useFile } from '~/domain/file/file.commands.server';
import { sniff, SNIFF_BYTES } from '~/domain/file/sniff';
import type { Actor } from '~/domain/actor/actor.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toScan } from '~/lib/addresses/exams';
import { AppError, invalid, orDiskFull } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { createFairLimit } from '~/lib/limit';
import { discardTemporary, temporaryPath } from '~/lib/temporary-files.server';
import { inThread } from '~/lib/threads.server';
import { findExamView } from '~/domain/exam/exam.queries.server';
import { logEvent } from '~/lib/log.server';
import { requireScanExam, type ScanExam, type ScanNote } from './scan.queries.server';
import { MAX_HEAP_BYTES, MAX_PAGES, MAX_PDF_BYTES, MAX_PICTURE_BYTES, SEVERAL_CODES, SILENCE_MS } from './scan.rules';
import type { countPdfPages, readPdfPages, readPicture, SheetReading } from './sheet-reading.server';

/** A file of a heap as it arrived; its bytes are a temporary file. */
export type ScanFile = { name: string; path: string; size: number; isTooLarge: boolean };

/** Pages of a PDF that one piece of work reads. */
const PDF_PAGES = 4;
const OLD_SHEET =
  '这一页是改试卷以前印的，上面的题号可能对不上现在的试卷。请对着页面核对是现在的第几页；对不上的请扔掉，由老师另外处理';
const UNSIGNED =
  '这一页的二维码不是这所学校印的（旧版本印的，或自己做的），上面写的姓名不能算数。请看笔迹和姓名，核对以后再选学生';
const SEVERAL_SHEETS =
  '这一张上有几张答题纸的二维码：几张拍在一起的，请一张一张地重新拍或扫；只有一张纸的，看笔迹和姓名，核对以后再选学生';
const OVER_LIMIT = '读这个文件太久或太占内存，没有读完；请换一种方式扫描，或分成几份上传';

// One piece of one heap at a time, the other thread stays for whoever uploads something else; people take turns, and
// one person's heaps follow one another.
const inTurn = createFairLimit<number>(1);
const lanes = new Map<number, { run: LimitFunction; heaps: number; bytes: number }>();
/** Of one person's heaps that are not read yet: a program sends file after file. */
const MAX_HEAPS = 50;
const running = new Map<string, Promise<void>>();

/**
 * Begins to read a heap of sheets; the work goes on by itself, waitForScan says when it has ended. Nothing of it is in a
 * paper before placeSheets. The files' bytes become its own.
 * @throws AppError not_found, forbidden, conflict in a state that takes no sheets, invalid without files, too_many while
 * earlier heaps of the same person wait
 */
export async function startScan(actor: Actor, examId: number, files: ScanFile[], now: number): Promise<string> {
  const found = await requireScanExam(actor, examId, now);
  if (files.length === 0) throw invalid({ files: '请选择照片或 PDF 文件' });
  if (files.length > MAX_PAGES) throw invalid({ files: `一次最多 ${MAX_PAGES} 页，请分几次上传` });
  const lane = lanes.get(actor.id) ?? { run: pLimit(1), heaps: 0, bytes: 0 };
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (lane.heaps >= MAX_HEAPS || (lane.heaps > 0 && lane.bytes + bytes > 2 * MAX_HEAP_BYTES)) {
    throw new AppError('too_many', `您还有 ${lane.heaps} 叠答题纸没有读完，请等它们读完再上传下一叠。`);
  }
  lanes.set(actor.id, lane);
  lane.heaps += 1;
  lane.bytes += bytes;
  const leaveLane = () => {
    lane.heaps -= 1;
    lane.bytes -= bytes;
    if (lane.heaps === 0) lanes.delete(actor.id);
  };
  try {
    return await begin(actor, found, files, { run: lane.run, leaveLane }, now);
  } catch (error) {
    leaveLane();
    throw error;
  }
}

type Lane = { run: LimitFunction; leaveLane: () => void };

async function begin(actor: Actor, found: ScanExam, files: ScanFile[], lane: Lane, now: number): Promise<string> {
  const examId = found.exam.id;
  const kept: ScanFile[] = [];
  for (const file of files) {
    const path = temporaryPath();
    await rename(file.path, path);
    kept.push({ ...file, path });
  }
  const id = newUuid();
  await transaction(async () => {
    await db()
      .insertInto('scan_heaps')
      .values({
        id,
        exam_id: examId,
        owner_id: actor.id,
        state: 'reading',
        total: files.length,
        created_at: now,
        updated_at: now,
      })
      .execute();
    const detail = { files: files.length };
    await recordAudit(actor, { action: 'exam.scan', entity: 'exam', entityId: examId, detail }, now);
  });
  const startedAt = performance.now();
  const clock = () => now + Math.round(performance.now() - startedAt);
  const heap = new Heap(actor, found, id, clock);
  // So that waiting for its turn is not taken for a server that died.
  const waiting = setInterval(() => void heap.live().catch(() => undefined), SILENCE_MS / 3);
  waiting.unref();
  const work = lane
    .run(() => heap.read(kept))
    .catch((error: unknown) => {
      logEvent('error', 'scan_failure', { heap: id, error: String(error) });
    })
    .finally(async () => {
      clearInterval(waiting);
      running.delete(id);
      lane.leaveLane();
      await discardTemporary(...kept.map(({ path }) => path));
    });
  running.set(id, work);
  return id;
}

/** Waits until a heap is read, at most so long. */
export async function waitForScan(id: string, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([running.get(id) ?? Promise.resolve(), late]);
  clearTimeout(timer);
}

/** So many pages take longer than anybody waits for. */
const MANY = 10;

/** The reading of one heap. */
class Heap {
  private readonly notes: ScanNote[] = [];
  private done = 0;
  private pages = 0;

  constructor(
    private readonly actor: Actor,
    private readonly scan: ScanExam,
    private readonly id: string,
    private readonly clock: () => number,
  ) {}

  /** It is not forgotten. */
  live(): Promise<void> {
    return this.tell({});
  }

  async read(files: ScanFile[]): Promise<void> {
    let total = files.length;
    for (const file of files) {
      try {
        await this.tell({ total });
        const kind = await kindOf(file);
        if (kind === 'pdf') total += (await this.readPdf(file, total)) - 1;
        else await this.readPhoto(file, kind === 'heif');
      } catch (error) {
        this.refuse(file.name, sentenceOf(error, this.id));
      }
      await discardTemporary(file.path);
    }
    await this.tell({ state: 'read', total: this.done });
    if (this.pages >= MANY) await this.message();
  }

  /** For whoever has left the page meanwhile; on the page of the sheets it counts as read. */
  private async message(): Promise<void> {
    const { id, name } = this.scan.exam;
    const refused = this.notes.length > 0 ? `，${this.notes.length} 个没有收进来` : '';
    const title = `答题纸辨认完了：${name}，${this.done} 页${refused}`;
    await sendMessages([this.actor.id], { kind: 'exam', title, link: toScan({ id }) }, this.clock());
  }

  private async readPhoto(file: ScanFile, isHeif: boolean): Promise<void> {
    this.claimPage();
    const target = temporaryPath('.jpg');
    try {
      const input = { path: file.path, target, hideHead: this.hidesHead };
      const ask = { overLimit: OVER_LIMIT };
      const reading = this.inTurn(() => inThread<typeof readPicture>('files', 'readPicture', input, ask));
      const read = await reading.catch((error: unknown) => {
        if (!isHeif || !(error instanceof AppError)) throw error;
        throw new AppError('unsupported_type', '这张 HEIC 照片打不开，请存成 JPG 再上传');
      });
      await this.keep(target, file.name, read);
    } finally {
      await discardTemporary(target);
    }
  }

  /** Returns how many pages it has. */
  private async readPdf(file: ScanFile, known: number): Promise<number> {
    const ask = { overLimit: OVER_LIMIT };
    const count = await this.inTurn(() =>
      inThread<typeof countPdfPages>('files', 'countPdfPages', { path: file.path }, ask),
    );
    await this.tell({ total: known - 1 + count });
    for (let from = 0; from < count; from += PDF_PAGES) {
      const targets = Array.from({ length: Math.min(PDF_PAGES, count - from) }, () => temporaryPath('.jpg'));
      try {
        targets.forEach(() => this.claimPage());
        const input = { path: file.path, from, targets, hideHead: this.hidesHead };
        const read = await this.inTurn(() => inThread<typeof readPdfPages>('files', 'readPdfPages', input, ask));
        for (const [index, reading] of read.entries()) {
          await this.keep(targets[index] ?? '', `${file.name} 第 ${from + index + 1} 页`, reading);
        }
      } finally {
        await discardTemporary(...targets);
      }
    }
    return count;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    return inTurn(this.actor.id, work);
  }

  private get hidesHead(): boolean {
    return this.scan.exam.settings.isBlind;
  }

  private claimPage(): void {
    if (this.pages >= MAX_PAGES) throw new AppError('too_large', `一次最多 ${MAX_PAGES} 页，后面的没有读`);
    this.pages += 1;
  }

  /** Stores a page unless it is of another exam or was uploaded before. */
  private async keep(path: string, source: string, { code, digest }: SheetReading): Promise<void> {
    const whose = await this.whose(code);
    if ('refusal' in whose) {
      this.refuse(source, whose.refusal);
      return;
    }
    const now = this.clock();
    const file = await storeFile(this.actor, { kind: 'image', path, name: '答题纸.jpg' }, now);
    const isNew = await transaction(async () => {
      const same = await this.findSame(digest);
      if (same !== null) {
        this.refuse(source, `和“${same}”完全相同，只留一份`);
        return false;
      }
      await useFile(file.id, 'scan', this.scan.exam.id);
      const row = { exam_id: this.scan.exam.id, heap_id: this.id, source, digest, state: 'open', ...whose };
      await db()
        .insertInto('scan_pages')
        .values({ file_id: file.id, position: this.done + 1, ...row })
        .execute();
      return true;
    });
    if (isNew) this.done += 1;
    await this.tell({});
  }

  /** Whose page a code names; a code of another exam is refused by its name. */
  private async whose(
    text: string | null,
  ): Promise<{ student_id: number | null; page: number | null; note: string } | { refusal: string }> {
    const nobody = { student_id: null, page: null };
    const code = text === null ? null : readSignedSheetCode(text);
    if (text === null) return { ...nobody, note: '没有找到能认的二维码' };
    if (text === SEVERAL_CODES) return { ...nobody, note: SEVERAL_SHEETS };
    if (!code) return { ...nobody, note: SHEET_CODE_START.test(text) ? UNSIGNED : '二维码不是答题纸的' };
    const { exam, candidates, itemIds, layout } = this.scan;
    if (code.examId !== exam.id) {
      const other = await findExamView(code.examId);
      const isOwn = other?.ownerId === this.actor.id;
      return { refusal: isOwn ? `是另一场考试“${other.name}”的答题纸` : '是另一场考试的答题纸' };
    }
    const student = candidates.find(({ id }) => id === code.studentId);
    if (!student) return { ...nobody, note: '二维码里的学生不在这场考试里' };
    if (code.page > itemIds.length) {
      return {
        student_id: student.id,
        page: null,
        note: `二维码是第 ${code.page} 页，现在的答题纸只有 ${itemIds.length} 页`,
      };
    }
    if (code.layout !== layout) return { student_id: student.id, page: null, note: OLD_SHEET };
    return { student_id: student.id, page: code.page, note: '' };
  }

  private async findSame(digest: string): Promise<string | null> {
    const row = await db()
      .selectFrom('scan_pages')
      .select('source')
      .where('exam_id', '=', this.scan.exam.id)
      .where('digest', '=', digest)
      .executeTakeFirst();
    return row?.source ?? null;
  }

  private refuse(name: string, text: string): void {
    if (this.notes.length < 500) this.notes.push({ name, text });
    this.done += 1;
  }

  private async tell(values: { state?: 'read'; total?: number }): Promise<void> {
    await db()
      .updateTable('scan_heaps')
      .set({ ...values, done: this.done, notes: toJson(this.notes), updated_at: this.clock() })
      .where('id', '=', this.id)
      .execute();
  }
}

async function kindOf(file: ScanFile): Promise<'pdf' | 'photo' | 'heif'> {
  if (file.isTooLarge) throw new AppError('too_large', '文件太大了');
  const handle = await open(file.path, 'r');
  const head = new Uint8Array(SNIFF_BYTES);
  const { bytesRead } = await handle.read(head, 0, SNIFF_BYTES, 0).finally(() => handle.close());
  const found = sniff(head.subarray(0, bytesRead));
  if (found?.family === 'document' && found.mime === 'application/pdf') {
    if (file.size > MAX_PDF_BYTES) throw new AppError('too_large', '文件太大了，每个 PDF 最大 200 MB');
    return 'pdf';
  }
  if (found?.family !== 'image' || found.format === 'gif') {
    throw new AppError('unsupported_type', '不是照片，也不是 PDF');
  }
  if (file.size > MAX_PICTURE_BYTES) throw new AppError('too_large', '文件太大了，每张照片最大 30 MB');
  return found.format === 'heif' ? 'heif' : 'photo';
}

function sentenceOf(error: unknown, heapId: string): string {
  const refusal = orDiskFull(error);
  if (refusal instanceof AppError) return refusal.message;
  logEvent('error', 'scan_file_failure', { heap: heapId, error: String(error) });
  return '读这个文件时出了意外，没有放进来；请再传一次，或重新扫描';
}
