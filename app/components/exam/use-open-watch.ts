import { useEffect, useRef, useState } from 'react';
import { request, settled } from '~/lib/api-client';
import { formatSecond } from '~/lib/time';

/** How often the server is asked: whoever's paper is handed in for them knows it within 15 seconds. */
const ASK_MS = 11_000;
/** Not all pages of a school at the same moment. */
const SPREAD_MS = 2000;
const TIME_OUT_MS = 10_000;

type State = { isOpen: boolean; closedBy: string | null; reason: string | null; deadlineAt: string };

function closedWord({ closedBy, reason }: State): string {
  if (closedBy === 'teacher') return reason === null ? '老师已收卷' : '已由老师代交';
  return closedBy === 'student' ? '已交卷' : '时间到';
}

/**
 * While a paper is open its page asks whether it still is: its teacher may hand it in, end the exam or give minutes.
 * Returns '' while it is open, then how it was closed. `onClosed` and `onMoved` (another deadline) are called once each
 * time. What is not saved is the savers' own affair.
 */
export function useOpenWatch(
  { id, deadlineAt }: { id: number; deadlineAt: number },
  { isOpen, timeZone, onClosed, onMoved }: { isOpen: boolean; timeZone: string; onClosed(): void; onMoved(): void },
): string {
  const [closed, setClosed] = useState('');
  const given = useRef({ onClosed, onMoved });
  given.current = { onClosed, onMoved };
  const until = formatSecond(deadlineAt, timeZone);
  useEffect(() => {
    if (!isOpen) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      clearTimeout(timer);
      const path = `exam/attempt/state?attemptId=${id}`;
      const answer = await settled(request<State>(path, { stays: true, timeoutMs: TIME_OUT_MS }));
      if (isOver) return;
      if (answer.ok && !answer.data.isOpen) {
        isOver = true;
        setClosed(closedWord(answer.data));
        given.current.onClosed();
        return;
      }
      if (answer.ok && answer.data.deadlineAt !== until) given.current.onMoved();
      wait();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), ASK_MS + Math.random() * SPREAD_MS);
    };
    // A window out of sight is asked to wait by the browser; whoever comes back to it knows at once.
    const look = () => {
      if (document.visibilityState === 'visible' && !isOver) void ask();
    };
    wait();
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [id, until, isOpen]);
  return closed;
}
