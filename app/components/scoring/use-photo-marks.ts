import { useEffect, useState, useSyncExternalStore } from 'react';
import { callApi, persist } from '~/components/media/call-api';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import { MarksSaver, type Marks } from './marks-saver';

/**
 * One's own marks on a photo while they are drawn; they go on being sent when the page shows something else
 * meanwhile. Closing the window before asks first.
 */
export function usePhotoMarks(photoId: number, stored: Marks) {
  const [saver] = useState(
    () =>
      new MarksSaver(stored, (marks) => persist(() => callApi<Marks>('exam/score/photoMarks', { photoId, ...marks }))),
  );
  useEffect(() => saver.renew(stored), [saver, stored]);
  const { shapes, state } = useSyncExternalStore(saver.subscribe, saver.snapshot, saver.snapshot);
  useLeaveWarning(state.kind !== 'saved');
  return { shapes, state, saver };
}
