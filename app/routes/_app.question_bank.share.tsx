import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { SharePage } from '~/components/question/share-page';
import { bankParams } from '~/domain/question-bank/question-fields.schema';
import { getSharePage } from '~/domain/question-bank/share-page.queries.server';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { revokeFormSchema, shareFormSchema, sharePageParams } from '~/domain/question-bank/share.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';

export const meta: MetaFunction = () => [{ title: '共享题目 - 考评' }];

function asked(request: Request) {
  const { searchParams } = new URL(request.url);
  const { bank } = bankParams.parse({ bank: searchParams.get('bank') });
  const all = (name: string) => searchParams.getAll(name);
  const { ids, ...inForm } = sharePageParams.parse({
    ...{ ids: all('ids'), teacherIds: all('teacherIds'), groupIds: all('groupIds'), classIds: all('classIds') },
    ...{
      audience: all('audience'),
      find: searchParams.get('find') ?? '',
      right: searchParams.get('right') ?? undefined,
    },
  });
  return { bank, ids, inForm };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { bank, ids, inForm } = asked(request);
  return getSharePage(actor, bank, ids, inForm);
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const { bank, ids } = asked(request);
  const form = await readTexts(request);
  const now = requestTime(request);
  const answer =
    form.get('_intent') === 'revoke'
      ? await answerForm(form, revokeFormSchema, async (input) => {
          return `已取消共享 ${await unshareQuestions(actor, bank, input, now)} 道题，别人已复制的副本不变`;
        })
      : await answerForm(form, shareFormSchema, async (input) => {
          return `已共享 ${await shareQuestions(actor, bank, input, now)} 道题`;
        });
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, `/question_bank/share?bank=${bank}&ids=${ids.join(',')}`, answer.value);
}

export default function ShareRoute() {
  return <SharePage data={useLoaderData<typeof loader>()} problem={useActionData<typeof action>()} />;
}

export { RouteError as ErrorBoundary };
