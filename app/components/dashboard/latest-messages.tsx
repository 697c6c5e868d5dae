import { Link } from '@remix-run/react';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { toMessage, toNews } from '~/lib/addresses/personal';
import { formatMinute } from '~/lib/time';

export type MessageLine = { id: number; title: string; isRead: boolean; createdAt: number };

/** The newest messages of the home page. */
export function LatestMessages({ messages, timeZone }: { messages: MessageLine[]; timeZone: string }) {
  return (
    <Card title="消息" actions={<Link to={toNews()}>全部</Link>} padded={false}>
      {messages.length === 0 ? (
        <Empty title="还没有消息" />
      ) : (
        <ul className="msgs">
          {messages.map((message) => (
            <li key={message.id} className={message.isRead ? undefined : 'is-new'}>
              <Link to={toMessage(message.id)}>
                {message.isRead ? null : <span className="vh">未读：</span>}
                {message.title}
              </Link>
              <time className="quiet small">{formatMinute(message.createdAt, timeZone)}</time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
