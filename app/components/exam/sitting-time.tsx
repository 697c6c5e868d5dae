import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ExamTime } from '~/components/layout/exam-shell';
import { useServerNow } from '~/components/ui/server-time';
import { formatClock, formatDate, formatMinute } from '~/lib/time';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Minutes left at which the time is announced. */
const ANNOUNCED = [10, 5, 1];

/** The absolute time as short as it is clear: `10:35`, with the date on another day, seconds when not whole. */
export function shortTime(time: number, now: number, timeZone: string): string {
  const clock = time % MINUTE_MS === 0 ? formatClock(time, timeZone).slice(0, 5) : formatClock(time, timeZone);
  return formatDate(time, timeZone) === formatDate(now, timeZone)
    ? clock
    : `${formatMinute(time, timeZone).slice(5, 10)} ${clock}`;
}

/** What is left as `48:54` or `1:02:07`; `0:00` when it is over. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The same in words, for lists: `还剩 11 分 42 秒`, `还有 3 天 22 小时`. */
export function countdownWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} 天 ${hours} 小时`;
  if (hours > 0) return `${hours} 小时 ${minutes} 分`;
  return minutes > 0 ? `${minutes} 分 ${String(seconds % 60).padStart(2, '0')} 秒` : `${seconds % 60} 秒`;
}

/** Words that count down beside an absolute time in a list; without script they say what was left on loading. */
export function CountdownText({ until, now, prefix }: { until: number; now: number; prefix: string }) {
  const current = useServerNow(now);
  return (
    <>
      {prefix} {countdownWords(until - current)}
    </>
  );
}

/**
 * The time slot of the exam bar: what is left and the absolute deadline. With script it counts, is announced at
 * 10, 5 and 1 minutes and when minutes are given, and calls `onOver` once when nothing is accepted any more (`overAt`).
 */
export function SittingTime({
  now,
  deadlineAt,
  overAt,
  timeZone,
  label = '截止',
  closed = '',
  refresh,
  onOver,
}: {
  now: number;
  deadlineAt: number;
  overAt: number;
  timeZone: string;
  label?: string;
  /** How the paper was closed before its time; '' while it is open. */
  closed?: string;
  /** Reads the time again on a page without script, with what stands on the page sent first. */
  refresh: ReactNode;
  onOver?: () => void;
}) {
  const current = useServerNow(now);
  const left = deadlineAt - current;
  const announced = useAnnouncement(left);
  const isOver = current > overAt;
  const onOverRef = useRef(onOver);
  onOverRef.current = onOver;
  // Once, when the last second has passed.
  useEffect(() => {
    if (isOver) onOverRef.current?.();
  }, [isOver]);
  return (
    <>
      <ExamTime deadline={`${shortTime(deadlineAt, now, timeZone)} ${label}`}>
        {closed ? (
          <b className="time-over">{closed}</b>
        ) : left > 0 ? (
          <>
            <span role="timer" className="with-script">
              还剩 <b>{left < DAY_MS ? countdown(left) : countdownWords(left)}</b>
            </span>
            {/* Without script nothing counts down: what was left is true only until it is read. */}
            <span className="without-script small">
              {formatClock(now, timeZone)} 时还剩 {countdownWords(deadlineAt - now)}，{refresh}
            </span>
          </>
        ) : (
          <b className="time-over">{isOver ? '时间到' : '即将收卷'}</b>
        )}
      </ExamTime>
      <p className="vh" role="status">
        {closed || announced}
      </p>
    </>
  );
}

/** The words to announce: set when the time left passes one of the marks, or minutes are given. */
function useAnnouncement(left: number): string {
  const [text, setText] = useState('');
  const before = useRef(left);
  useEffect(() => {
    const was = before.current;
    const passed = ANNOUNCED.find((minutes) => was > minutes * MINUTE_MS && left <= minutes * MINUTE_MS);
    before.current = left;
    if (passed !== undefined) setText(`还剩 ${passed} 分钟`);
    else if (left <= 0) setText('时间到，正在收卷');
    // Not for a clock that is put right.
    else if (left > was + MINUTE_MS / 2) setText(`时间延长了，还剩 ${Math.ceil(left / MINUTE_MS)} 分钟`);
  }, [left]);
  return text;
}
