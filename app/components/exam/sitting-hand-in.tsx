import { useNavigate } from '@remix-run/react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormOwner } from '~/components/form/submit';
import { Button, buttonClass } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { useHydrated } from '~/components/ui/use-hydrated';
import type { SittingItem } from '~/domain/attempt/sitting.commands.server';
import { HAND_IN } from './sitting-paths';

const SKIP_AFTER_MS = 4000;
/** How long it is said after the press that the paper is being handed in. */
const SENDING_MS = 10_000;

/** What has not reached the server when the paper is handed in. */
export type Unsent = {
  /** On their way, or still being recorded: handing in ends and sends them first. */
  underWay: number;
  /** What these are, and what handing in does with them. */
  text: string;
  /** What was refused and will be missing, a sentence each. */
  refused: string[];
  /** What has to be settled first, a sentence; nothing is handed in before. */
  blocked?: string;
  /** Ends what is being recorded. */
  onHandIn: () => void;
  /** Hands in with what could not be sent by itself; without it the paper is handed in as the server has it. */
  sendAlong?: () => void;
};

/**
 * 温馨提示 before handing in: what is missing, and what handing in means. What is on its way goes first; nobody has to
 * wait for it.
 */
export function HandIn({
  attemptId,
  items,
  backTo,
  unsent,
  formId,
  message = '',
  afterText,
}: {
  attemptId: number;
  items: SittingItem[];
  /** Where an item is answered, or what stands there now, and the button that saves the form first and leads there. */
  backTo: (item?: SittingItem) => [href: string, go: string];
  unsent: Unsent;
  /** The form beside which it stands: without script every button carries its fields and files. */
  formId: string;
  /** What the last 确定交卷 met with. */
  message?: string;
  /** What is still possible after handing in. */
  afterText: string;
}) {
  const missing = items.filter((item) => !item.isAnswered);
  const { form, isWaiting, isSending, isLong, isBlocked, onSubmit, goNow } = useHandIn(unsent);
  const isHydrated = useHydrated();
  const problem = isBlocked && unsent.blocked ? unsent.blocked : message;
  const panel = useRef<HTMLElement>(null);
  // It opens above the button that was pressed: whoever goes by keyboard or listens would be left behind, and comes
  // back to that button.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    return () => document.querySelector<HTMLElement>('.handin')?.focus({ preventScroll: true });
  }, []);
  const navigate = useNavigate();
  // A button before the page wakes and after: what is pressed in that moment must not be taken away.
  const back = (item: SittingItem | undefined, className: string, text: string) => {
    const [href, go] = backTo(item);
    return (
      <button
        className={className}
        form={formId}
        name="_go"
        value={go}
        onClick={(event) => {
          event.preventDefault();
          navigate(href);
        }}
      >
        {text}
      </button>
    );
  };
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
              <li key={item.id}>{back(item, 'linkbtn', `第 ${item.position} 题`)}</li>
            ))}
          </ul>
        ) : null}
        <p className="quiet small">
          {afterText}
          <span className="without-script">这个页面上填写和选好的会一起保存，再交卷。</span>
        </p>
        {problem ? (
          <div role="alert">
            <Note tone="bad">{problem}</Note>
          </div>
        ) : null}
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
          {back(undefined, buttonClass({ size: 'l' }), '取消，继续作答')}
          <Button
            size="l"
            variant="primary"
            disabled={isWaiting}
            {...(!isHydrated && { form: formId, name: '_go', value: HAND_IN })}
          >
            {isWaiting ? '正在上传…' : isSending ? '正在交卷…' : '确定交卷'}
          </Button>
        </div>
        {isLong ? (
          <p className="confirm__buttons">
            <Button type="button" onClick={goNow}>
              不等了，直接交卷
            </Button>
          </p>
        ) : null}
      </form>
    </section>
  );
}

/** Sends the form when nothing is on its way any more; what is refused meanwhile is seen first. */
function useHandIn({ underWay, refused, blocked = '', onHandIn, sendAlong }: Unsent) {
  const form = useRef<HTMLFormElement>(null);
  const [wasRefused, setWasRefused] = useState<number | null>(null);
  const isWaiting = wasRefused !== null;
  const [isBlocked, setBlocked] = useState(false);
  const [isLong, setLong] = useState(false);
  // It may come to nothing, and can be pressed again all the time.
  const [isSending, setSending] = useState(false);
  useEffect(() => {
    const timer = isSending ? setTimeout(() => setSending(false), SENDING_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isSending]);
  // Offered to who has waited, and in a place of its own: the second press of an impatient hand must not leave behind
  // what is still going up.
  useEffect(() => {
    setLong(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setLong(true), SKIP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const onSubmit = (event: FormEvent) => {
    setBlocked(blocked !== '');
    if (underWay === 0 && blocked === '') {
      setSending(true);
      return;
    }
    event.preventDefault();
    if (blocked !== '') return;
    onHandIn();
    setWasRefused(refused.length);
  };
  // The last one has arrived, or will never.
  useEffect(() => {
    if (wasRefused === null || underWay > 0) return;
    setWasRefused(null);
    setBlocked(blocked !== '');
    if (blocked === '' && refused.length <= wasRefused) form.current?.submit();
  }, [wasRefused, underWay, refused.length, blocked]);
  return {
    form,
    isWaiting,
    isSending,
    isLong,
    isBlocked,
    onSubmit,
    goNow: sendAlong ?? (() => form.current?.submit()),
  };
}
