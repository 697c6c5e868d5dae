import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, FormActions, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { CommentFields } from '~/components/work/comment-fields';
import { storeFile } from '~/domain/file/file.commands.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { addComment, deleteComment } from '~/domain/work/comment.commands.server';
import { getCommentPlace } from '~/domain/work/comment.queries.server';
import { commentPlaceSchema, commentSchema, deleteCommentSchema } from '~/domain/work/comment.schema';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { backTo, requireUser } from '~/http/guards.server';
import { findHeldProblem, withKeptForm } from '~/http/held-forms.server';
import { requestTime } from '~/http/request.server';
import { toCommenting, toWorks } from '~/lib/addresses/interaction';
import { toWork } from '~/lib/addresses/works';
import styles from '~/styles/comments.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: '评论 - 考评' }];

const asked = (request: Request) =>
  commentPlaceSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  return {
    ...(await getCommentPlace(actor, asked(request), now)),
    held: await findHeldProblem(actor, backTo(request), now),
  };
}

const intents = z.discriminatedUnion('_intent', [
  commentSchema.extend({ _intent: z.literal('add') }),
  deleteCommentSchema.extend({ _intent: z.literal('delete') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const path = backTo(request);
  return withKeptForm(request, path, { maxFileBytes: MAX_FILE_BYTES.audio, maxFiles: 1 }, async (uploads) => {
    const actor = await requireUser(request);
    const now = requestTime(request);
    const place = asked(request);
    await getCommentPlace(actor, { ...place, deleteId: null }, now);
    const answer = await answerForm(uploads.form, intents, async (input) => {
      if (input._intent === 'delete') {
        return (await deleteComment(actor, input, now)) === 0 ? '这条评论已经删除了' : '评论已删除';
      }
      const [file] = uploads.files;
      const stored = file ? await storeFile(actor, { kind: 'audio', path: file.path, name: file.name }, now) : null;
      const comment = { ...input, workId: place.workId, fileId: stored?.id ?? '' };
      const { state } = await addComment(actor, comment, now);
      return state === 'pending' ? '评论已提交，老师审核后同学们就能看到' : '评论已发表';
    });
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, path);
    return redirectWithFlash(request, toWork(place.workId, {}, 'comments'), answer.value);
  });
}

export default function CommentPage() {
  const { workId, title, canComment, answered, toDelete, isStudent, held, requestId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  const heading = toDelete ? '删除评论' : answered ? `回复 ${answered.name}` : '发表评论';
  const about = toDelete ?? answered;
  const cancel = (
    <Link className={buttonClass()} to={toWork(workId, {}, 'comments')}>
      取消
    </Link>
  );
  return (
    <>
      <PageHeader
        title={heading}
        crumbs={[{ label: '高分作品', href: toWorks() }, { label: title, href: toWork(workId) }, { label: heading }]}
      />
      <Card>
        {about ? (
          <blockquote className="note">
            <div className="comment__text">
              {about.name}：{about.text === '' ? '［录音］' : about.text}
            </div>
          </blockquote>
        ) : null}
        {problem !== null && problem === held ? (
          <Note>登录过期时没有发出的内容已经放回下面，请核对后发表。</Note>
        ) : null}
        {toDelete ? (
          <FieldsForm intent="delete" problem={problem} action={toCommenting({ workId, deleteId: toDelete.id })}>
            <FormOwner />
            <input type="hidden" name="id" value={toDelete.id} />
            {toDelete.isOwn ? (
              <p className="mt-4">删除后不能恢复。</p>
            ) : (
              <TextField
                name="reason"
                label="删除的原因"
                hint="作者会收到消息，看到这个原因。"
                maxLength={200}
                width="wide"
                className="mt-4"
              />
            )}
            <FormActions>
              {cancel}
              <SubmitButton variant="danger" busyText="正在删除…">
                删除
              </SubmitButton>
            </FormActions>
          </FieldsForm>
        ) : canComment ? (
          <FieldsForm
            intent="add"
            problem={problem}
            multipart
            action={toCommenting({ workId, ...(answered ? { parentId: answered.id } : {}) })}
          >
            <FormOwner />
            <input type="hidden" name="workId" value={workId} />
            <input type="hidden" name="parentId" value={answered?.id ?? ''} />
            <input type="hidden" name="requestId" value={requestId} />
            <div className={answered ? 'mt-4' : undefined}>
              <CommentFields label={answered ? '回复' : '评论'} isStudent={isStudent} />
            </div>
            <FormActions>
              {cancel}
              <SubmitButton busyText="正在发表…">发表</SubmitButton>
            </FormActions>
          </FieldsForm>
        ) : (
          <Note tone="warn">作品通过审核后才能评论。</Note>
        )}
      </Card>
    </>
  );
}

export { shouldRevalidate } from '~/http/fresh-key';

export { RouteError as ErrorBoundary };
