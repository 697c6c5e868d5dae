import { useEffect, useState, type RefObject } from 'react';
import { KeyMarker } from './key-marker';
import { getMarkingChoice } from './marking-choices';
import { isNumberField, makeDesk, numbersOf, placeOf } from './marking-desk';

/**
 * Listens while the page is shown; `paperKey` is what is being marked, another one starts anew. Returns what is to be
 * said to the teacher, and whether the focus has been put where marks are typed.
 */
export function useMarkingKeys(root: RefObject<HTMLElement>, paperKey: string): { said: string; isReady: boolean } {
  const [said, say] = useState('');
  const [isReady, setReady] = useState(false);
  // The page is ready for keys at once: the focus stands in the first number that is missing.
  useEffect(() => {
    const page = root.current;
    if (!page || getMarkingChoice('isWithoutKeys')) return;
    if ((document.activeElement ?? document.body) !== document.body) return;
    const fields = numbersOf(page);
    const first = fields.find((field) => field.value === '') ?? fields[0];
    first?.focus({ preventScroll: true });
    first?.select();
    setReady(true);
    if (getMarkingChoice('playsNext'))
      page
        .querySelector('audio')
        ?.play()
        .catch(() => undefined);
  }, [root, paperKey]);
  useEffect(() => (root.current ? listen(root.current, say) : undefined), [root, paperKey]);
  return { said, isReady };
}

/** Keys work while the focus is in the page or nowhere. Answers what ends it. */
function listen(page: HTMLElement, say: (text: string) => void): () => void {
  let player: Element | null = null;
  const desk = makeDesk(page, () => player, say);
  const marker = new KeyMarker(desk, page.querySelector('[role=alert]') !== null);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const isInside = target === document.body || page.contains(target);
    // 229: an input method has the key, also where isComposing is not said yet.
    if (!isInside || event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
    const { key, shiftKey: isShift, altKey: isAlt, repeat: isRepeat } = event;
    const isControl = event.ctrlKey || event.metaKey;
    if (marker.press({ key, place: placeOf(target), isControl, isShift, isAlt, isRepeat })) event.preventDefault();
  };
  const onInput = (event: Event) => {
    const target = event.target as HTMLInputElement;
    // Only what is sent can be lost.
    if (!target.form || !target.name) return;
    const isTyped = event instanceof InputEvent && event.inputType === 'insertText' && !event.isComposing;
    marker.change(isNumberField(target) ? target : null, isTyped);
  };
  const onFocus = (event: Event) => {
    const target = event.target as HTMLElement;
    if (isNumberField(target)) marker.arrive(target);
  };
  const onPlay = (event: Event) => {
    player = (event.target as HTMLAudioElement).closest('[data-player]');
    // One voice at a time.
    page.querySelectorAll('audio').forEach((other) => other !== event.target && other.pause());
  };
  document.addEventListener('keydown', onKeyDown);
  page.addEventListener('input', onInput);
  page.addEventListener('focusin', onFocus);
  page.addEventListener('play', onPlay, true);
  return () => {
    document.removeEventListener('keydown', onKeyDown);
    page.removeEventListener('input', onInput);
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('play', onPlay, true);
  };
}
