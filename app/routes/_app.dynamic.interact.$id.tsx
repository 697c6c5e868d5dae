import {
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, IntentButton } from '~/components/form/submit';
import { PostFields } from '~/components/interaction/post-fields';
import { SubjectCard } from '~/components/interaction/subject-card';
import { ThreadPosts } from '~/components/interaction/thread-posts';
import { ThreadStateChip } from '~/components/interaction/thread-state';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { addPost, closeThread, deletePost, markThreadRead } from '~/domain/interaction/thread.commands.server';
import { mayReadThread } from '~/domain/interaction/thread-rights.queries.server';
import { getThread } from '~/domain/interaction/thread.queries.server';
import { replySchema } from '~/domain/interaction/thread.schema';
import { dropHeldForms, findHeldForm } from '~/domain/user/held-form.commands.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { withKeptForm } from '~/http/held-forms.server';
import { QUESTION_UPLOADS, addMedia } from '~/http/question-form.server';
import { requestTime } from '~/http/request.server';
import { toThread, toWorks } from '~/lib/addresses/interaction';
import { toThreads } from '~/lib/addresses/works';
import { notFound } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { idField } from '~/lib/zod';
import dialogStyles from '~/styles/dialogs.css?url';
import styles from '~/styles/interaction.css?url';

/** The id in the URL; one that cannot be is nobody's. */
const threadIdOf = (params: { id?: string }) => idField().safeParse(params.id).data ?? 0;

export const links: LinksFunction = () => [dialogStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.thread.title ?? '提问'} - 考评` }];

/** Opening a question is reading it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const thread = await getThread(actor, threadIdOf(params), requestTime(request));
  await markThreadRead(actor, thread);
  const search = new URL(request.url).searchParams;
  const asked = search.get('confirm') === 'delete' ? Number(search.get('post')) : 0;
  const held = await findHeldForm(actor, toThread(thread.id), requestTime(request));
  return {
    thread,
    readerId: actor.id,
    isStudent: actor.id === thread.studentId,
    toDelete: thread.posts.find((post) => post.id === asked && post.canDelete)?.id ?? null,
    heldText: new Map(held?.fields ?? []).get('text') ?? '',
    timeZone: (await getSchool()).timeZone,
    requestId: newUuid(),
  };
}

const intents = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('close') }),
  z.object({ _intent: z.literal('reopen') }),
  z.object({ _intent: z.literal('delete'), postId: idField() }),
]);

export async function action({ request, params }: ActionFunctionArgs) {
  const threadId = threadIdOf(params);
  const here = toThread(threadId);
  return withKeptForm(request, here, QUESTION_UPLOADS, async (uploads) => {
    const { form } = uploads;
    const actor = await requireUser(request);
    const now = requestTime(request);
    // Before anything is stored.
    if (!(await mayReadThread(actor, threadId))) throw notFound('提问');
    if (form.get('_intent') !== 'reply') {
      const answer = await answerForm(form, intents, async (input) => {
        if (input._intent === 'delete') {
          const isLeft = await deletePost(actor, { threadId, postId: input.postId }, now);
          return redirectWithFlash(request, isLeft ? here : toThreads(), isLeft ? '已删除' : '已删除这个提问');
        }
        await closeThread(actor, threadId, input._intent === 'close', now);
        return redirectWithFlash(request, here, input._intent === 'close' ? '提问已结束' : '提问已重新打开');
      });
      return answer.ok ? answer.value : answer.problem;
    }
    const refusal = await addMedia(actor, uploads, now);
    form.set('threadId', String(threadId));
    const answer = await answerForm(form, replySchema, (input) => {
      if (refusal) throw refusal;
      return addPost(actor, input, now);
    });
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, here);
    return redirectWithFlash(request, toThread(threadId, {}, `post-${answer.value.id}`), '已发送');
  });
}

export default function ThreadPage() {
  const { thread, readerId, isStudent, toDelete, heldText, timeZone, requestId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const isClosed = thread.state === 'closed';
  const isReply = problem?.values._intent === 'reply';
  return (
    <>
      <PageHeader
        title={thread.title}
        purpose={
          <>
            {isStudent ? '' : `${thread.studentName}，${thread.className || '未分班'} `}
            <ThreadStateChip state={thread.state} />
          </>
        }
        crumbs={[{ label: '互动', href: toWorks() }, { label: '师生互动', href: toThreads() }, { label: '提问' }]}
        actions={
          isStudent ? (
            <IntentButton intent={isClosed ? 'reopen' : 'close'} size="m">
              {isClosed ? '重新打开' : '结束提问'}
            </IntentButton>
          ) : null
        }
      />
      {toDelete === null ? null : (
        <ConfirmSection
          text={
            thread.posts.length === 1
              ? '确定删除这个提问吗？老师将看不到它，删除后不能恢复。'
              : '确定删除这条内容吗？删除后不能恢复。'
          }
          intent="delete"
          fields={{ postId: toDelete }}
          cancelHref={toThread(thread.id)}
          danger
        />
      )}
      {problem && !isReply ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      <div className="grid-aside">
        <div>
          <Card>
            <ThreadPosts threadId={thread.id} posts={thread.posts} readerId={readerId} timeZone={timeZone} />
          </Card>
          <Card title={isStudent ? '继续问' : '回复'} id="reply">
            {isClosed ? (
              <Note>
                {isStudent ? '这个提问已经结束。还有问题时，可以在上面重新打开。' : '学生已经结束了这个提问。'}
              </Note>
            ) : (
              <FieldsForm
                // What was sent is not typed again: the next form is a new one.
                key={thread.lastPostAt}
                intent="reply"
                problem={problem}
                multipart
                action={toThread(thread.id)}
              >
                <FormOwner />
                <input type="hidden" name="requestId" value={requestId} />
                {heldText ? (
                  <Note>登录过期时没有发出的内容已经放回下面，请核对后发送。照片和录音需要重新选。</Note>
                ) : null}
                <PostFields
                  label={isStudent ? '内容' : '回复内容'}
                  defaultText={heldText}
                  submitLabel={isStudent ? '发送' : '回复'}
                />
              </FieldsForm>
            )}
          </Card>
        </div>
        <SubjectCard subject={thread.subject} timeZone={timeZone} />
      </div>
    </>
  );
}

export { shouldRevalidate } from '~/http/fresh-key';

export { RouteError as ErrorBoundary };
