import type { PendingTake } from '~/components/saving/take-queue';
import type { SittingItem } from '~/domain/attempt/sitting.commands.server';
import type { Unsent } from './sitting-hand-in';
import type { ChosenFiles } from './use-chosen-files';

/**
 * What of the oral part is still recorded, on its way (`underWay`, the one that is being recorded among them) or only
 * chosen, and what was refused.
 */
export function oralUnsent(
  items: SittingItem[],
  underWay: number,
  pending: PendingTake[],
  chosen: ChosenFiles,
): Omit<Unsent, 'onHandIn'> {
  const chosenAt = items.filter(({ id }) => chosen[id]).map((one) => one.position);
  const positionOf = (itemId: number) => items.find((one) => one.id === itemId)?.position ?? 0;
  return {
    underWay: underWay + chosenAt.length,
    text: [
      pending.some((take) => take.phase === 'recording')
        ? '正在录音：交卷会先停止录音，把录到的上传完，再交卷。'
        : underWay > 0
          ? `还有 ${underWay} 条录音正在上传，交卷会先等它们传完。`
          : '',
      chosenAt.length > 0
        ? `第 ${chosenAt.join('、')} 题选好的录音文件还没有上传，交卷会先上传，计分的是它，再交卷。`
        : '',
    ].join(''),
    refused: pending
      .filter((take) => take.phase === 'refused')
      .map(({ itemId, error }) => {
        const hasOther = items.some((one) => one.id === itemId && one.takes.length > 0);
        const otherwise = hasOther ? '（这道题已有计分的录音，不受影响）' : '';
        return `第 ${positionOf(itemId)} 题的一条录音：${error}${otherwise}`;
      }),
  };
}
