import { AudioPlayer } from '~/components/media/audio-player';
import { PhotoGrid } from '~/components/media/photo-grid';
import { Note } from '~/components/ui/feedback';
import { describeAnswer } from '~/domain/attempt/answer.rules';
import { formatSecond } from '~/lib/time';
import type { SheetItem } from './sheet-item';

/** What arrived after the deadline and its grace: shown, never counted. */
export function LateNote({ item }: { item: SheetItem }) {
  const count = item.lateAnswers.length + item.lateTakes.length + item.latePhotos.length;
  if (count === 0) return null;
  return (
    <details className="late">
      <summary>截止后收到 {count} 项，未计入</summary>
      {item.lateAnswers.map((late, index) => (
        <Note key={index} tone="warn">
          <span className="small quiet">{formatSecond(late.receivedAt)} 收到</span>
          <p className="whitespace-pre-wrap">{describeAnswer(item.snapshot, late.value)}</p>
        </Note>
      ))}
      {item.lateTakes.map((take) => (
        <div key={take.id}>
          <span className="small quiet">{formatSecond(take.receivedAt)} 收到</span>
          <AudioPlayer src={take.url} durationMs={take.durationMs} label={`迟到的第 ${take.number} 条录音`} />
        </div>
      ))}
      {item.latePhotos.length > 0 ? (
        <PhotoGrid
          photos={item.latePhotos.map((photo, index) => ({
            url: photo.url,
            alt: `迟到的第 ${index + 1} 张照片`,
            note: `${formatSecond(photo.receivedAt)} 收到`,
          }))}
        />
      ) : null}
    </details>
  );
}
