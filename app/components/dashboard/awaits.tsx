import { Link } from '@remix-run/react';
import { Card } from '~/components/ui/card';

/** Something of which a number waits for this person. */
export type AwaitItem = { label: string; count: number; unit: string; href: string };

/** What awaits me, one figure each, leading to where it is done. Nothing waits: nothing is shown. */
export function Awaits({ items }: { items: AwaitItem[] }) {
  const waiting = items.filter((item) => item.count > 0);
  if (waiting.length === 0) return null;
  return (
    <Card title="等我处理" padded={false} className="mb-4">
      <ul className="awaits">
        {waiting.map((item) => (
          <li key={item.label}>
            <Link to={item.href}>
              <span>{item.label}</span>
              <strong>
                {item.count}
                <small>{item.unit}</small>
              </strong>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
