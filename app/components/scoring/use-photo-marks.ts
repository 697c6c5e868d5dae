import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi, persist } from '~/components/media/call-api';
import { useLeaveWarning } from '~/components/ui/use-leave-warning';
import type { Shape } from '~/domain/scoring/photo-marks.rules';

type Marks = { shapes: Shape[]; version: number };

export type MarksState = { kind: 'saved' | 'saving' } | { kind: 'failed'; message: string; theirs: Marks | null };

/**
 * One's own marks on a photo while they are drawn: every change is sent at once, one after the other, and goes on
 * being sent when the page shows something else meanwhile. Closing the window before asks first.
 */
export function usePhotoMarks(photoId: number, stored: Marks) {
  const [shapes, setShapes] = useState(stored.shapes);
  const [state, setState] = useState<MarksState>({ kind: 'saved' });
  const work = useRef({ wanted: stored.shapes, saved: stored.shapes, version: stored.version, isSending: false });

  // The loader read again, perhaps after the same examiner drew in another window: newer marks are taken over.
  useEffect(() => {
    const { current } = work;
    if (current.isSending || current.wanted !== current.saved || stored.version <= current.version) return;
    work.current = { wanted: stored.shapes, saved: stored.shapes, version: stored.version, isSending: false };
    setShapes(stored.shapes);
  }, [stored]);

  const send = useCallback(async () => {
    const { current } = work;
    if (current.isSending) return;
    current.isSending = true;
    while (current.wanted !== current.saved) {
      const sent = current.wanted;
      setState({ kind: 'saving' });
      const answer = await persist(() =>
        callApi<Marks>('exam/score/photoMarks', { photoId, version: current.version, shapes: sent }),
      );
      if (!answer.ok) {
        current.isSending = false;
        const theirs = answer.status === 409 ? ((answer.data as Marks | null) ?? null) : null;
        setState({ kind: 'failed', message: answer.message, theirs });
        return;
      }
      current.saved = sent;
      current.version = answer.data.version;
    }
    current.isSending = false;
    setState({ kind: 'saved' });
  }, [photoId]);

  const change = useCallback(
    (edit: (before: Shape[]) => Shape[]) => {
      work.current.wanted = edit(work.current.wanted);
      setShapes(work.current.wanted);
      void send();
    },
    [send],
  );

  /** After a refusal: send again, on top of what the other window stored if there is such. */
  const retry = useCallback(
    (theirs: Marks | null) => {
      if (theirs) work.current.version = theirs.version;
      void send();
    },
    [send],
  );

  /** Gives up what was drawn here for what the other window stored. */
  const takeTheirs = useCallback((theirs: Marks) => {
    work.current = { wanted: theirs.shapes, saved: theirs.shapes, version: theirs.version, isSending: false };
    setShapes(theirs.shapes);
    setState({ kind: 'saved' });
  }, []);

  useLeaveWarning(state.kind !== 'saved');
  return { shapes, state, change, retry, takeTheirs };
}
