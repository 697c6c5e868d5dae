import { Link } from '@remix-run/react';
import { AudioPlayer } from '~/components/media/audio-player';
import { PhotoGrid } from '~/components/media/photo-grid';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import type { ThreadSubject } from '~/domain/interaction/subject.queries.server';
import { subjectLabel } from '~/domain/interaction/thread.rules';
import { formatMinute } from '~/lib/time';

/** What a question is about: its name, the reader's own pages of it, and of a practice the take or the photos. */
export function SubjectCard({ subject, timeZone }: { subject: ThreadSubject; timeZone: string }) {
  const { label, links, practice, isGone } = subject;
  const photos = practice?.files.filter((file) => file.kind === 'image') ?? [];
  const takes = practice?.files.filter((file) => file.kind === 'audio') ?? [];
  return (
    <Card title={`关于${subjectLabel(subject.subject)}`}>
      <div className="about">
        {label ? <strong>{label}</strong> : null}
        {isGone ? <p className="quiet">学生已经删除了这次练习。</p> : null}
        {subject.subject === 'other' ? <p className="quiet">没有指定作品、成绩或练习。</p> : null}
        {practice ? (
          <>
            <p className="small quiet">
              {formatMinute(practice.createdAt, timeZone)} <Chip tone="line">{practice.result}</Chip>
            </p>
            {practice.text ? <p className="whitespace-pre-line">{practice.text}</p> : null}
            {takes.map((take, index) => (
              <AudioPlayer
                key={take.id}
                src={take.url}
                durationMs={take.durationMs}
                removedOn={take.removedOn}
                label={`练习录音 ${index + 1}`}
              />
            ))}
            {photos.length > 0 ? (
              <PhotoGrid photos={photos.map((file, index) => ({ url: file.url, alt: `练习照片 ${index + 1}` }))} />
            ) : null}
          </>
        ) : null}
        {links.length > 0 ? (
          <ul>
            {links.map((link) => (
              <li key={link.href}>
                <Link className="tap" to={link.href}>
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Card>
  );
}
