import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { HAND_IN } from '~/components/exam/sitting-paths';
import { SittingPaper, goHref } from '~/components/exam/sitting-paper';
import { usePageItems } from '~/components/exam/use-page-items';
import { RouteError } from '~/components/layout/route-error';
import { PictureSizeProvider } from '~/components/question/picture-size';
import { answersToSave, choiceName, describeAnswer, fieldNames, readAnswers } from '~/domain/attempt/answer.rules';
import {
  formsOfPaper,
  readHeldAnswers,
  settlingHeldAnswers,
  shownAnswer,
} from '~/domain/attempt/held-answers.commands.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { keepHeldAnswers, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { ITEMS_PER_PAGE, NOT_HANDED_IN, pagesOf, refusedAnswerSentence } from '~/domain/attempt/attempt.rules';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { getNamedSitting, getSitting, type SittingItem } from '~/domain/attempt/sitting.commands.server';
import { savePaper, type PaperProblem } from '~/domain/attempt/paper.commands.server';
import { headOnPage } from '~/domain/exam/paper-sections.rules';
import { listPictureSizes } from '~/domain/file/file.queries.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { noteFormulasOfPaper } from '~/domain/question-bank/shown-formulas.commands.server';
import { showAnnouncements } from '~/domain/room/page.commands.server';
import { findHeldForms } from '~/domain/user/held-form.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { requireStudent } from '~/http/guards.server';
import { keepFormOfEndedSession, LOST_FILE, refuseFormOfAnother } from '~/http/held-forms.server';
import { canShowPage, passingTrouble, withTexts } from '~/http/kept-texts.server';
import { requestTime } from '~/http/request.server';
import { echoRoom } from '~/http/echo.server';
import { readMultipart } from '~/http/uploads.server';
import { toExamPreview } from '~/lib/addresses/results';
import { toReceipt, toSitting } from '~/lib/addresses/sitting';
import { notFound } from '~/lib/errors';
import { formatClock } from '~/lib/time';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `笔试，${data.exam.name} - 考评` : '笔试 - 考评' },
];

function readSearch(request: Request) {
  const search = new URL(request.url).searchParams;
  const positive = (name: string) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 && value < 2 ** 31 ? value : null;
  };
  const examId = positive('id');
  if (examId === null) throw notFound('考试');
  return { examId, page: positive('page') ?? 1, isAsking: search.get('confirm') === 'submit' };
}

async function readSitting(actor: Actor, examId: number, now: number) {
  const sitting = await getSitting(actor, { examId, part: 'written' }, now);
  if (!sitting.attempt) throw redirect(toExamPreview({ id: examId }));
  return sitting;
}

/** Under which name the form of a page is kept when its session has ended. */
const heldPath = (examId: number, page: number) => toSitting('written', { id: examId, page });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const { examId, page: wanted, isAsking } = readSearch(request);
  const { exam, attempt, items, heads, isOpen, arePhotosOpen } = await readSitting(actor, examId, now);
  if (!isOpen && !arePhotosOpen) throw redirect(toReceipt({ id: examId, part: 'written', number: attempt.number }));
  await noteFormulasOfPaper(actor.id, [items.map(({ question }) => question), [...heads.values()]], now);
  const pages = isOpen ? pagesOf(items) : [items.filter((item) => item.takesPhotos)];
  const page = Math.min(wanted, pages.length);
  const held = formsOfPaper(await findHeldForms(actor, heldPath(examId, page), now), attempt.id);
  // Only a paper that is closed, or one before this, has something to put before the teacher.
  if (!isOpen || attempt.number >= RESIT_NUMBER) await keepHeldAnswers(actor, attempt.id, now);
  const heldForm = new FormData();
  for (const { fields } of held) fields.forEach(([name, value]) => heldForm.append(name, value));
  const heldAnswers = await readHeldAnswers(attempt, isOpen ? held : []);
  const lostFilesOf = ({ id, photos }: (typeof items)[number]) =>
    [fieldNames.photos(id), ...photos.map((photo) => fieldNames.replacement(photo.id))]
      .flatMap((field) => heldForm.getAll(`${LOST_FILE}${field}`))
      .map((name) => `登录过期或换了账号时选的照片“${String(name)}”没有保存，请重新选择。`);
  const asideOf = ({ id, question }: (typeof items)[number]) =>
    (heldAnswers.get(id)?.aside ?? []).map((value) => `${SENT_TOO}${describeAnswer(question, value)}`);
  const notCounted = await notCountedOf(attempt, isOpen, pages[page - 1] ?? []);
  const pageItems = (pages[page - 1] ?? []).map((item, index) => {
    const head = isOpen ? heads.get(item.id) : undefined;
    return {
      ...item,
      ...shownAnswer(item, heldAnswers),
      error: [...lostFilesOf(item), ...asideOf(item), ...notCounted(item.id)].join('\n'),
      head: head ? headOnPage(head, index === 0) : null,
    };
  });
  const place = { page, pageCount: pages.length, pageSize: ITEMS_PER_PAGE };
  const pictureSizes = await listPictureSizes(pageItems.flatMap((item) => item.question.imageIds));
  const announcements = await showAnnouncements(attempt, now);
  const room = { isOpen, arePhotosOpen, isAsking, announcements, now };
  return { exam, attempt, items, pageItems, pictureSizes, ...place, ...room };
}

