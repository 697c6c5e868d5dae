import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { BANK_PLACES } from '~/components/question/bank-places';
import { ImportQuestions } from '~/components/question/import-questions';
import { ImportProgress } from '~/components/question/import-progress';
import {
  cancelImport,
  chooseItem,
  chooseItems,
  confirmImport,
  rereadImport,
} from '~/domain/question-bank/import.commands.server';
import { assertKnownAgain } from '~/domain/question-bank/import-again.queries.server';
import { makeJudge, mendItem } from '~/domain/question-bank/import-mend.commands.server';
import { undoImport } from '~/domain/question-bank/import-undo.commands.server';
import { getImportPage } from '~/domain/question-bank/import-page.queries.server';
import { storedElsewhere } from '~/domain/question-bank/import.queries.server';
import { importIntentSchema, shownFilter } from '~/domain/question-bank/import.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { backTo, requireTeacher } from '~/http/guards.server';
import { findHeldProblem, withKeptForm } from '~/http/held-forms.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { toBank, toImportPreview, toQuestionImport } from '~/lib/addresses/banks';
import { idOrNone } from '~/lib/zod';
import listStyles from '~/styles/lists.css?url';
import questionStyles from '~/styles/questions.css?url';
import itemStyles from '~/styles/items.css?url';
import importStyles from '~/styles/imports.css?url';

export const links: LinksFunction = () =>
  [listStyles, questionStyles, itemStyles, importStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '核对导入的试题 - 考评' }];

const idOf = (request: Request) => new URL(request.url).searchParams.get('id') ?? '';

const mendedIn = (request: Request) => idOrNone(new URL(request.url).searchParams.get('edit')) || null;

/** Under which name the form of a question is kept when the session has ended while it was mended. */
const heldPath = (id: string, position: number | null) => toImportPreview({ id, edit: position ?? undefined });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const { show, currentPage } = listParams(searchParams, { show: shownFilter });
  const [id, mending, now] = [idOf(request), mendedIn(request), requestTime(request)];
  const page = await getImportPage(actor, id, { show, currentPage, pageSize: 20, mending }, now);
  const held = mending === null ? null : await findHeldProblem(actor, heldPath(id, mending), now);
  return { ...page, mending, held, wasPressed: searchParams.has('pressed') || held?.values.then === 'confirm' };
}

const NO_FILES = { maxFileBytes: 0, maxFiles: 0, isEachForItself: true };

export async function action({ request }: ActionFunctionArgs) {
  const id = idOf(request);
  return withKeptForm(request, heldPath(id, mendedIn(request)), NO_FILES, async ({ form }) => {
    const actor = await requireTeacher(request);
    const answer = await answerForm(form, importIntentSchema, (input) => run(actor, id, input, request));
    return answer.ok ? answer.value : answer.problem;
  });
}

/** The same page; a form that mends another question stays open with what is typed. */
const asItIs = (request: Request) => without(request, 'pressed');

/** The same page without the form that mends a question. */
const here = (request: Request) => without(request, 'pressed', 'edit');

function without(request: Request, ...names: string[]): string {
  const { pathname, searchParams } = new URL(backTo(request), request.url);
  names.forEach((name) => searchParams.delete(name));
  return `${pathname}?${searchParams.toString()}`;
}

async function run(
  actor: Actor,
  id: string,
  input: ReturnType<typeof importIntentSchema.parse>,
  request: Request,
): Promise<Response> {
  const now = requestTime(request);
  switch (input._intent) {
    case 'confirm':
      await assertKnownAgain(actor, id, input.again, now);
      return confirm(actor, id, request);
    case 'cancel': {
      const { isStored } = await cancelImport(actor, id, now);
      const text = isStored
        ? '这些题目已经导入，没有取消。不要它们的话，请在“最近的导入”里撤销'
        : '已取消导入，没有存下任何题目';
      return redirectWithFlash(request, toQuestionImport(), text, isStored ? 'warn' : 'success');
    }
    case 'choose':
      await chooseItem(actor, id, input, now);
      return redirect(asItIs(request), 303);
    case 'chooseMany':
      await chooseItems(actor, id, input, now);
      return redirect(asItIs(request), 303);
    case 'mend':
      if (input.then === 'confirm') await assertKnownAgain(actor, id, input.again, now);
      await mendItem(actor, id, input, now);
      await dropHeldForms(actor, heldPath(id, input.position));
      return input.then === 'confirm' ? confirm(actor, id, request) : redirect(here(request), 303);
    case 'toJudge':
      await makeJudge(actor, id, input.position, now);
      return redirect(asItIs(request), 303);
    case 'reread':
      await rereadImport(actor, id, input.format, now);
      return redirect(toImportPreview({ id }), 303);
    case 'undo':
      await undoImport(actor, id, now);
      return redirect(toImportPreview({ id }), 303);
  }
}

async function confirm(actor: Actor, id: string, request: Request): Promise<Response> {
  const job = await confirmImport(actor, id, requestTime(request));
  const { state, done, bank, directoryId } = job;
  if (state !== 'stored') return redirect(toImportPreview({ id }), 303);
  const list = toBank(bank, { dirId: directoryId ?? undefined });
  const undo = '导入后一天内可在“导入试题”页的“最近的导入”里整批撤销';
  return redirectWithFlash(request, list, `已导入 ${done} 道题${await storedElsewhere(job)}。${undo}`);
}

export default function ImportPreviewPage() {
  const data = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { title } = BANK_PLACES[data.job.bank];
  return (
    <>
      <PageHeader
        title={data.job.state === 'ready' ? '核对试题' : '导入试题'}
        purpose={`${data.job.fileName}（${data.formatLabel}）`}
        crumbs={[
          { label: '题库' },
          { label: title, href: toBank(data.job.bank) },
          { label: '导入试题', href: toQuestionImport({ bank: data.job.bank }) },
          { label: '核对' },
        ]}
      />
      {data.ready ? (
        <ImportQuestions {...data} ready={data.ready} problem={problem} />
      ) : (
        <ImportProgress job={data.job} elsewhere={data.elsewhere} />
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
