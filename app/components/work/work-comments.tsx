import { Link } from '@remix-run/react';
import { FieldsForm } from '~/components/form/fields-form';
import { FormOwner, SubmitButton } from '~/components/form/submit';
import { Pagination } from '~/components/list/pagination';
import { AudioPlayer } from '~/components/media/audio-player';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty, Note } from '~/components/ui/feedback';
import { ClockIcon, CloseIcon } from '~/components/ui/icons';
import type { CommentView, WorkComments as Comments } from '~/domain/work/comment.queries.server';
import { COMMENT_STATE_LABELS } from '~/domain/work/comment.rules';
import { toCommenting, toModeration } from '~/lib/addresses/interaction';
import { formatMinute } from '~/lib/time';
import { CommentFields } from './comment-fields';

/** The comments on a work, with a form for the next one. The page links comments.css. */
export function WorkComments({ comments }: { comments: Comments }) {
  const { workId, page, count, canComment, pendingCount, isStudent, timeZone, requestId } = comments;
  return (
    <Card title="评论" hint={count > 0 ? `${count} 条` : undefined} padded={false} id="comments">
      {pendingCount > 0 ? (
        <Note tone="warn">
          有 {pendingCount} 条评论待审核，
          <Link to={toModeration({ kind: 'comment' })} className="underline">
            去审核
          </Link>
        </Note>
      ) : null}
      {canComment ? (
        <div className="comment-new">
          {/* A new form after each comment: the text just sent does not stay behind. */}
          <FieldsForm key={requestId} action={toCommenting({ workId })} intent="add" multipart preventScrollReset>
            <FormOwner />
            <input type="hidden" name="workId" value={workId} />
            <input type="hidden" name="requestId" value={requestId} />
            <CommentFields label="写评论" isStudent={isStudent} isSmall />
            <div className="formactions">
              <SubmitButton busyText="正在发表…">发表评论</SubmitButton>
            </div>
          </FieldsForm>
        </div>
      ) : null}
      {page.rows.length === 0 ? (
        <Empty title="还没有评论">{canComment ? '说说这份作品好在哪里。' : '作品通过审核后才能评论。'}</Empty>
      ) : (
        <ol className="comments">
          {page.rows.map((thread) => (
            <li key={thread.id}>
              <Comment comment={thread} workId={workId} timeZone={timeZone} />
              {thread.replies.length > 0 ? (
                <ol className="comments" aria-label={`对“${thread.name || '已删除的评论'}”的回复`}>
                  {thread.replies.map((reply) => (
                    <li key={reply.id}>
                      <Comment comment={reply} workId={workId} timeZone={timeZone} />
                    </li>
                  ))}
                </ol>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      <Pagination page={page} param="commentPage" />
    </Card>
  );
}

function Comment({ comment, workId, timeZone }: { comment: CommentView; workId: number; timeZone: string }) {
  if (comment.isGone) return <p className="comment quiet">这条评论已删除。</p>;
  const { id, name, state } = comment;
  return (
    <article className="comment" id={`comment-${id}`}>
      <div className="comment__head">
        <strong>{name}</strong>
        {comment.className ? <span className="small quiet">{comment.className}</span> : null}
        {comment.isTeacher ? <Chip tone="theme">教师</Chip> : null}
        {comment.isAuthor ? <Chip tone="line">作者</Chip> : null}
        <time className="small quiet num" dateTime={new Date(comment.createdAt).toISOString()}>
          {formatMinute(comment.createdAt, timeZone)}
        </time>
        {state === 'approved' ? null : (
          <Chip tone={state === 'pending' ? 'warn' : 'bad'} icon={state === 'pending' ? ClockIcon : CloseIcon}>
            {COMMENT_STATE_LABELS[state]}
          </Chip>
        )}
      </div>
      {comment.text === '' ? null : <p className="comment__text">{comment.text}</p>}
      {comment.audio ? (
        <AudioPlayer
          src={comment.audio.url}
          durationMs={comment.audio.durationMs}
          removedOn={comment.audio.removedOn}
          label={`${name}的评论录音`}
          speeds={false}
        />
      ) : null}
      {state === 'rejected' ? <Note tone="bad">只有你能看到这条评论。原因：{comment.reason}</Note> : null}
      {comment.canReply || comment.canDelete ? (
        <p className="actions">
          {comment.canReply ? (
            <Link to={toCommenting({ workId, parentId: id })}>
              回复<span className="vh">：{name}</span>
            </Link>
          ) : null}
          {comment.canDelete ? (
            <Link to={toCommenting({ workId, deleteId: id })}>
              删除<span className="vh">：{name}的评论</span>
            </Link>
          ) : null}
        </p>
      ) : null}
    </article>
  );
}
