import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { SharePage } from '~/components/question/share-page';
import { shareDirectory, unshareDirectory } from '~/domain/question-bank/directory-share.commands.server';
import type { Bank } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { bankParams } from '~/domain/question-bank/question-fields.schema';
import { getDirectorySharePage, getSharePage } from '~/domain/question-bank/share-page.queries.server';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import {
  revokeDirectoryFormSchema,
  revokeFormSchema,
  shareDirectoryFormSchema,
  shareFormSchema,
  sharePageParams,
} from '~/domain/question-bank/share.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toShare } from '~/lib/addresses/banks';
import bankStyles from '~/styles/bank.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: bankStyles }];

export const meta: MetaFunction = () => [{ title: '共享题目 - 考评' }];

function asked(request: Request) {
  const { searchParams } = new URL(request.url);
  const { bank } = bankParams.parse({ bank: searchParams.get('bank') });
  const all = (name: string) => searchParams.getAll(name);
  const { ids, dirId, ...inForm } = sharePageParams.parse({
    dirId: searchParams.get('dirId'),
    ...{ ids: all('ids'), teacherIds: all('teacherIds'), groupIds: all('groupIds'), classIds: all('classIds') },
    ...{
      audience: all('audience'),
      find: searchParams.get('find') ?? '',
      right: searchParams.get('right') ?? undefined,
    },
  });
  return { bank, ids, dirId, inForm };
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { bank, ids, dirId, inForm } = asked(request);
  return dirId === null ? getSharePage(actor, bank, ids, inForm) : getDirectorySharePage(actor, dirId, inForm);
}

/** What the form asks for, done, as a sentence. */
function run(actor: Actor, bank: Bank, form: FormData, now: number) {
  switch (form.get('_intent')) {
    case 'revoke':
      return answerForm(form, revokeFormSchema, async (input) => {
        return `已取消共享 ${await unshareQuestions(actor, bank, input, now)} 道题，别人已复制的副本不变`;
      });
    case 'shareDir':
      return answerForm(form, shareDirectoryFormSchema, async (input) => {
        return `已共享目录“${(await shareDirectory(actor, input, now)).name}”，以后放进去的题也会共享`;
      });
    case 'revokeDir':
      return answerForm(form, revokeDirectoryFormSchema, async (input) => {
        return `已取消共享目录“${(await unshareDirectory(actor, input, now)).name}”，别人已复制的副本不变`;
      });
    default:
      return answerForm(form, shareFormSchema, async (input) => {
        return `已共享 ${await shareQuestions(actor, bank, input, now)} 道题`;
      });
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const { bank, ids, dirId } = asked(request);
  const answer = await run(actor, bank, await readTexts(request), requestTime(request));
  if (!answer.ok) return answer.problem;
  const to = dirId === null ? toShare({ bank, ids }) : toShare({ bank, dirId });
  return redirectWithFlash(request, to, answer.value);
}

export default function ShareRoute() {
  return <SharePage data={useLoaderData<typeof loader>()} problem={useActionData<typeof action>()} />;
}

export { RouteError as ErrorBoundary };
