import { Link } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { BellIcon } from '~/components/ui/icons';
import { toNews } from '~/lib/addresses/personal';

const POLL_MS = 60_000;

/**
 * 消息 with the count of unread ones as the page came with it; with script it is asked for again once a minute, only
 * while the page is looked at and the session lasts. A growing count is said once, politely. `asOf`: when the server
 * counted.
 */
export function NewsLink({ unreadCount, asOf }: { unreadCount: number; asOf: number }) {
  const [count, setCount] = useState(unreadCount);
  const [said, setSaid] = useState('');
  const shown = useRef(unreadCount);
  // Every page's own answer is the newest.
  useEffect(() => {
    shown.current = unreadCount;
    setCount(unreadCount);
    setSaid('');
  }, [unreadCount, asOf]);
  // The server does not call; it is asked.
  useEffect(() => {
    let askedAt = Date.now();
    const ask = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < POLL_MS - 1000) return;
      askedAt = Date.now();
      // Asking by itself must not keep a session alive that nobody uses.
      import('~/lib/api-client')
        .then(({ request }) => request<number>('msg/getNewsCount', { headers: { 'X-Background': '1' } }))
        .then((answer) => {
          if (!answer.ok) {
            if (answer.status === 401) stop();
            return;
          }
          if (answer.data > shown.current) setSaid(`有 ${answer.data - shown.current} 条新消息`);
          shown.current = answer.data;
          setCount(answer.data);
        })
        .catch(() => undefined); // Off line for a moment: the next minute asks again.
    };
    const stop = () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
    const timer = setInterval(ask, POLL_MS);
    document.addEventListener('visibilitychange', ask);
    return stop;
  }, []);
  return (
    <>
      <Link className="tool" to={toNews()}>
        <BellIcon />
        <span>消息</span>
        {count > 0 ? (
          <span className="count">
            <span className="vh">未读 </span>
            {count > 99 ? '99+' : count}
          </span>
        ) : null}
      </Link>
      <span className="vh" aria-live="polite">
        {said}
      </span>
    </>
  );
}
