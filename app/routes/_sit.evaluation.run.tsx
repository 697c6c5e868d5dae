import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { RouteError } from '~/components/layout/route-error';
import { RunSummary } from '~/components/practice/run-summary';
import { practicePath, runTitle } from '~/domain/practice/practice.rules';
import { endRun, startRun } from '~/domain/practice/run.commands.server';
import { getRun, nextOpen } from '~/domain/practice/run.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toPractice, toRun } from '~/lib/addresses/practice';
import { newUuid } from '~/lib/ids.server';
import { idOrNone, optionalText } from '~/lib/zod';
import tileStyles from '~/styles/tiles.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: tileStyles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `练习小结 ${data?.run.title ?? ''} - 考评` }];

const idOf = (request: Request) => idOrNone(new URL(request.url).searchParams.get('id'));

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const run = await getRun(actor, idOf(request), now);
  const next = nextOpen(run);
  return {
    run,
    nextHref: next ? practicePath(next.bank, next.target, { run: run.id }) : null,
    requestId: newUuid(),
  };
}

const intents = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('end') }),
  z.object({ _intent: z.literal('again'), requestId: optionalText('请求编号', 100) }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const run = await getRun(actor, idOf(request), now);
  const answer = await answerForm(await readTexts(request), intents, async (input) => {
    if (input._intent === 'end') {
      await endRun(actor, run.id, now);
      return redirectWithFlash(request, toRun({ id: run.id }), '已结束这次练习');
    }
    const wrong = run.items.filter((item) => item.isAvailable && item.result?.isRight === false);
    const targets = wrong.map((item) => item.target);
    const title = runTitle(['再练错的', `${targets.length} 题`]);
    const again = await getRun(actor, await startRun(actor, { title, targets, requestId: input.requestId }, now), now);
    const first = nextOpen(again);
    return redirect(first ? practicePath(first.bank, first.target, { run: again.id }) : toPractice(), 303);
  });
  return answer.ok ? answer.value : answer.problem;
}

export default function RunPage() {
  return <RunSummary {...useLoaderData<typeof loader>()} />;
}

export { RouteError as ErrorBoundary };
