import type { KeyPlace, MarkingDesk } from './key-marker';
import { getMarkingChoice } from './marking-choices';
import { maximumOf } from './typed-mark';

/** The marking page as a desk for the keys. */

const NUMBERS = 'input[inputmode=numeric]:not(:disabled), input[inputmode=decimal]:not(:disabled)';
const PLACES: [KeyPlace, string][] = [
  ['number', NUMBERS],
  ['note', '[data-note]'],
  ['text', 'textarea, select, input:not([type]), input[type=text], input[type=search], input[type=email]'],
  ['slider', 'input[type=range]:not([data-seek])'],
  ['player', 'audio'],
  ['choice', 'input[type=radio]'],
  ['control', 'button, a, summary, input[type=checkbox], input[type=file]'],
];
const SPOKEN_COMMENTS = 9;

export const isNumberField = (element: Element): element is HTMLInputElement => element.matches(NUMBERS);

export function placeOf(target: Element): KeyPlace {
  return PLACES.find(([, selector]) => target.matches(selector))?.[0] ?? 'elsewhere';
}

export function numbersOf(page: HTMLElement): HTMLInputElement[] {
  return [...page.querySelectorAll<HTMLInputElement>(NUMBERS)].filter((field) => field.form !== null);
}

/** `player` is the one that was used last: the one that keys speak to. */
export function makeDesk(
  page: HTMLElement,
  player: () => Element | null,
  say: (text: string) => void,
): MarkingDesk<HTMLInputElement> {
  const focused = () => document.activeElement as HTMLElement | null;
  const current = () => (focused()?.matches(NUMBERS) ? (focused() as HTMLInputElement) : null);
  let last: HTMLInputElement | null = null;
  const scope = () => {
    last = current() ?? last;
    return (focused() ?? page).closest('[data-paper]') ?? last?.closest('[data-paper]');
  };
  const comments = () => [...page.querySelectorAll<HTMLElement>('.quick button')].slice(0, SPOKEN_COMMENTS);
  return {
    numbers: () => numbersOf(page),
    current,
    read: ({ value, dataset, selectionStart, selectionEnd }) => ({
      text: value,
      maximum: maximumOf(dataset.max),
      isWholeSelected: selectionStart === 0 && selectionEnd === value.length,
      isAtEnd: selectionStart === value.length,
    }),
    write(field, text) {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    },
    go(field, how) {
      field.focus({ preventScroll: true });
      if (how === 'at end') return;
      field.select();
      field.scrollIntoView({ block: 'nearest' });
    },
    besideSlider: () => focused()?.closest('.slider')?.querySelector<HTMLInputElement>(NUMBERS) ?? null,
    press(name) {
      const own = player();
      const places = [own && (scope()?.contains(own) ?? true) ? own : null, scope(), page];
      const button = places.reduce<HTMLElement | null>(
        (found, place) => found ?? place?.querySelector<HTMLElement>(`[data-key="${name}"]`) ?? null,
        null,
      );
      button?.click();
      return button !== null;
    },
    submit: (value) => page.querySelector<HTMLButtonElement>(`button[value="${value}"]`)?.click(),
    comments: () => comments().map((button) => button.textContent ?? ''),
    addComment(index) {
      const back = focused();
      comments()[index]?.click();
      back?.focus({ preventScroll: true });
    },
    writeComment: () =>
      (
        scope()?.querySelector<HTMLElement>('[name^="c."]') ?? page.querySelector<HTMLElement>('[name=comment]')
      )?.focus(),
    changeSpeed(step) {
      const place = player() ?? scope() ?? page;
      const speeds = [...place.querySelectorAll<HTMLElement>('[data-speed]')];
      const now = speeds.findIndex((button) => button.getAttribute('aria-pressed') === 'true');
      speeds[now + step]?.click();
    },
    isWithoutKeys: () => getMarkingChoice('isWithoutKeys') ?? false,
    say,
  };
}
