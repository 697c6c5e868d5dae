import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { Announcements } from '~/components/exam/sitting-announcements';
import { HandIn } from '~/components/exam/sitting-hand-in';
import { ASK, HAND_IN, pathOfGo } from '~/components/exam/sitting-paths';
import { OralGo, OralItem, OralItemList, OralTurn } from '~/components/exam/sitting-oral';
import { UPLOAD_FORM } from '~/components/exam/oral-upload';
import { SittingShell, useSitting } from '~/components/exam/sitting-shell';
import { SittingTime, shortTime } from '~/components/exam/sitting-time';
import { ExamSaved } from '~/components/layout/exam-shell';
import { callApi } from '~/components/media/call-api';
import { useChosenFiles } from '~/components/exam/use-chosen-files';
import { useLeaveLog } from '~/components/exam/use-leave-log';
import { useOpenWatch } from '~/components/exam/use-open-watch';
import { useTakeQueue } from '~/components/saving/use-take-queue';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import { RouteError } from '~/components/layout/route-error';
import { PictureSizeProvider } from '~/components/question/picture-size';
import { AlertIcon, DoneIcon } from '~/components/ui/icons';
import { submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { NOT_HANDED_IN, overText, refusedSentence } from '~/domain/attempt/attempt.rules';
import { addTake, chooseTake } from '~/domain/attempt/recording.commands.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { notingRefusal } from '~/domain/attempt/refusal.commands.server';
import { getNamedSitting, getSitting } from '~/domain/attempt/sitting.commands.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
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
import { formatClock } from '~/lib/time';
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
  return { exam, attempt, items, position, pictureSizes, isAsking, announcements, held, refused, now };
}

