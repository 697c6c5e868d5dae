import type { z } from 'zod';
import { startScan, waitForScan } from '~/domain/scan/scan-heap.commands.server';
import { assignPage, doWithPage } from '~/domain/scan/scan-pages.commands.server';
import { placeSheets, undoPlaced } from '~/domain/scan/scan-place.commands.server';
import { getScans, requireScanExam } from '~/domain/scan/scan.queries.server';
import { MAX_PDF_BYTES } from '~/domain/scan/scan.rules';
import {
  assignSchema,
  pageDeedSchema,
  placeSchema,
  scanUploadSchema,
  undoPlaceSchema,
} from '~/domain/scan/scan.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { scanView, sheetsPlaced } from '~/http/answers/scan';
import { call, defineApi, multipart } from '~/http/api.server';
import { count } from '~/http/answers/common';
import { invalid } from '~/lib/errors';
import { formatSecond } from '~/lib/time';

/** A heap of a few pages is read by then; a larger one is asked for by `get` until its state is `read`. */
const WAIT_MS = 4000;

/** Sheets written on paper: what a teacher scanned, found, and put into the papers. */
const { loader, action } = defineApi('exam/scan', {
  get: call('GET', 'teacher', scanUploadSchema, scanView, ({ actor, input, now }) => viewOf(actor, input.id, now)),
  add: call(
    'POST',
    'teacher',
    multipart(scanUploadSchema, MAX_PDF_BYTES),
    scanView,
    async ({ actor, input, file, now }) => {
      await requireScanExam(actor, input.id, now);
      if (!file) throw invalid({ file: '请选择照片或 PDF' });
      await waitForScan(await startScan(actor, input.id, [file], now), WAIT_MS);
      return viewOf(actor, input.id, now);
    },
  ),
  assign: call('POST', 'teacher', assignSchema, scanView, async ({ actor, input, now }) => {
    await assignPage(actor, input, now);
    return viewOf(actor, input.id, now);
  }),
  page: call('POST', 'teacher', pageDeedSchema, scanView, async ({ actor, input, now }) => {
    await doWithPage(actor, input, now);
    return viewOf(actor, input.id, now);
  }),
  place: call('POST', 'teacher', placeSchema, sheetsPlaced, ({ actor, input, now }) => placeSheets(actor, input, now)),
  undo: call('POST', 'teacher', undoPlaceSchema, count, ({ actor, input, now }) => undoPlaced(actor, input, now)),
});

export { loader, action };

async function viewOf(actor: Actor, examId: number, now: number): Promise<z.input<typeof scanView>> {
  const { exam, obstacle, pageCount, keyed, pages, students, absent, unknown, discarded, heaps } = await getScans(
    actor,
    examId,
    now,
  );
  return {
    ...{ examId: exam.id, name: exam.name, obstacle, pageCount, keyed, pages, unknown, discarded },
    students: students.map(({ paper, open, placed, doubles, missing, ...person }) => ({
      ...personOf(person),
      ...{ paper, open, placed, doubles, missing },
    })),
    absent: absent.map(personOf),
    heaps: heaps.map(({ createdAt, ...heap }) => ({ ...heap, createTime: formatSecond(createdAt) })),
  };
}

const personOf = ({ id, name, account, classroomName }: z.output<typeof scanView>['absent'][number]) => ({
  ...{ id, name, account, classroomName },
});
