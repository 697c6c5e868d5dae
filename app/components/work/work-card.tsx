import { RichText } from '~/components/question/rich-text';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AudioPlayer } from '~/components/media/audio-player';
import { Chip } from '~/components/ui/chip';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { pictureUrl } from '~/domain/file/file.rules';
import type { WorkAuthor, WorkView } from '~/domain/work/work.queries.server';
import { toWaveform } from '~/lib/addresses/resources';
import { toWork } from '~/lib/addresses/works';
import { clip } from '~/lib/text';
import { formatDate } from '~/lib/time';
import { LikeButton, LikeCount } from './like-button';
import { WorkScoreText } from './work-score';

/** A work in the gallery: what it sounds or looks like, its score, its author. */
export function WorkCard({ work, timeZone, foot }: { work: WorkView; timeZone: string; foot?: ReactNode }) {
  const titleId = `work-${work.id}`;
  return (
    <article className="card work" aria-labelledby={titleId}>
      <WorkCover work={work} />
      <div className="work__body">
        <h2 id={titleId}>
          <Link to={toWork(work.id)}>
            <RichText text={work.title} />
          </Link>
        </h2>
        <p className="work__meta">
          <Chip>{PART_LABELS[work.part]}</Chip>
          {work.isPinned ? <Chip tone="warn">置顶</Chip> : null}
          <span className="push">
            <WorkScoreText score={work.score} />
          </span>
        </p>
        <p className="work__by">
          <AuthorName author={work.author} isOwn={work.isOwn} />
        </p>
      </div>
      <div className="work__foot">
        {foot ?? (
          <>
            {work.isOwn ? <LikeCount likes={work.likes} /> : <LikeButton work={work} />}
            <Link to={toWork(work.id, {}, 'comments')} className="work__talk">
              {work.comments} 条评论<span className="vh">：{work.title}</span>
            </Link>
            <span className="quiet small num push">{formatDate(work.shownAt, timeZone)}</span>
          </>
        )}
      </div>
    </article>
  );
}

/** The name as it may be known, and the class. */
export function AuthorName({ author, isOwn }: { author: WorkAuthor; isOwn: boolean }) {
  const behind = author.realName === null ? '' : isOwn ? '（我）' : `（${author.realName}）`;
  return (
    <>
      {author.label}
      {behind}
      {author.isAnonymous || !isOwn ? '' : '（我）'}
      {author.className ? <span className="quiet">，{author.className}</span> : null}
    </>
  );
}

/** The first thing of the work: a photo, the recording, or how the text begins. */
function WorkCover({ work }: { work: WorkView }) {
  const recordings = work.items.flatMap((item) => item.recordings);
  const photos = work.items.flatMap((item) => item.photos);
  const [photo] = photos;
  const [recording] = recordings;
  if (photo) {
    return (
      <Link to={toWork(work.id)} className="work__cover" tabIndex={-1} aria-hidden="true">
        <img src={pictureUrl(photo.fileId, { rotation: photo.rotation, width: 480 })} alt="" loading="lazy" />
        {photos.length > 1 ? <span className="work__count">{photos.length} 张</span> : null}
      </Link>
    );
  }
  if (recording) {
    return (
      <div className="work__cover work__cover--voice">
        <img src={toWaveform(recording.fileId, true)} alt="" loading="lazy" />
        <AudioPlayer
          src={recording.url}
          durationMs={recording.durationMs}
          label={`${work.title}的录音`}
          speeds={false}
        />
      </div>
    );
  }
  const text = work.items.find((item) => item.text !== '')?.text ?? '';
  return (
    <div className="work__cover work__cover--text">
      <p>{text === '' ? '录音已超过学校的保存期限。' : clip(text, 110)}</p>
    </div>
  );
}
