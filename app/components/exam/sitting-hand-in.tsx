import { Link } from '@remix-run/react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button, buttonClass } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import type { SittingItem } from '~/domain/attempt/sitting.queries.server';
import { FormOwner } from './sitting-shell';

/** What has not reached the server when the paper is handed in. */
export type Unsent = {
  /** On their way, or still being recorded: handing in ends and sends them first. */
  underWay: number;
  /** What these are, and what handing in does with them. */
  text: string;
  /** What was refused and will be missing, a sentence each. */
  refused: string[];
  /** Ends what is being recorded. */
  onHandIn: () => void;
};

/**
 * 温馨提示 before handing in: what is missing, and what handing in means. What is on its way goes first; nobody has to
 * wait for it.
 */
export function HandIn({
  attemptId,
  items,
  cancelHref,
  hrefOf,
  unsent,
  afterText,
}: {
  attemptId: number;
  items: SittingItem[];
  cancelHref: string;
  /** Where an item is answered. */
  hrefOf: (item: SittingItem) => string;
  unsent: Unsent;
  /** What is still possible after handing in. */
  afterText: string;
}) {
  const missing = items.filter((item) => !item.isAnswered);
  const { form, isWaiting, onSubmit, goNow } = useHandIn(unsent);
  const panel = useRef<HTMLElement>(null);
  // It opens above the button that was pressed: whoever goes by keyboard or listens would be left behind.
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <section className="confirm confirm--calm hand-in" aria-labelledby="hand-in" id="confirm" tabIndex={-1} ref={panel}>
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
        {unsent.refused.length > 0 ? (
          <div role="alert">
            <Note tone="bad">
              没有收下、交卷后也不会计入的：
              {unsent.refused.map((text) => (
                <span key={text} className="block">
                  {text}
                </span>
              ))}
            </Note>
          </div>
        ) : null}
        {unsent.underWay > 0 ? (
          <div role="status">
            <Note tone="warn">{isWaiting ? `正在上传，传完自动交卷。${unsent.text}` : unsent.text}</Note>
          </div>
        ) : null}
      </div>
      <form method="post" ref={form} onSubmit={onSubmit}>
        <input type="hidden" name="_intent" value="submit" />
        <FormOwner attemptId={attemptId} />
        <div className="row confirm__buttons">
          <Link className={buttonClass({ size: 'l' })} to={cancelHref}>
            取消，继续作答
          </Link>
          {isWaiting ? (
            <Button type="button" size="l" onClick={goNow}>
              不等了，直接交卷
            </Button>
          ) : null}
          <Button size="l" variant="primary" disabled={isWaiting}>
            {isWaiting ? '正在上传…' : '确定交卷'}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Sends the form when nothing is on its way any more; what is refused meanwhile is seen first. */
function useHandIn({ underWay, refused, onHandIn }: Unsent) {
  const form = useRef<HTMLFormElement>(null);
  const [wasRefused, setWasRefused] = useState<number | null>(null);
  const isWaiting = wasRefused !== null;
  const onSubmit = (event: FormEvent) => {
    if (underWay === 0) return;
    event.preventDefault();
    onHandIn();
    setWasRefused(refused.length);
  };
  // The last one has arrived, or will never.
  useEffect(() => {
    if (wasRefused === null || underWay > 0) return;
    setWasRefused(null);
    if (refused.length <= wasRefused) form.current?.submit();
  }, [wasRefused, underWay, refused.length]);
  return { form, isWaiting, onSubmit, goNow: () => form.current?.submit() };
}