const intents = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('upload'), itemId: idField('题目') }),
  z.object({ _intent: z.literal('choose'), takeId: idField('录音') }),
  z.object({ _intent: z.literal('submit') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const { examId, item } = readSearch(request);
  const here = herePath(examId, item);
  await keepFormOfEndedSession(request, here);
  const uploads = await readMultipart(request, { maxFileBytes: MAX_FILE_BYTES.audio, maxFiles: 1 });
  try {
    await refuseFormOfAnother(request, here, uploads.form, uploads.files);
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
          return addTake(actor, { ...offered, fileId: stored.id, chosen: true }, now);
        },
      );
      await dropHeldForms(actor, here);
      if (outcome === 'refused') return redirectWithFlash(request, receipt, refusedSentence(attempt.closedBy), 'warn');
      if (isHandingIn) {
        await submitAttempt(actor, { attemptId: attempt.id }, now);
        return redirect(receipt, 303);
      }
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
  const { exam, attempt, items, position, pictureSizes, isAsking, now, ...loaded } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? loaded.held;
  const { user, timeZone } = useSitting();
  const { revalidate } = useRevalidator();
  const keepTake = useCallback(
    (itemId: number, fileId: string) =>
      callApi('exam/attempt/take', { attemptId: attempt.id, itemId, fileId, chosen: 1 }),
    [attempt.id],
  );
  const [owner] = useState({ userId: user.id, attemptId: attempt.id });
  const { queue, pending } = useTakeQueue(keepTake, revalidate, owner);
  const { chosen, choose, send } = useChosenFiles(queue);
  const chosenAt = items.filter(({ id }) => chosen[id]).map((one) => one.position);
  useLeaveWarning(queue.underWay > 0);
  const endAndSend = () => {
    queue.stopRecording();
    send();
  };
  const isRecording = pending.some((take) => take.phase === 'recording');
  const positionOf = (itemId: number) => items.find((one) => one.id === itemId)?.position ?? 0;
  useLeaveLog(attempt.id, true);
  const { closed, announcements } = useOpenWatch(attempt, {
    ...{ isOpen: true, timeZone, onMoved: revalidate, announcements: loaded.announcements },
    // What is being recorded is no trouble.
    unsaved: queue.underWay - (isRecording ? 1 : 0),
    refused: pending.filter((take) => take.phase === 'refused').length,
    onClosed: endAndSend,
  });
  // The receipt is shown when the server has said what becomes of the recording that went on until now.
  const isSettled = closed !== '' && queue.underWay === 0;
  useEffect(() => {
    if (isSettled) revalidate();
  }, [isSettled, revalidate]);
  const item = items[position - 1];
  const isUsedUp = !item || (exam.maxTakes > 0 && item.takes.length >= exam.maxTakes);
  const handInHref = toSitting('oral', { id: exam.id, item: position, confirm: 'submit' });
  const lastTake = Math.max(0, ...items.flatMap((one) => one.takes.map((take) => take.receivedAt)));
  return (
    <SittingShell
      title={exam.name}
      isSitting
      saved={
        pending.some((take) => take.error !== '') ? (
          <ExamSaved icon={<AlertIcon small />}>有录音没有上传</ExamSaved>
        ) : lastTake > 0 ? (
          <ExamSaved icon={<DoneIcon small />}>录音已上传 {formatClock(lastTake, timeZone)}</ExamSaved>
        ) : null
      }
      time={
        <SittingTime
          now={now}
          deadlineAt={attempt.deadlineAt}
          overAt={attempt.deadlineAt + GRACE_MS + 500}
          timeZone={timeZone}
          closed={closed}
          onOver={revalidate}
        />
      }
      notice={<Announcements list={announcements} />}
      bottomPhoneOnly={items.length === 1}
      bottom={
        <OralTurn
          position={position}
          count={items.length}
          examId={exam.id}
          handInHref={handInHref}
          hasForm={!isUsedUp}
        />
      }
    >
      {isAsking ? (
        <HandIn
          attemptId={attempt.id}
          items={items}
          cancelHref={toSitting('oral', { id: exam.id, item: position })}
          hrefOf={(one) => toSitting('oral', { id: exam.id, item: one.position })}
          unsent={{
            underWay: queue.underWay + chosenAt.length,
            text: [
              isRecording
                ? '正在录音：交卷会先停止录音，把录到的上传完，再交卷。'
                : queue.underWay > 0
                  ? `还有 ${queue.underWay} 条录音正在上传，交卷会先等它们传完。`
                  : '',
              chosenAt.length > 0 ? `第 ${chosenAt.join('、')} 题选好的录音文件还没有上传，交卷会先上传，再交卷。` : '',
            ].join(''),
            refused: pending
              .filter((take) => take.phase === 'refused')
              .map(({ itemId, error }) => {
                const hasOther = items.some((one) => one.id === itemId && one.takes.length > 0);
                const otherwise = hasOther ? '（这道题已有计分的录音，不受影响）' : '';
                return `第 ${positionOf(itemId)} 题的一条录音：${error}${otherwise}`;
              }),
            onHandIn: endAndSend,
          }}
          formId={isUsedUp ? undefined : UPLOAD_FORM}
          message={
            problem && problem.values._go === HAND_IN
              ? `${NOT_HANDED_IN}选好的录音文件没有收下，原因写在“上传录音文件”那里。`
              : ''
          }
          afterText="交卷后不能再录音。"
        />
      ) : null}
      <div className="exam__grid">
        <div className="exam__col">
          {item && item.question.bank === 'oral' ? (
            <PictureSizeProvider value={pictureSizes}>
              <OralItem
                key={item.id}
                attemptId={attempt.id}
                startedAt={attempt.startedAt}
                now={now}
                item={item}
                body={item.question.body}
                itemCount={items.length}
                maxTakes={exam.maxTakes}
                problem={problem}
                refused={problem === null ? loaded.refused : []}
                deadlineAt={attempt.deadlineAt}
                queue={queue}
                pending={pending}
                chosen={chosen[item.id]}
                onChooseFile={choose}
              />
            </PictureSizeProvider>
          ) : null}
        </div>
        <aside className="exam__side">
          <OralItemList items={items} current={position} examId={exam.id} />
          <section className="card">
            <div className="card__body">
              <p className="small">
                交卷后不能再录音。到 {shortTime(attempt.deadlineAt, now, timeZone)} 自动交卷，已上传的都算数。
              </p>
              <OralGo block className="handin" to={handInHref} go={ASK} hasForm={!isUsedUp}>
                交卷
              </OralGo>
            </div>
          </section>
        </aside>
      </div>
    </SittingShell>
  );
}

export function ErrorBoundary() {
  return <RouteError />;
}
