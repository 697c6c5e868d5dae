import { useEffect, useRef, useState, type RefObject } from 'react';
import { getMarkingChoice } from './marking-choices';
import { isMarkComplete, maximumOf, overflows } from './typed-mark';

/**
 * Marking by keys. A key presses the button that carries its name (data-key), so nothing can be done by key alone.
 * Keys work while the focus is in the marking page's root or nowhere, never while an input method composes, never with
 * other modifiers, and not in fields for text. In a number field ←, → and space serve the recording: two or three
 * digits need no caret; ↑ and ↓ go from field to field. A slider, a choice and the browser's player keep their own
 * arrows, a button its space.
 */
const KEYS: Record<string, string> = {
  ' ': 'play',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  p: 'pause',
  n: 'note',
  j: 'previous',
  k: 'next',
  '?': 'keys',
  '？': 'keys',
};
const NUMBERS = 'input[inputmode=numeric]:not(:disabled), input[inputmode=decimal]:not(:disabled)';
const TEXTS = 'textarea, select, input:not([type]), input[type=text], input[type=search], input[type=email]';
const CONTROLS = 'button, a, summary, audio, input[type=checkbox], input[type=radio], input[type=file]';
const SPOKEN_COMMENTS = 9;
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

/**
 * Listens while the page is shown; `paperKey` is what is being marked, another one starts anew. Returns what is to be
 * said to the teacher, and whether the focus has been put where marks are typed.
 */
export function useMarkingKeys(root: RefObject<HTMLElement>, paperKey: string): { said: string; isReady: boolean } {
  const [said, say] = useState('');
  const [isReady, setReady] = useState(false);
  const isDirty = useRef(false);

  // The page is ready for keys at once: the focus stands in the first number that is missing.
  useEffect(() => {
    const page = root.current;
    if (!page) return;
    isDirty.current = page.querySelector('[role=alert]') !== null;
    if (getMarkingChoice('isWithoutKeys') || (document.activeElement ?? document.body) !== document.body) return;
    const fields = numbersOf(page);
    (fields.find((field) => field.value === '') ?? fields[0])?.focus({ preventScroll: true });
    (document.activeElement as HTMLInputElement | null)?.select?.();
    setReady(true);
    if (getMarkingChoice('playsNext'))
      page
        .querySelector<HTMLAudioElement>('audio')
        ?.play()
        .catch(() => undefined);
  }, [root, paperKey]);

  useEffect(() => {
    const page = root.current;
    if (!page) return undefined;
    /** The player that was used last is the one that keys speak to. */
    let player: Element | null = null;
    let field: HTMLInputElement | null = null;
    /** Where the focus went on by itself: a point or Backspace goes back there. */
    let movedFrom: HTMLInputElement | null = null;
    let isChoosingComment = false;
    let hasWarned = false;

    const go = (to: HTMLInputElement | undefined) => {
      to?.focus({ preventScroll: true });
      to?.select();
      to?.scrollIntoView({ block: 'nearest' });
    };
    const neighbour = (of: HTMLInputElement, step: number) => {
      const fields = numbersOf(page);
      return fields[fields.indexOf(of) + step];
    };
    const scope = () => (document.activeElement ?? page).closest('[data-paper]') ?? field?.closest('[data-paper]');
    const press = (name: string) => {
      const places = [player && (scope()?.contains(player) ?? true) ? player : null, scope(), page];
      const button = places.reduce<HTMLElement | null>(
        (found, place) => found ?? place?.querySelector<HTMLElement>(`[data-key="${name}"]`) ?? null,
        null,
      );
      button?.click();
      return button !== null;
    };
    const submit = (value: string) => page.querySelector<HTMLButtonElement>(`button[value="${value}"]`)?.click();
    const comments = () => [...page.querySelectorAll<HTMLElement>('.quick button')].slice(0, SPOKEN_COMMENTS);

    const chooseComment = (key: string) => {
      isChoosingComment = false;
      const button = comments()[Number(key) - 1];
      if (!button) return say('');
      const back = document.activeElement as HTMLElement | null;
      button.click();
      back?.focus({ preventScroll: true });
      say(`已加评语：${button.textContent ?? ''}`);
    };
    const changeSpeed = (step: number) => {
      const place = player ?? scope() ?? page;
      const speeds = [...place.querySelectorAll<HTMLElement>('[data-speed]')];
      const now = speeds.findIndex((button) => button.getAttribute('aria-pressed') === 'true');
      speeds[now + step]?.click();
    };

    /** What a key means in a number field; true when it is done with. */
    const inNumber = (key: string, own: HTMLInputElement): boolean => {
      const isWhole = own.selectionStart === 0 && own.selectionEnd === own.value.length;
      if (key === 'ArrowUp' || key === 'ArrowDown' || key === 'Enter') {
        movedFrom = null;
        const to = neighbour(own, key === 'ArrowUp' ? -1 : 1);
        if (to) go(to);
        else if (key === 'Enter') say('已是最后一项，Ctrl + Enter 提交并到下一份');
        return true;
      }
      if ((key === '.' || key === '。') && movedFrom && isWhole) {
        const before = movedFrom;
        movedFrom = null;
        before.focus({ preventScroll: true });
        setValue(before, `${before.value}.`);
        return true;
      }
      if (key === 'Backspace' && (own.value === '' || (movedFrom && isWhole))) {
        const before = movedFrom ?? neighbour(own, -1);
        movedFrom = null;
        if (!before) return false;
        before.focus({ preventScroll: true });
        setValue(before, before.value.slice(0, -1));
        return true;
      }
      if (/^\d$/.test(key)) {
        movedFrom = null;
        const isAdding = !isWhole && own.selectionStart === own.value.length;
        // The digit then arrives in the field that has the focus.
        if (isAdding && overflows(own.value, key, maximumOf(own.dataset.max))) go(neighbour(own, 1));
        return false;
      }
      return false;
    };

    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isInside = target === document.body || page.contains(target);
      // 229: an input method has the key, also where isComposing is not said yet.
      if (!isInside || event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
      const { key } = event;
      if (!MODIFIERS.includes(key)) say('');
      const done = () => event.preventDefault();
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        if (key === 'Enter') {
          done();
          if (!event.repeat) submit('next');
        }
        if (key === 's' || key === 'S') {
          done();
          if (!event.repeat) submit('draft');
        }
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || getMarkingChoice('isWithoutKeys')) return;
      if (MODIFIERS.includes(key)) return;
      if (event.shiftKey && !'?？+'.includes(key)) return;
      if (event.repeat && !key.startsWith('Arrow')) return;

      const isNumber = target.matches(NUMBERS);
      if (!isNumber && target.matches(TEXTS)) {
        const isNote = target.matches('[data-note]');
        if (key === 'Escape' || (isNote && key === 'Enter')) {
          done();
          go(field ?? numbersOf(page)[0]);
        }
        return;
      }
      if (isChoosingComment) {
        done();
        return chooseComment(key);
      }
      if (isNumber && inNumber(key, target as HTMLInputElement)) return done();
      const isSlider = target.matches('input[type=range]:not([data-seek])');
      if (key.startsWith('Arrow') && (isSlider || target.matches('audio, input[type=radio]'))) return;
      if ((key === ' ' || key === 'Enter') && target.matches(CONTROLS)) return;
      if (!isNumber && (key === 'ArrowUp' || key === 'ArrowDown' || /^\d$/.test(key))) {
        // From elsewhere the same keys come back to the numbers: a digit is typed there at once.
        const row = target.closest('.slider')?.querySelector<HTMLInputElement>(NUMBERS);
        go(row ?? (field && page.contains(field) ? field : undefined) ?? numbersOf(page)[0]);
        if (key.startsWith('Arrow')) done();
        return;
      }
      const letter = key.toLowerCase();
      if (letter === 'q') {
        done();
        const list = comments();
        isChoosingComment = list.length > 0;
        say(list.map((button, index) => `${index + 1} ${button.textContent ?? ''}`).join('，') || '没有常用评语');
        return;
      }
      if (letter === 'c') {
        done();
        (
          scope()?.querySelector<HTMLElement>('[name^="c."]') ?? page.querySelector<HTMLElement>('[name=comment]')
        )?.focus();
        return;
      }
      if (key === '-' || key === '+' || key === '=') {
        done();
        return changeSpeed(key === '-' ? -1 : 1);
      }
      const name = KEYS[letter] ?? KEYS[key];
      if (!name) return;
      done();
      if ((name === 'previous' || name === 'next') && isDirty.current && !hasWarned) {
        hasWarned = true;
        return say('这份评分还没有保存：Ctrl + S 保存草稿；再按一次就离开，不保存');
      }
      if (!press(name) && (name === 'previous' || name === 'next')) {
        say(name === 'next' ? '已是最后一份' : '已是第一份');
      }
    };
    const onInput = (event: Event) => {
      const target = event.target as HTMLInputElement;
      // Only what is sent can be lost.
      if (!target.form || !target.name) return;
      isDirty.current = true;
      hasWarned = false;
      if (!target.matches(NUMBERS) || !(event instanceof InputEvent) || event.inputType !== 'insertText') return;
      if (event.isComposing || !isMarkComplete(target.value, maximumOf(target.dataset.max))) return;
      const to = neighbour(target, 1);
      movedFrom = to ? target : null;
      // The last one keeps the focus: typing again replaces it.
      go(to ?? target);
    };
    const onFocus = (event: Event) => {
      const target = event.target as HTMLElement;
      if (target.matches(NUMBERS)) field = target as HTMLInputElement;
    };
    const onPlay = (event: Event) => {
      const audio = event.target as HTMLAudioElement;
      player = audio.closest('[data-player]');
      // One voice at a time.
      page.querySelectorAll('audio').forEach((other) => other !== audio && other.pause());
    };
    document.addEventListener('keydown', onKeyDown);
    page.addEventListener('input', onInput);
    page.addEventListener('focusin', onFocus);
    page.addEventListener('play', onPlay, true);
    if (document.activeElement?.matches(NUMBERS)) field = document.activeElement as HTMLInputElement;
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      page.removeEventListener('input', onInput);
      page.removeEventListener('focusin', onFocus);
      page.removeEventListener('play', onPlay, true);
    };
  }, [root, paperKey]);
  return { said, isReady };
}

function numbersOf(page: HTMLElement): HTMLInputElement[] {
  return [...page.querySelectorAll<HTMLInputElement>(NUMBERS)].filter((field) => field.form !== null);
}

/** As if typed: the totals listen. */
function setValue(field: HTMLInputElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
