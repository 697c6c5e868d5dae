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
import { Note } from '~/components/ui/feedback';
import { ImportForm } from '~/components/question/import-form';
import { ImportHelp } from '~/components/question/import-help';
import { RecentImports } from '~/components/question/import-recent';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { directoryOptions } from '~/domain/question-bank/directory.rules';
import { acceptOf, MAX_IMPORT_BYTES, readLabelOf } from '~/domain/question-bank/formats/format-info.rules';
import { readableFormats } from '~/domain/question-bank/formats/formats.server';
import { cancelImports, startImport, waitForImport } from '~/domain/question-bank/import.commands.server';
import { listRecentImports } from '~/domain/question-bank/import.queries.server';
import { bankField, cancelImportsSchema, uploadImportSchema } from '~/domain/question-bank/import.schema';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { findHeldProblem, withKeptForm } from '~/http/held-forms.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { uploadedBytes, type Uploads } from '~/http/uploads.server';
import { toBank, toImportPreview, toQuestionImport } from '~/lib/addresses/banks';
import { AppError, invalid } from '~/lib/errors';
import { idOrNone } from '~/lib/zod';
import listStyles from '~/styles/lists.css?url';
import importStyles from '~/styles/imports.css?url';

export const links: LinksFunction = () => [listStyles, importStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '导入试题 - 考评' }];

const bankOf = (request: Request) =>
  bankField.catch('theory').parse(new URL(request.url).searchParams.get('bank') ?? undefined);

/** Under which name what was pasted is kept when the session has ended meanwhile. */
const heldPath = (request: Request) => toQuestionImport({ bank: bankOf(request) });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const now = requestTime(request);
  const bank = bankOf(request);
  const [tree, recent, held] = await Promise.all([
    listDirectories(actor, bank),
    listRecentImports(actor, now, listParams(searchParams, {}).currentPage),
    findHeldProblem(actor, heldPath(request), now),
  ]);
  const formats = readableFormats();
  return {
    bank,
    recent,
    held,
    isAsking: searchParams.get('confirm') === 'cancelAll',
    undoing: searchParams.get('confirm') === 'undo' ? (searchParams.get('import') ?? '') : '',
    directories: directoryOptions(tree),
    dirId: idOrNone(searchParams.get('dirId')) || null,
    accept: acceptOf(formats),
    formats: formats.map((name) => ({ value: name, label: readLabelOf(name) })),
  };
}

const LIMITS = {
  maxFileBytes: MAX_IMPORT_BYTES,
  maxFiles: 1,
  maxFields: 20,
  maxFieldBytes: 6 * 1024 * 1024,
  maxTextBytes: 7 * 1024 * 1024,
};

export async function action({ request }: ActionFunctionArgs) {
  return withKeptForm(request, heldPath(request), LIMITS, async (uploads) => {
    const actor = await requireTeacher(request);
    if (uploads.form.get('_intent') === 'cancelAll') return cancelAll(actor, uploads.form, request);
    const answer = await answerForm(uploads.form, uploadImportSchema, (input) =>
      atFile(begin(actor, input, uploads, requestTime(request))),
    );
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, heldPath(request));
    return redirect(toImportPreview({ id: answer.value }), 303);
  });
}

async function cancelAll(actor: Actor, form: FormData, request: Request) {
  const answer = await answerForm(form, cancelImportsSchema, async ({ bank, ids }) => ({
    bank,
    count: await cancelImports(actor, ids, requestTime(request)),
  }));
  if (!answer.ok) return answer.problem;
  const { bank, count } = answer.value;
  return redirectWithFlash(request, toQuestionImport({ bank }), `已取消 ${count} 份没有确认的导入`);
}

type Input = ReturnType<typeof uploadImportSchema.parse>;

/** Begins with the file or the pasted text and waits a moment, so that most of what is wrong stands at the field. */
async function begin(actor: Actor, { text, ...input }: Input, uploads: Uploads, now: number): Promise<string> {
  const [file] = uploads.files;
  if (file && text !== '') throw invalid({ text: '已经选择了文件。请只选文件，或只粘贴文字。' });
  if (!file && text === '') throw invalid({ file: '请选择文件，或把试题粘贴到下面' });
  const incoming = file
    ? { name: file.name, bytes: await uploadedBytes(file) }
    : { name: '粘贴的试题.txt', bytes: Buffer.from(text, 'utf8') };
  const id = await startImport(actor, input, incoming, now);
  await waitForImport(id).catch((error: unknown) => {
    throw error instanceof AppError && !file ? new AppError(error.code, error.message, { text: error.message }) : error;
  });
  return id;
}

/** What is wrong with the file as a whole stands at its field. */
async function atFile<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const isPlain = error instanceof AppError && !error.fields && error.code !== 'not_found';
    throw isPlain ? new AppError(error.code, error.message, { file: error.message }) : error;
  });
}

export default function ImportPage() {
  const { bank, recent, held, isAsking, undoing, ...form } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { title } = BANK_PLACES[bank];
  return (
    <>
      <PageHeader
        title="导入试题"
        purpose="先看每道题导入后的样子，确认后才存进题库。"
        crumbs={[{ label: '题库' }, { label: title, href: toBank(bank) }, { label: '导入试题' }]}
      />
      <div className="grid-aside">
        <div className="stack">
          {held && !problem ? <Note tone="warn">登录过期前粘贴的试题已放回下面，请核对后再读取。</Note> : null}
          <ImportForm bank={bank} {...form} problem={problem ?? held} />
          <RecentImports page={recent} bank={bank} isAsking={isAsking} undoing={undoing} />
        </div>
        <ImportHelp />
      </div>
    </>
  );
}

export { RouteError as ErrorBoundary };
