import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { RemarkItem, type RemarkProblem } from '~/components/scoring/remark-item';
import { RemarkList, remarkHref } from '~/components/scoring/remark-list';
import { RemarkPreview } from '~/components/scoring/remark-preview';
import { applyRemark } from '~/domain/scoring/correction/remark.commands.server';
import { getRemarkItem, getRemarkList, previewRemark } from '~/domain/scoring/correction/remark-page.queries.server';
import { applyRemarkSchema, remarkSchema } from '~/domain/scoring/correction/remark.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import { AppError } from '~/lib/errors';
import { fieldErrorsOf } from '~/lib/form-values';
import questionStyles from '~/styles/questions.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: questionStyles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `复核改分：${data?.view.exam.name ?? ''} - 考评` },
];

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const { examId, itemId, ...page } = listParams(searchParams, { examId: id, itemId: id });
  if (itemId === 0) return { view: await getRemarkList(actor, examId), item: null, asked: null };
  const view = await getRemarkItem(actor, { examId, itemId });
  return { view, item: view, asked: searchParams.has('kind') ? await previewOf(actor, searchParams, page) : null };
}

/** The preview of what the URL asks for, or why there is none. */
async function previewOf(actor: Actor, search: URLSearchParams, page: { currentPage: number; pageSize: number }) {
  const all = (name: string) => search.getAll(name);
  const lists = { keys: all('keys'), sets: all('sets'), blanks: all('blanks'), more: all('more') };
  const parsed = remarkSchema.safeParse({ ...Object.fromEntries(search), ...lists });
  const refused = (kind: RemarkProblem['kind'], fields: RemarkProblem['fields'], message: string) => ({
    input: null,
    preview: null,
    problem: { kind, fields, message },
  });
  if (!parsed.success) return refused(null, fieldErrorsOf(parsed.error), '');
  const input = parsed.data;
  try {
    return { input, preview: await previewRemark(actor, input, page), problem: null };
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'invalid' && error.code !== 'conflict')) throw error;
    return refused(input.kind, error.fields ?? {}, error.fields ? '' : error.message);
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), applyRemarkSchema, async (input) => ({
    ...(await applyRemark(actor, input, now)),
    href: remarkHref(input.examId, input.itemId),
  }));
  if (!answer.ok) return answer.problem;
  const { raised, lowered, told, isRepeat, href } = answer.value;
  const said = isRepeat ? '这道题已经更正过了' : `已更正：${raised} 人加分，${lowered} 人减分`;
  return redirectWithFlash(request, href, told > 0 ? `${said}，已通知 ${told} 人` : said);
}

export default function RemarkPage() {
  const { view, item, asked } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { exam } = view;
  return (
    <>
      <PageHeader
        title="复核改分"
        purpose={`${exam.name}：更正答案、增加可接受的答案，或者全员给分。先看影响，再确认。`}
        crumbs={[
          { label: '考试', href: toExams() },
          { label: '考试评分', href: toScoring() },
          { label: exam.name, href: toPapers({ examId: exam.id }) },
          { label: '复核改分' },
        ]}
      />
      {item === null ? (
        <RemarkList examId={exam.id} items={'items' in view ? view.items : []} obstacle={view.obstacle} />
      ) : asked?.preview ? (
        <RemarkPreview preview={asked.preview} examId={exam.id} input={asked.input} problem={problem} />
      ) : (
        <RemarkItem view={item} problem={asked?.problem ?? null} />
      )}
    </>
  );
}

export { RouteError as ErrorBoundary };
