import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { MyShared } from '~/components/question/my-shared';
import { unshareDirectory } from '~/domain/question-bank/directory-share.commands.server';
import { bankParams, sharedPageParams } from '~/domain/question-bank/question-fields.schema';
import { getMyShared } from '~/domain/question-bank/share-page.queries.server';
import { unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { revokeDirectoryFormSchema, revokeFormSchema } from '~/domain/question-bank/share.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { withoutTicks } from '~/http/kept-ticks';
import { keepTicks } from '~/http/kept-ticks.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import listStyles from '~/styles/lists.css?url';
import bankStyles from '~/styles/bank.css?url';

export const links: LinksFunction = () => [listStyles, bankStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '我的共享 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  keepTicks(request);
  const params = listParams(searchParams, sharedPageParams);
  return getMyShared(actor, { ...params, ids: confirmIds(searchParams, params.confirm) }, requestTime(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const url = new URL(request.url);
  const { bank } = bankParams.parse({ bank: url.searchParams.get('bank') });
  const form = await readTexts(request);
  const now = requestTime(request);
  const answer =
    form.get('_intent') === 'revokeDir'
      ? await answerForm(form, revokeDirectoryFormSchema, async (input) => {
          return `已取消共享目录“${(await unshareDirectory(actor, input, now)).name}”，别人已复制的副本不变`;
        })
      : await answerForm(form, revokeFormSchema, async (input) => {
          return `已取消共享 ${await unshareQuestions(actor, bank, input, now)} 道题，别人已复制的副本不变`;
        });
  if (!answer.ok) return answer.problem;
  const to = withParams(url, { confirm: null, ids: null });
  const used = String(form.get('ids') ?? '')
    .split(',')
    .map(Number);
  return redirectWithFlash(request, withoutTicks(new URL(to, url), used), answer.value);
}

export default function MySharedPage() {
  return <MyShared data={useLoaderData<typeof loader>()} />;
}

export { RouteError as ErrorBoundary };
export { shouldRevalidate } from '~/http/tick-only';
