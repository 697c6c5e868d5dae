import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { CHOOSE } from '~/components/exam/oral-upload';
import { OralPart } from '~/components/exam/sitting-oral-part';
import { HAND_IN, pathOfGo } from '~/components/exam/sitting-paths';
import { RouteError } from '~/components/layout/route-error';
import { PictureSizeProvider } from '~/components/question/picture-size';
import { submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { overText, refusedSentence } from '~/domain/attempt/attempt.rules';
import { addTake, chooseTake } from '~/domain/attempt/recording.commands.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { takeFlaws } from '~/domain/attempt/take-flaws.rules';
import { notingRefusal } from '~/domain/attempt/refusal.commands.server';
import { getNamedSitting, getSitting } from '~/domain/attempt/sitting.commands.server';
import { storeFile } from '~/domain/file/file.commands.server';
import { listPictureSizes } from '~/domain/file/file.queries.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { showAnnouncements } from '~/domain/room/page.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireStudent } from '~/http/guards.server';
import { findHeldProblem, keepFormOfEndedSession, refuseFormOfAnother } from '~/http/held-forms.server';
import { requestTime } from '~/http/request.server';
import { readMultipart } from '~/http/uploads.server';
import { toExamPreview } from '~/lib/addresses/results';
import { toReceipt, toSitting } from '~/lib/addresses/sitting';
import { invalid, notFound } from '~/lib/errors';
import { idField } from '~/lib/zod';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data && 'exam' in data ? `口语，${data.exam.name} - 考评` : '口语考试 - 考评' },
];

const searchSchema = z.object({
  id: z.coerce.number().int().positive().max(2_147_483_647).catch(0),
  item: z.coerce.number().int().positive().max(2_147_483_647).catch(1),
});

function readSearch(request: Request) {
  const search = new URL(request.url).searchParams;
  const { id, item } = searchSchema.parse(Object.fromEntries(search));
  if (id === 0) throw notFound('考试');
  return { examId: id, item, isAsking: search.get('confirm') === 'submit' };
}

/** Under which name the form of an item is kept when its session has ended. */
const herePath = (examId: number, item: number) => toSitting('oral', { id: examId, item });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const { examId, item, isAsking } = readSearch(request);
  const sitting = await getSitting(actor, { examId, part: 'oral' }, now);
  if (!sitting.attempt) throw redirect(toExamPreview({ id: examId }));
  const { exam, attempt, items, isOpen } = sitting;
  if (!isOpen) throw redirect(toReceipt({ id: exam.id, part: 'oral', number: attempt.number }));
  const position = Math.min(item, Math.max(1, items.length));
  const pictureSizes = await listPictureSizes(items[position - 1]?.question.imageIds ?? []);
  const announcements = await showAnnouncements(attempt, now);
  const held = await findHeldProblem(actor, herePath(examId, item), now, attempt.startedAt);
  // A take that came after it says that it was mended.
  const mendedAt = Math.max(0, ...(items[position - 1]?.takes ?? []).map((take) => take.receivedAt));
  const refused = (await listReceiptNotes(attempt)).filter(
    (note) => note.kind === 'take' && note.position === position && note.at > mendedAt,
  );
  const flaws = takeFlaws(items[position - 1]?.takes ?? [], exam.maxTakes);
  return { exam, attempt, items, position, flaws, pictureSizes, isAsking, announcements, held, refused, now };
}

const intents = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('upload'), itemId: idField('题目'), takeId: idField('录音').optional() }),
  z.object({ _intent: z.literal('choose'), takeId: idField('录音') }),
  z.object({ _intent: z.literal('submit') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const { examId, item } = readSearch(request);
  const here = herePath(examId, item);
  await keepFormOfEndedSession(request, here);
  const uploads = await readMultipart(request, { maxFileBytes: MAX_FILE_BYTES.audio, maxFiles: 1 });
  try {
    await refuseFormOfAnother(request, here, uploads.form, uploads);
    const actor = await requireStudent(request);
    const now = requestTime(request);
    const named = { examId, part: 'oral' as const, attemptId: uploads.form.get('attemptId') };
    const { attempt, exam } = await getNamedSitting(actor, named, now);
    const receipt = toReceipt({ id: exam.id, part: 'oral', number: attempt.number });
    const answer = await answerForm(uploads.form, intents, async (input) => {
      if (input._intent === 'submit') {
        await submitAttempt(actor, { attemptId: attempt.id }, now);
        return redirect(receipt, 303);
      }
      if (input._intent === 'choose') {
        await chooseTake(actor, { attemptId: attempt.id, takeId: input.takeId }, now);
        return redirectWithFlash(request, here, '已选定计分的录音');
      }
      const go = String(uploads.form.get('_go') ?? '');
      const isHandingIn = go === HAND_IN;
      const next = pathOfGo(go, examId, 'oral', item);
      const [file] = uploads.files;
      // A file that is sent along counts, unless it was the choice that was sent.
      const choice = file && go !== CHOOSE ? undefined : input.takeId;
      if (choice !== undefined) await chooseTake(actor, { attemptId: attempt.id, takeId: choice }, now);
      if (!file && go === CHOOSE) return redirectWithFlash(request, here, '已选定计分的录音');
      if (!file && next !== '') return redirect(next, 303);
      if (!file && isHandingIn) {
        await submitAttempt(actor, { attemptId: attempt.id }, now);
        return redirect(receipt, 303);
      }
      if (!file) throw invalid({ file: '请先选择录音文件，再点“上传”。' });
      const offered = { attemptId: attempt.id, itemId: input.itemId };
      const { outcome, takes, takeId } = await notingRefusal(
        actor,
        { ...offered, kind: 'take', name: file.name },
        now,
        async () => {
          const stored = await storeFile(actor, { kind: 'audio', path: file.path, name: file.name }, now);
          return addTake(actor, { ...offered, fileId: stored.id, chosen: choice === undefined }, now);
        },
      );
      await dropHeldForms(actor, here);
      if (outcome === 'refused') return redirectWithFlash(request, receipt, refusedSentence(attempt.closedBy), 'warn');
      if (isHandingIn) {
        await submitAttempt(actor, { attemptId: attempt.id }, now);
        return redirect(receipt, 303);
      }
      const flaw = takeFlaws(takes, exam.maxTakes)[takeId] ?? '';
      if (flaw !== '') return redirectWithFlash(request, next || here, `录音已上传。${flaw}。`, 'warn');
      const over = takes.find((take) => take.id === takeId)?.overSeconds ?? 0;
      if (over > 0) return redirectWithFlash(request, next || here, overText(over), 'warn');
      return redirectWithFlash(request, next || here, '录音已上传，请在“已有录音”中试听');
    });
    return answer.ok ? answer.value : answer.problem;
  } finally {
    await uploads.discard();
  }
}

export default function OralExamPage() {
  const { held, refused, pictureSizes, ...sitting } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  return (
    <PictureSizeProvider value={pictureSizes}>
      <OralPart {...sitting} problem={problem} refused={problem === null ? refused : []} />
    </PictureSizeProvider>
  );
}

export { RouteError as ErrorBoundary };
