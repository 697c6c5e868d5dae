import { AudioPlayer } from '~/components/media/audio-player';
import { PhotoGrid } from '~/components/media/photo-grid';
import { describeGivenInBank } from '~/domain/scoring/paper/bank-letters.rules';
import type { AttemptItem } from '~/domain/attempt/attempt.queries.server';
import type { LateKind } from '~/domain/scoring/marking/late.schema';
import { formatSecond } from '~/lib/time';

type Late = Pick<AttemptItem, 'snapshot' | 'answer' | 'takes' | 'photos' | 'lateAnswers' | 'lateTakes' | 'latePhotos'>;

/** One thing that came late: the answer in words, the recording, the photo. */
export function LateContent({ item, kind, id }: { item: Late; kind: LateKind; id: number }) {
  if (kind === 'answer') {
    const late = item.lateAnswers.find((one) => one.id === id);
    if (!late) return null;
    return (
      <>
        <span className="small quiet">{late.isSignedOut ? `${cameAt(late)}（登录已失效）` : cameAt(late)}</span>
        <p className="whitespace-pre-wrap">{describeGivenInBank(item.snapshot, late.value)}</p>
      </>
    );
  }
  if (kind === 'take') {
    const take = item.lateTakes.find((one) => one.id === id);
    if (!take) return null;
    return (
      <>
        <span className="small quiet">{cameAt(take)}</span>
        <AudioPlayer
          src={take.url}
          durationMs={take.durationMs}
          promisedMs={take.promisedMs}
          label={`迟到的第 ${take.number} 条录音`}
          removedOn={take.removedOn}
        />
      </>
    );
  }
  const index = item.latePhotos.findIndex((one) => one.id === id);
  const photo = item.latePhotos[index];
  if (!photo) return null;
  return <PhotoGrid photos={[{ url: photo.url, alt: `迟到的第 ${index + 1} 张照片`, note: cameAt(photo) }]} />;
}

/** Who marks without names and does not decide about it is not told when. */
function cameAt({ receivedAt }: { receivedAt: number }): string {
  return receivedAt > 0 ? `${formatSecond(receivedAt)} 收到` : '迟到';
}

/** What accepting it changes, said before it is done. */
export function whatItReplaces(item: Late, kind: LateKind): string {
  if (kind === 'answer') {
    return item.answer
      ? `它会代替现在计分的答案：“${describeGivenInBank(item.snapshot, item.answer.value)}”。`
      : '这道题现在没有作答，它会成为这道题的答案。';
  }
  if (kind === 'take') {
    const chosen = item.takes.find((take) => take.isChosen);
    return chosen
      ? `现在计分的是第 ${chosen.number} 条录音；勾选“作为计分的录音”就会换成这一条。`
      : '这道题现在没有录音，它会成为计分的录音。';
  }
  return `它会排在已有的 ${item.photos.length} 张照片后面。`;
}
