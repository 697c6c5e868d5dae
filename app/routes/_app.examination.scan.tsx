import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { ScanFound } from '~/components/exam/scan-found';
import { ScanLook } from '~/components/exam/scan-look';
import { ScanUnknown } from '~/components/exam/scan-unknown';
import { ScanUpload } from '~/components/exam/scan-upload';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Note } from '~/components/ui/feedback';
import { startScan, waitForScan } from '~/domain/scan/scan-heap.commands.server';
import { assignPage, doWithPage } from '~/domain/scan/scan-pages.commands.server';
import { placeSheets, undoPlaced } from '~/domain/scan/scan-place.commands.server';
import { getScans, requireScanExam } from '~/domain/scan/scan.queries.server';
import { findPage, MAX_HEAP_BYTES, MAX_PAGES, MAX_PDF_BYTES } from '~/domain/scan/scan.rules';
import {
  assignSchema,
  pageDeedSchema,
  placeSchema,
  scanUploadSchema,
  undoPlaceSchema,
} from '~/domain/scan/scan.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readMultipart } from '~/http/uploads.server';
import { toPaperPreview, toScan } from '~/lib/addresses/exams';
import { toExams } from '~/lib/addresses/sitting';
import { AppError } from '~/lib/errors';
import { idOrNone } from '~/lib/zod';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `扫描答题纸${data ? `：${data.scan.exam.name}` : ''} - 考评` },
];

/** How long the page waits for a small heap before it shows how far it has come. */
const WAIT_MS = 4000;

const paramsSchema = z.object({
  look: z.string().catch(''),
  tick: z.enum(['none']).nullable().catch(null),
});

const idOf = (request: Request) => idOrNone(new URL(request.url).searchParams.get('id'));

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { look, tick } = paramsSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  const scan = await getScans(actor, idOf(request), requestTime(request));
  return { scan, looked: findPage(scan, look), tick };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  // Before a heap is taken in: whoever may put nothing in uploads nothing.
  await requireScanExam(actor, idOf(request), now);
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_HEAP_BYTES) {
    throw new AppError('too_large', '一次上传的文件合起来最大 1 GB，请分几次上传。');
  }
  const limits = {
    maxFileBytes: MAX_PDF_BYTES,
    maxFiles: MAX_PAGES,
    maxTotalBytes: MAX_HEAP_BYTES,
    isEachForItself: true,
  };
  const uploads = await readMultipart(request, limits);
  try {
    const answer = await carryOut(actor, uploads, now);
    return answer.ok ? await redirectWithFlash(request, toScan({ id: idOf(request) }), answer.value) : answer.problem;
  } finally {
    await uploads.discard();
  }
}

async function carryOut(actor: Actor, uploads: Awaited<ReturnType<typeof readMultipart>>, now: number) {
  const { form } = uploads;
  switch (form.get('_intent')) {
    case 'assign':
      return answerForm(form, assignSchema, async (input) => {
        await assignPage(actor, input, now);
        return '已归到这名学生';
      });
    case 'page':
      return answerForm(form, pageDeedSchema, async (input) => {
        await doWithPage(actor, input, now);
        return '已改好';
      });
    case 'place':
      return answerForm(form, placeSchema, async (input) => {
        const { students, refusals } = await placeSheets(actor, input, now);
        if (refusals.length > 0)
          throw new AppError('conflict', `已放入 ${students} 名学生。没有放入的：${refusals.join('；')}`);
        return `已放入 ${students} 名学生的答卷，他们会收到消息`;
      });
    case 'undo':
      return answerForm(form, undoPlaceSchema, async (input) => `已取回 ${await undoPlaced(actor, input, now)} 页`);
    default:
      return answerForm(form, scanUploadSchema, async ({ id }) => {
        const heap = await startScan(actor, id, uploads.files, now);
        await waitForScan(heap, WAIT_MS);
        return '已收到，下面是找到的';
      });
  }
}

export default function ScanPage() {
  const { scan, looked, tick } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? null;
  const { exam, obstacle } = scan;
  const isUpload = problem?.values?._intent === undefined || problem.values._intent === 'upload';
  return (
    <>
      <PageHeader
        title="扫描答题纸"
        purpose="把写好的答题纸拍照或扫描上传，按二维码找到是谁的第几页，看过以后放入各人的答卷。"
        crumbs={[
          { label: '考试' },
          { label: '我的考试', href: toExams() },
          { label: exam.name, href: toPaperPreview({ id: exam.id }) },
          { label: '扫描答题纸' },
        ]}
      />
      {obstacle !== null ? (
        <div className="mb-4">
          <Note tone="warn">{obstacle}</Note>
        </div>
      ) : null}
      {problem && !isUpload ? (
        <ErrorSummary errors={problem.fieldErrors} message={problem.message} idPrefix="" />
      ) : null}
      <div className="stack">
        {looked ? (
          <ScanLook examId={exam.id} {...looked} />
        ) : (
          <>
            {obstacle === null ? <ScanUpload scan={scan} problem={problem} /> : null}
            <ScanUnknown scan={scan} />
            <ScanFound scan={scan} isNoneTicked={tick === 'none'} />
          </>
        )}
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary };
