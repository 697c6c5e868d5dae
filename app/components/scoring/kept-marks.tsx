import { useFetcher, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { STORED } from '~/components/form/stored-form';
import { wasTypedAsleep } from '~/components/layout/waking';
import { formatMinute } from '~/lib/time';

/** After the last key or press; a paper marked by keys has a pause of this length between items. */
const PAUSE_MS = 1500;
/** A draft that is under way for longer waits for the line. */
const STUCK_MS = 3000;
/** A page that is loaded again so soon after it was left may be older than the draft that was sent in leaving. */
const PARTED_MS = 10_000;
const AGAIN_MS = [500, 2500];
const PARTED_KEY = 'kaoping-parted';

type Answer = { kept?: { version: number; at: number }; fieldErrors?: Record<string, string>; message?: string };

/**
 * Marks and comments are kept as the examiner's own draft while they are given, and once more when the page is left.
 * It holds the form's version, which every kept draft moves on; a submit waits for the draft that is under way.
 */
export function KeptMarks({ version, isOn }: { version: number; isOn: boolean }) {
  const mark = useRef<HTMLInputElement>(null);
  const fetcher = useFetcher<Answer>();
  const [kept, setKept] = useState<{ version: number; at: number | null }>({ version, at: null });
  const state = useRef({ stored: '', sent: '', isBusy: false, isStuck: false, pressed: null as HTMLElement | null });
  const { submit, data } = fetcher;
  const [isStuck, setStuck] = useState(false);
  useEffect(() => {
    mark.current?.form?.toggleAttribute('data-kept', isOn && !isStuck);
  }, [isOn, isStuck]);
  useEffect(() => {
    const change = (is: boolean) => setStuck((state.current.isStuck = is));
    change(false);
    if (fetcher.state === 'idle') return undefined;
    const timer = setTimeout(() => change(true), STUCK_MS);
    return () => clearTimeout(timer);
  }, [fetcher.state]);

  // Then the draft's version is read once it has arrived, before anything is typed on: it is no other window's.
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn || !hasJustParted()) return undefined;
    const again = () => {
      const form = mark.current?.form;
      if (form && textOf(form) === state.current.stored) revalidate();
    };
    const timers = AGAIN_MS.map((wait) => setTimeout(again, wait));
    return () => timers.forEach((timer) => clearTimeout(timer));
  }, [isOn, revalidate]);

  // The answer to a draft: the next one stands on its version, and a submit that waited goes on.
  useEffect(() => {
    if (fetcher.state !== 'idle' || !state.current.isBusy) return;
    const own = state.current;
    own.isBusy = false;
    if (data?.kept && mark.current) {
      // At once, for a submit that waits; the state keeps it there.
      mark.current.value = String(data.kept.version);
      own.stored = own.sent;
      const { form } = mark.current;
      // What was typed on meanwhile stays in this browser until the next draft has come.
      if (form && textOf(form) === own.stored) form.dispatchEvent(new CustomEvent(STORED, { bubbles: true }));
      setKept(data.kept);
    }
    const { pressed } = own;
    own.pressed = null;
    pressed?.click();
  }, [fetcher.state, data]);

  // The marks are set by fields, buttons and keys of many kinds: the form itself is asked what it says.
  useEffect(() => {
    const form = mark.current?.form;
    if (!form || !isOn) return undefined;
    const own = state.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressed: HTMLElement | null = null;
    let isLeaving = false;
    const text = () => textOf(form);
    // What was typed before the page was awake is not stored yet.
    const isBegun = wasTypedAsleep(form);
    own.stored = isBegun ? '' : text();
    const fields = () => {
      const values = new FormData(form);
      values.set('_intent', 'keep');
      return values;
    };
    const keep = () => {
      clearTimeout(timer);
      if (isLeaving || own.isBusy || text() === own.stored) return;
      own.isBusy = true;
      own.sent = text();
      submit(fields(), { method: 'post', action: form.getAttribute('action') ?? undefined });
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE_MS);
    };
    const onPress = (event: Event) => {
      pressed = (event.target as Element).closest<HTMLElement>('button[type=submit], button:not([type])');
    };
    const onSubmit = (event: Event) => {
      clearTimeout(timer);
      if (!own.isBusy) {
        isLeaving = true;
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      own.pressed = pressed;
    };
    const onLeave = () => {
      clearTimeout(timer);
      // What is under way arrives without help, unless it waits for a line that may be back.
      const isUnderWay = own.isBusy && !own.isStuck && text() === own.sent;
      if (isLeaving || isUnderWay || text() === own.stored) return;
      isLeaving = true;
      const body = new URLSearchParams([...fields()].map(([name, value]) => [name, String(value)]));
      void fetch(form.action, { method: 'POST', body, keepalive: true }).catch(() => undefined);
      noteParted();
    };
    if (isBegun) later();
    const events = ['input', 'change', 'click'];
    for (const name of events) form.addEventListener(name, later);
    form.addEventListener('click', onPress, true);
    form.addEventListener('submit', onSubmit, true);
    window.addEventListener('pagehide', onLeave);
    return () => {
      onLeave();
      for (const name of events) form.removeEventListener(name, later);
      form.removeEventListener('click', onPress, true);
      form.removeEventListener('submit', onSubmit, true);
      window.removeEventListener('pagehide', onLeave);
    };
  }, [isOn, submit]);

  // Of no field: a draft like this is never kept, whatever was kept before.
  const refusal = data?.fieldErrors && Object.keys(data.fieldErrors).length === 0 ? (data.message ?? '') : '';
  return (
    <>
      <input type="hidden" name="version" value={kept.version} ref={mark} />
      {isOn ? (
        <p className="small quiet mt-2" role="status">
          {isStuck
            ? '草稿还没有保存：网络断开或服务器正忙。填写的内容都在，恢复以后会自己保存。'
            : refusal !== ''
              ? `草稿没有保存：${refusal}`
              : data?.fieldErrors && kept.at === null
                ? '有一处填得不对，草稿还没有自动保存'
                : kept.at === null
                  ? ''
                  : `草稿已自动保存（${formatMinute(kept.at).slice(11)}），提交后才算评完`}
        </p>
      ) : null}
    </>
  );
}

/** What a form says, without the version it stands on. */
function textOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)].filter(([name]) => name !== 'version'));
}

/** This tab sent a draft in leaving its page. */
function noteParted(): void {
  try {
    window.sessionStorage.setItem(PARTED_KEY, String(Date.now()));
  } catch {
    // Without storage a draft of the own tab may be taken for another window's.
  }
}

function hasJustParted(): boolean {
  try {
    return Date.now() - Number(window.sessionStorage.getItem(PARTED_KEY)) < PARTED_MS;
  } catch {
    return false;
  }
}
