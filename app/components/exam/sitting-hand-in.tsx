import { Link } from '@remix-run/react';
import { Button, buttonClass } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import type { SittingItem } from '~/domain/attempt/sitting.queries.server';

/** 温馨提示 before handing in: what is missing, and what handing in means. */
export function HandIn({
  items,
  cancelHref,
  hrefOf,
  pendingText = '',
  afterText,
}: {
  items: SittingItem[];
  cancelHref: string;
  /** Where an item is answered. */
  hrefOf: (item: SittingItem) => string;
  /** What is still on its way; handing in waits for it. */
  pendingText?: string;
  /** What is still possible after handing in. */
  afterText: string;
}) {
  const missing = items.filter((item) => !item.isAnswered);
  return (
    <section className="confirm confirm--calm hand-in" aria-labelledby="hand-in" id="confirm">
      <h2 id="hand-in">温馨提示</h2>
      <div className="confirm__text">
        <p>
          确定交卷吗？共 {items.length} 题，已答 {items.length - missing.length} 题
          {missing.length === 0 ? '。' : `，还有 ${missing.length} 题没有作答：`}
        </p>
        {missing.length > 0 ? (
          <ul className="missing">
            {missing.map((item) => (
              <li key={item.id}>
                <Link to={hrefOf(item)}>第 {item.position} 题</Link>
              </li>
            ))}
          </ul>
        ) : null}
        <p className="quiet small">{afterText}</p>
        {pendingText ? (
          <div role="status">
            <Note tone="warn">{pendingText}</Note>
          </div>
        ) : null}
      </div>
      <form method="post">
        <input type="hidden" name="_intent" value="submit" />
        <div className="row confirm__buttons">
          <Link className={buttonClass({ size: 'l' })} to={cancelHref}>
            取消，继续作答
          </Link>
          <Button size="l" variant="primary" disabled={pendingText !== ''}>
            确定交卷
          </Button>
        </div>
      </form>
    </section>
  );
}
