import { Link } from '@remix-run/react';
import { AudioPlayer } from '~/components/media/audio-player';
import { PhotoGrid } from '~/components/media/photo-grid';
import { Chip } from '~/components/ui/chip';
import type { PostView } from '~/domain/interaction/thread.queries.server';
import { toThread } from '~/lib/addresses/interaction';
import { formatMinute } from '~/lib/time';

/** The question and its answers in order, as a conversation: the reader's own at the right. */
export function ThreadPosts({
  threadId,
  posts,
  readerId,
  timeZone,
}: {
  threadId: number;
  posts: PostView[];
  readerId: number;
  timeZone: string;
}) {
  return (
    <ol className="posts" aria-label="问答">
      {posts.map((post) => {
        const isOwn = post.authorId === readerId;
        const when = formatMinute(post.createdAt, timeZone);
        return (
          <li key={post.id} id={`post-${post.id}`} className={`post${isOwn ? ' post--own' : ''}`}>
            <div className="row small">
              <strong>{isOwn ? '我' : post.authorName}</strong>
              {post.isTeacher && !isOwn ? <Chip tone="theme">老师</Chip> : null}
              <span className="quiet num">{when}</span>
              {post.canDelete ? (
                <Link className="push" to={toThread(threadId, { confirm: 'delete', post: post.id })} preventScrollReset>
                  删除<span className="vh">：{when} 的内容</span>
                </Link>
              ) : null}
            </div>
            {post.text ? <p className="whitespace-pre-line">{post.text}</p> : null}
            {post.recording ? (
              <AudioPlayer
                src={post.recording.url}
                durationMs={post.recording.durationMs}
                removedOn={post.recording.removedOn}
                label={`${isOwn ? '我' : post.authorName}的录音`}
              />
            ) : null}
            {post.photos.length > 0 ? (
              <PhotoGrid
                photos={post.photos.map((file, index) => ({ url: file.url, alt: `第 ${index + 1} 张照片` }))}
              />
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