/**
 * What of a closed paper was kept and does not count, for the page that signing in again leads to while photos are
 * taken: at its question, or at the first one when that is not on the page.
 */
async function notCountedOf(attempt: AttemptView, isOpen: boolean, shown: SittingItem[]) {
  const notes = isOpen ? [] : (await listReceiptNotes(attempt)).filter(({ kind }) => kind === 'answer');
  const placeOf = (position: number) => (shown.find((item) => item.position === position) ?? shown[0])?.id;
  return (itemId: number) =>
    notes
      .filter(({ position }) => placeOf(position) === itemId)
      .map(({ position, text }) => `第 ${position} 题答案：${text}`);
}

const SENT_TOO =
  '登录失效时还收到过这道题的另一份答案，没有放在下面的答案里；交卷后老师可以看到。要用它，请照着改好再保存：';

// Above what a photo may have: the photo alone is then refused, not the answers beside it.
const LIMITS = { maxFileBytes: MAX_FILE_BYTES.image * 6, maxFiles: 100, isEachForItself: true };

/** Without the answers for which the page has no room; at each stands what became of it. */
function withRoom(problem: PaperProblem): PaperProblem {
  const give = echoRoom();
  const errors = { ...problem.errors };
  const sent = problem.sent.filter(({ itemId, value: { keys = [], blanks = [], text = '' } }) => {
    const isWhole = [...keys, ...blanks, text].every((each) => give(each).isWhole);
    if (!isWhole) errors[itemId] = TOO_LONG_TO_SHOW;
    return isWhole;
  });
  return { ...problem, errors, sent };
}

const savedWord = (at: number) => `已保存 ${formatClock(at)}`;

/** Nothing of it was saved now: it stands as it was saved before. */
function keptWord({ position, answer }: SittingItem): string {
  return `第 ${position} 题用的是已保存的那一份${answer ? `（${savedWord(answer.savedAt)}）` : ''}`;
}

const TOO_LONG_TO_SHOW = '答案太长，没有保存。要找回刚才的全文，请用浏览器的“后退”。';

export async function action({ request }: ActionFunctionArgs) {
  const { examId, page } = readSearch(request);
  let uploads: Awaited<ReturnType<typeof readMultipart>> | undefined;
  const readForm = async () => (uploads ??= await readMultipart(request, LIMITS)).form;
  try {
    await keepFormOfEndedSession(request, heldPath(examId, page));
    const form = await readForm();
    await refuseFormOfAnother(request, heldPath(examId, page), form, uploads);
    const actor = await requireStudent(request);
    const now = requestTime(request);
    const named = { examId, part: 'written' as const, attemptId: form.get('attemptId') };
    const { attempt, exam, items } = await getNamedSitting(actor, named, now);
    const receipt = toReceipt({ id: examId, part: 'written', number: attempt.number });
    if (form.get('_intent') === 'submit') {
      await submitAttempt(actor, { attemptId: attempt.id }, now);
      return redirect(receipt, 303);
    }
    const go = String(form.get('_go') ?? 'save');
    const refusal = uploads?.refusal ?? null;
    const files = refusal ? [] : (uploads?.files ?? []);
    const isHandingIn = go === HAND_IN || go === 'submit';
    const settleHeld = await settlingHeldAnswers(attempt, await findHeldForms(actor, heldPath(examId, page), now));
    const saved = await savePaper(
      actor,
      { attemptId: attempt.id, answers: answersToSave(form), files, refusal, go, isHandingIn },
      now,
    );
    if (saved.problem) return data(withRoom(saved.problem), { status: saved.problem.conflicts.length > 0 ? 409 : 422 });
    await settleHeld();
    if (saved.isTooLate) {
      return redirectWithFlash(request, receipt, refusedAnswerSentence(attempt.closedBy), 'warn');
    }
    if (go === HAND_IN) {
      await submitAttempt(actor, { attemptId: attempt.id }, now);
      return redirect(receipt, 303);
    }
    const kept = items.filter(({ id }) => form.get(choiceName(id)) === 'stored');
    return redirectWithFlash(request, goHref(exam.id, page, go), kept.map(keptWord).join('；') || savedWord(now));
  } catch (error) {
    const trouble = passingTrouble(error);
    if (!trouble) throw error;
    const form = await readForm();
    if (!canShowPage(trouble)) throw withTexts(trouble, form);
    // The answers may be saved and only a photo not: sent again as they are, they change nothing.
    const begin = form.get('_go') === HAND_IN ? NOT_HANDED_IN : '';
    const problem: PaperProblem = {
      message: `${begin}${trouble.message}`,
      errors: {},
      conflicts: [],
      sent: readAnswers(form),
    };
    return data(withRoom(problem), { status: 503 });
  } finally {
    await uploads?.discard();
  }
}

export default function WrittenExamPage() {
  const sitting = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() as PaperProblem | undefined;
  const pageItems = usePageItems(sitting.pageItems, problem);
  return (
    <PictureSizeProvider value={sitting.pictureSizes}>
      <SittingPaper {...sitting} pageItems={pageItems} message={problem?.message ?? ''} />
    </PictureSizeProvider>
  );
}

export { RouteError as ErrorBoundary };
