import { RichText } from '~/components/question/rich-text';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { WithdrawConfirm, WorkSide } from '~/components/work/work-side';
import { WorkComments } from '~/components/work/work-comments';
import { WorkContentView } from '~/components/work/work-content';
import { Card } from '~/components/ui/card';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { setLike, setPinned, withdrawWorks } from '~/domain/work/work.commands.server';
import { getWorkComments } from '~/domain/work/comment.queries.server';
import { getWork } from '~/domain/work/work.queries.server';
import { readCommentPage } from '~/domain/work/comment.schema';
import { likeSchema, pinSchema, withdrawSchema } from '~/domain/work/work.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toWorks } from '~/lib/addresses/interaction';
import { toWork } from '~/lib/addresses/works';
import listStyles from '~/styles/lists.css?url';
import commentStyles from '~/styles/comments.css?url';
import styles from '~/styles/works.css?url';
import { idOrNone } from '~/lib/zod';

export const links: LinksFunction = () =>
  [listStyles, styles, commentStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `作品：${plainFormulas(data?.work.title ?? '')} - 考评` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const [one, { timeZone }] = await Promise.all([
    getWork(actor, idOrNone(params.id), requestTime(request)),
    getSchool(),
  ]);
  const comments = await getWorkComments(
    actor,
    one.work.id,
    { currentPage: readCommentPage(searchParams.get('commentPage')) },
    requestTime(request),
  );
  const isAsking = searchParams.get('confirm') === 'withdraw';
  return { ...one, comments, timeZone, isWithdrawing: isAsking && one.inside?.mayWithdraw === true };
}

const intents = z.discriminatedUnion('_intent', [
  likeSchema.extend({ _intent: z.literal('like') }),
  pinSchema.extend({ _intent: z.literal('pin') }),
  withdrawSchema.extend({ _intent: z.literal('withdraw') }),
]);

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const { work } = await getWork(actor, idOrNone(params.id), requestTime(request));
  const form = await readTexts(request);
  // What is acted on is the work of the page.
  form.set(form.get('_intent') === 'withdraw' ? 'ids' : 'id', String(work.id));
  const answer = await answerForm(form, intents, async (input) => {
    switch (input._intent) {
      case 'like':
        await setLike(actor, input, now);
        return '';
      case 'pin':
        await setPinned(actor, input, now);
        return input.on ? '已置顶，排在高分作品最前面' : '已取消置顶';
      case 'withdraw':
        await withdrawWorks(actor, input, now);
        return '已撤回，作品不再展示';
    }
  });
  if (!answer.ok) return answer.problem;
  const to = toWork(work.id);
  return answer.value === '' ? redirect(to, 303) : await redirectWithFlash(request, to, answer.value);
}

export default function WorkPage() {
  const { work, comments, inside, mayModerate, isShown, timeZone, isWithdrawing } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={<RichText text={work.title} />}
        crumbs={[{ label: '互动' }, { label: '高分作品', href: toWorks() }, { label: <RichText text={work.title} /> }]}
      />
      {problem && !isWithdrawing ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {isWithdrawing ? <WithdrawConfirm work={work} problem={problem} /> : null}
      <div className="onework">
        <div>
          <Card title={PART_LABELS[work.part]} hint={work.score.isSelfRated ? '来自练习' : '来自考试'}>
            {work.description === '' ? null : <p className="worktext worktext--lead">{work.description}</p>}
            <WorkContentView items={work.items} title={work.title} />
          </Card>
          <WorkComments comments={comments} />
        </div>
        <aside>
          <WorkSide work={work} inside={inside} mayModerate={mayModerate} isShown={isShown} timeZone={timeZone} />
        </aside>
      </div>
    </>
  );
}

export { shouldRevalidate } from '~/http/fresh-key';

export { RouteError as ErrorBoundary };
