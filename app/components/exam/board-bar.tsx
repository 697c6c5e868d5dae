import { Link, useLocation, useRevalidator } from '@remix-run/react';
import { useEffect, type ReactNode } from 'react';
import { DownIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { BoardCounts } from '~/domain/room/seats.rules';
import type { BoardHead } from '~/domain/room/board.queries.server';
import { BOARD_FILTERS, BOARD_STATE_LABELS, PROBLEM_LABEL, type BoardFilter } from '~/domain/room/board.rules';
import { withParams } from '~/http/with-params';
import { clip } from '~/lib/text';
import { formatClock, formatDate, formatDuration, formatMinute } from '~/lib/time';
import { BOARD_LOOKS } from './board-table';

/** How often the board is read anew. */
const EVERY_SECONDS = 10;

/** What the URL says about reading anew: script does it unless paused, without script only when asked to. */
export type Refresh = '' | 'on' | 'off';

const DAY_MS = 86_400_000;

/** An exam over weeks is counted in days: nobody reckons with 719 hours. */
function timeLeft(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY_MS);
  return days > 0 ? `${days} 天 ${Math.floor((milliseconds % DAY_MS) / 3_600_000)} 小时` : formatDuration(milliseconds);
}

/** How long it goes on, and how many stand where; each count shows its students. */
export function BoardBar({
  counts,
  state,
  phase,
  minutes,
  beginsAt,
  endsAt,
  now,
  timeZone,
  children,
}: {
  counts: BoardCounts;
  state: BoardFilter | '';
  phase: string;
  /** Of each student's own time, where it is limited. */
  minutes: number | null;
  beginsAt: number;
  endsAt: number;
  now: number;
  timeZone: string;
  /** When it was read. */
  children: ReactNode;
}) {
  const location = useLocation();
  const to = (value: string) => withParams(location, { state: value, confirm: null, ids: null });
  const shown = BOARD_FILTERS.filter((one) => one === 'problem' || one === state || counts[one] > 0);
  const [term, left] =
    phase === 'resit'
      ? ['补考', `${counts.all} 人`]
      : phase === 'not_started'
        ? ['距开始', timeLeft(beginsAt - now)]
        : phase === 'running'
          ? ['距结束', timeLeft(endsAt - now)]
          : ['已结束', formatMinute(endsAt, timeZone).slice(5)];
  return (
    <div className="card section board-bar">
      <dl>
        <div>
          <dt>{term}</dt>
          <dd>{left}</dd>
        </div>
        {phase === 'running' ? (
          <div>
            <dt>截止</dt>
            <dd>
              {formatDate(endsAt, timeZone) === formatDate(now, timeZone)
                ? formatMinute(endsAt, timeZone).slice(11)
                : formatMinute(endsAt, timeZone).slice(5)}
            </dd>
          </div>
        ) : null}
        {minutes === null ? null : (
          <div>
            <dt>每人</dt>
            <dd>
              {minutes} <small>分钟</small>
            </dd>
          </div>
        )}
      </dl>
      {children}
      <nav className="states" aria-label="按状态查看">
        <Link to={to('')} aria-current={state === '' ? 'true' : undefined}>
          <span>全部</span>
          <b className="num">{counts.all}</b>
        </Link>
        {shown.map((one) => {
          const { icon: Icon, className } = BOARD_LOOKS[one];
          return (
            <Link key={one} to={to(one)} aria-current={state === one ? 'true' : undefined} className={className}>
              <Icon small />
              <span>{one === 'problem' ? PROBLEM_LABEL : BOARD_STATE_LABELS[one]}</span>
              <b className="num">{counts[one]}</b>
            </Link>
          );
        })}
      </nav>
    </div>
  );
}

/** What was told to the room: the newest that holds in one line, all below it; and how many have it on their page. */
export function BoardAnnouncements({ announcements }: { announcements: BoardHead['announcements'] }) {
  const location = useLocation();
  // What still holds stands in sight; of those that were taken back, where there are no others.
  const newest = announcements.find((one) => !one.isWithdrawn) ?? announcements[0];
  if (!newest) return null;
  return (
    <details className="card announced small">
      <summary>
        <span>
          公告 {newest.at.slice(11, 16)}：{newest.text}
        </span>
        <span className="quiet">
          {newest.isWithdrawn ? '已撤回' : `已显示给 ${newest.shown} 人`}
          {announcements.length > 1 ? `，另有 ${announcements.length - 1} 条` : ''}
        </span>
        <DownIcon small />
      </summary>
      <ul>
        {announcements.map((one) => (
          <li key={one.id}>
            <span className="num">{one.at.slice(5, 16)}</span> {one.isWithdrawn ? <s>{one.text}</s> : one.text}
            <span className="quiet">{one.isWithdrawn ? ' 已撤回' : ` 已显示给 ${one.shown} 人`}</span>
            {one.mayChange ? (
              <span className="announced__acts">
                <Link to={withParams(location, { confirm: 'correct', ids: one.id })} preventScrollReset>
                  更正<span className="vh">：{clip(one.text, 20)}</span>
                </Link>
                <Link to={withParams(location, { confirm: 'withdraw', ids: one.id })} preventScrollReset>
                  撤回<span className="vh">：{clip(one.text, 20)}</span>
                </Link>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * Reads the board anew. With script quietly and unless paused; without script a page that asks for it reloads itself,
 * because a reload takes away what somebody has ticked.
 */
export function BoardRefresh({
  refresh,
  isWaiting,
  now,
  timeZone,
}: {
  refresh: Refresh;
  /** Something is being filled in: nothing moves. */
  isWaiting: boolean;
  now: number;
  timeZone: string;
}) {
  const location = useLocation();
  const isHydrated = useHydrated();
  const { revalidate, state } = useRevalidator();
  const isOn = isHydrated ? refresh !== 'off' : refresh === 'on';
  // Time passing is nothing React knows of.
  useEffect(() => {
    if (!isOn || isWaiting || state !== 'idle') return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') revalidate();
    }, EVERY_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [isOn, isWaiting, state, revalidate, now]);
  return (
    <p className="small quiet board-refresh">
      更新于 <span className="num">{formatClock(now, timeZone)}</span>
      {isOn ? `，每 ${EVERY_SECONDS} 秒一次` : '，自动刷新已停'}
      <br />
      <Link to={withParams(location, { refresh: isOn ? 'off' : 'on' })} preventScrollReset>
        {isOn ? '暂停自动刷新' : '自动刷新'}
      </Link>{' '}
      <Link to={withParams(location, { confirm: null })} preventScrollReset>
        立即刷新
      </Link>
      {refresh === 'on' && !isWaiting ? (
        <noscript>
          <meta httpEquiv="refresh" content={String(EVERY_SECONDS * 2)} />
        </noscript>
      ) : null}
    </p>
  );
}
