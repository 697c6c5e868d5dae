import { Form } from '@remix-run/react';
import { HeartIcon } from '~/components/ui/icons';
import { useIsSending } from '~/components/form/submit';

type Liked = { id: number; title: string; likes: number; hasLiked: boolean };

/** Likes a work or takes the like back: a form that is one button. */
export function LikeButton({ work, action }: { work: Liked; action?: string }) {
  const isBusy = useIsSending('like', { id: work.id });
  return (
    <Form method="post" action={action} className="inline-form" preventScrollReset replace>
      <input type="hidden" name="_intent" value="like" />
      <input type="hidden" name="id" value={work.id} />
      <input type="hidden" name="on" value={work.hasLiked ? 0 : 1} />
      <button type="submit" className="like" aria-pressed={work.hasLiked} disabled={isBusy}>
        <HeartIcon small />
        <span className="vh">
          {work.hasLiked ? '取消点赞' : '点赞'}“{work.title}”，
        </span>
        <span className="num">{work.likes}</span>
        <span className="vh">个赞</span>
      </button>
    </Form>
  );
}

/** The number alone, on the own work. */
export function LikeCount({ likes }: { likes: number }) {
  return (
    <span className="like like--count">
      <HeartIcon small />
      <span className="num">{likes}</span>
      <span className="vh">个赞</span>
    </span>
  );
}
