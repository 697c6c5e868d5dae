import { WORK_MIN_SCORE } from '~/lib/bands';
import { redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { Gallery } from '~/components/work/gallery';
import { OwnWorks } from '~/components/work/own-works';
import { WorksTabs } from '~/components/work/works-tabs';
import { countUnreadThreads } from '~/domain/interaction/thread.queries.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { setLike, withdrawWorks } from '~/domain/work/work.commands.server';
import { countPending } from '~/domain/work/moderation.queries.server';
import { listGallery, listGalleryClasses, listOwnWorks } from '~/domain/work/work.queries.server';
import { galleryParams, likeSchema, withdrawSchema } from '~/domain/work/work.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { dayProblems } from '~/lib/day-problems.server';
import { readTexts } from '~/http/uploads.server';
import { withParams } from '~/http/with-params';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/works.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '高分作品 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const { tab, ...filter } = listParams(searchParams, { ...galleryParams, tab: z.enum(['', 'mine']).catch('') });
  const { timeZone } = await getSchool();
  const isForTeacher = isTeacher(actor);
  const pending = isForTeacher ? await countPending(actor) : undefined;
  const common = {
    timeZone,
    isTeacher: isForTeacher,
    pending,
    unread: await countUnreadThreads(actor, requestTime(request)),
  };
  if (tab === 'mine' && !isTeacher(actor)) {
    const [withdrawId = null] = confirmIds(searchParams, 'withdraw');
    const own = await listOwnWorks(actor, filter, requestTime(request));
    const withdrawing = own.rows.find(({ work, inside }) => work.id === withdrawId && inside.mayWithdraw)?.work ?? null;
    return { ...common, own, withdrawing, gallery: null };
  }
  const [page, classes] = await Promise.all([listGallery(actor, filter, requestTime(request)), listGalleryClasses()]);
  return { ...common, own: null, withdrawing: null, gallery: { page, classes, filter, problems: dayProblems(filter) } };
}

const intents = z.discriminatedUnion('_intent', [
  likeSchema.extend({ _intent: z.literal('like') }),
  withdrawSchema.extend({ _intent: z.literal('withdraw') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const url = new URL(request.url);
  const answer = await answerForm(await readTexts(request), intents, async (input) => {
    if (input._intent === 'withdraw') {
      await withdrawWorks(actor, input, now);
      return '已撤回，作品不再展示';
    }
    await setLike(actor, input, now);
    return '';
  });
  if (!answer.ok) return answer.problem;
  // A like stays on the page of the list it was given on.
  if (answer.value === '') return redirect(url.pathname + url.search, 303);
  return redirectWithFlash(request, withParams(url, { confirm: null, ids: null }), answer.value);
}

export default function WorksPage() {
  const {
    timeZone,
    isTeacher: isForTeacher,
    pending,
    unread,
    own,
    withdrawing,
    gallery,
  } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  return (
    <>
      <PageHeader
        title="高分作品"
        purpose={
          own
            ? '自己发布的作品：审核到了哪一步、老师怎么说。'
            : `同学们 ${WORK_MIN_SCORE} 分及以上的作答，听一听，看一看。`
        }
        crumbs={[{ label: '互动' }, { label: own ? '我的作品' : '高分作品' }]}
      />
      <div className="mb-4">
        <WorksTabs current={own ? 'mine' : 'gallery'} isTeacher={isForTeacher} pending={pending} unread={unread} />
      </div>
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {withdrawing ? (
        <ConfirmSection
          text={`确定撤回“${withdrawing.title}”吗？撤回后别人看不到它，以后可以再次发布，要重新审核。`}
          intent="withdraw"
          fields={{ ids: withdrawing.id }}
          cancelHref={withParams(location, { confirm: null, ids: null })}
          danger
        />
      ) : null}
      {own ? <OwnWorks page={own} timeZone={timeZone} /> : null}
      {gallery ? <Gallery {...gallery} timeZone={timeZone} isTeacher={isForTeacher} /> : null}
    </>
  );
}

export { RouteError as ErrorBoundary };
