import { useEffect, useRef, useState } from 'react';
import type { Announcement } from '~/domain/room/announcement.schema';
import { request, settled } from '~/lib/api-client';
import { formatSecond } from '~/lib/time';

/** How often the server is asked: whoever's paper is handed in for them knows it within 15 seconds. */
const ASK_MS = 11_000;
/** Not all pages of a school at the same moment. */
const SPREAD_MS = 2000;
const TIME_OUT_MS = 10_000;

type State = {
  isOpen: boolean;
  closedBy: string | null;
  reason: string | null;
  deadlineAt: string;
  announcements: Announcement[];
};

function closedWord({ closedBy, reason }: State): string {
  if (closedBy === 'teacher') return reason === null ? '老师已收卷' : '已由老师代交';
  return closedBy === 'student' ? '已交卷' : '时间到';
}

/**
 * A page of a paper asks whether it is open: its teacher may hand it in, end the exam or give minutes, also when it was
 * closed. Returns '' while it is open, then how it was closed, and the announcements. `onTurned` (open or not) and `onMoved`
 * (another deadline) are called once each time. It brings what the room was told, and tells the server that the page is there and how much of it is not saved.
 * What is not saved is the savers' own affair.
 */
export function useOpenWatch(
  { id, deadlineAt }: { id: number; deadlineAt: number },
  {
    isOpen,
    timeZone,
    refused,
    ...now
  }: {
    isOpen: boolean;
    timeZone: string;
    /** How much the server has refused for good: whenever it is more, the paper may be closed, and it is asked at once. */
    refused: number;
    unsaved: number;
    announcements: Announcement[];
    onTurned(): void;
    onMoved(): void;
  },
): { closed: string; announcements: Announcement[] } {
  const [closed, setClosed] = useState('');
  const [announcements, setTold] = useState(now.announcements);
  const given = useRef({ ...now, announcements });
  given.current = { ...now, announcements };
  const until = formatSecond(deadlineAt, timeZone);
  useEffect(() => {
    // It may have been opened again.
    setClosed('');
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const ask = async () => {
      clearTimeout(timer);
      const { unsaved, announcements: shown } = given.current;
      const query = new URLSearchParams([
        ['attemptId', `${id}`],
        ['unsaved', `${unsaved}`],
        ['shown', `${shown[0]?.id ?? 0}`],
      ]);
      const answer = await settled(
        request<State>(`exam/attempt/state?${query}`, { stays: true, timeoutMs: TIME_OUT_MS }),
      );
      if (isOver) return;
      if (answer.ok && answer.data.isOpen !== isOpen) {
        isOver = true;
        if (isOpen) setClosed(closedWord(answer.data));
        given.current.onTurned();
        return;
      }
      if (answer.ok && JSON.stringify(answer.data.announcements) !== JSON.stringify(shown)) {
        setTold(answer.data.announcements);
      }
      if (answer.ok && answer.data.deadlineAt !== until) given.current.onMoved();
      wait();
    };
    const wait = (least = ASK_MS) => {
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), least + Math.random() * SPREAD_MS);
    };
    // A window out of sight is asked to wait by the browser; whoever comes back to it knows at once.
    const look = () => {
      if (document.visibilityState === 'visible' && !isOver) void ask();
    };
    // At once: a page that dies young is missed only if it was ever heard of.
    wait(0);
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [id, until, isOpen, refused]);
  return { closed: isOpen ? closed : '', announcements };
}
