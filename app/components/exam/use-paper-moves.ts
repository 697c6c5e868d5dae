import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Moving by dragging and by Alt and the arrows: the same moves as the buttons', sent without leaving the page. What is
 * refused goes by the form itself, which then says why.
 */
export function usePaperMoves(area: RefObject<HTMLElement>): { moved: string } {
  const fetcher = useFetcher<{ isKept?: true }>();
  const send = useRef<(move: string, grip: string) => void>(() => undefined);
  const focus = useRef('');
  const sent = useRef('');
  /** Pressed while the one before was on its way. */
  const waiting = useRef<[move: string, grip: string] | null>(null);
  const [moved, setMoved] = useState('');
  const isBusy = fetcher.state !== 'idle';

  send.current = (move, grip) => {
    const form = area.current?.closest('form');
    if (!form) return;
    if (isBusy || sent.current !== '') {
      waiting.current = [move, grip];
      return;
    }
    const body = new FormData(form);
    body.set('move', move);
    body.set('quiet', '1');
    focus.current = grip;
    sent.current = move;
    fetcher.submit(body, { method: 'post', action: window.location.pathname + window.location.search });
  };

  useEffect(() => {
    if (isBusy || sent.current === '') return;
    const move = sent.current;
    sent.current = '';
    if (!fetcher.data?.isKept) {
      submitPlainly(area.current?.closest('form'), move);
      return;
    }
    const grip = document.getElementById(focus.current);
    grip?.focus();
    setMoved(grip?.closest('tr, [data-section-head]')?.querySelector('input')?.getAttribute('aria-label') ?? '');
    const next = waiting.current;
    waiting.current = null;
    if (next) send.current(...next);
  }, [isBusy, fetcher.data, area]);

  useEffect(() => {
    const root = area.current;
    if (!root) return undefined;
    return listen(root, (move, grip) => send.current(move, grip));
  }, [area]);

  return { moved };
}

function submitPlainly(form: HTMLFormElement | null | undefined, move: string): void {
  if (!form) return;
  const field = document.createElement('input');
  Object.assign(field, { type: 'hidden', name: 'move', value: move });
  form.append(field);
  HTMLFormElement.prototype.submit.call(form);
}

const GRIPS = '[data-item], [data-section-grip]';

function listen(root: HTMLElement, send: (move: string, grip: string) => void): () => void {
  let dragged: HTMLElement | null = null;
  let mark: { element: HTMLElement; isAfter: boolean } | null = null;
  const unmark = () => {
    if (mark) mark.element.style.boxShadow = '';
    mark = null;
  };
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const step = event.key === 'ArrowUp' ? 'up' : event.key === 'ArrowDown' ? 'down' : null;
    if (!event.altKey || !step || target.tagName === 'SELECT') return;
    const grip = target.closest('tr, [data-section-head]')?.querySelector<HTMLElement>(GRIPS);
    if (!grip) return;
    event.preventDefault();
    const { item, sectionGrip } = grip.dataset;
    send(item ? `${step}:${item}` : `section-${step}:${sectionGrip ?? ''}`, grip.id);
  };
  const onStart = (event: DragEvent) => {
    dragged = (event.target as HTMLElement).closest<HTMLElement>(GRIPS);
    if (!dragged || !event.dataTransfer) return;
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', '');
    const whole = dragged.closest('tr, [data-section]');
    if (whole) event.dataTransfer.setDragImage(whole, 0, 0);
  };
  const onOver = (event: DragEvent) => {
    const over = dragged && targetOf(dragged, event.target as HTMLElement);
    if (!over) return;
    event.preventDefault();
    const { top, height } = over.getBoundingClientRect();
    const isAfter = event.clientY > top + height / 2;
    unmark();
    mark = { element: over, isAfter };
    over.style.boxShadow = `inset 0 ${isAfter ? '-3px' : '3px'} var(--theme-600)`;
  };
  const onDrop = (event: DragEvent) => {
    if (!dragged || !mark) return;
    event.preventDefault();
    const move = dropMove(dragged, mark.element, mark.isAfter);
    if (move) send(move, dragged.id);
  };
  const onEnd = () => {
    unmark();
    dragged = null;
  };
  const all = [
    ['keydown', onKey],
    ['dragstart', onStart],
    ['dragover', onOver],
    ['drop', onDrop],
    ['dragend', onEnd],
  ] as [string, (event: Event) => void][];
  for (const [name, handler] of all) root.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of all) root.removeEventListener(name, handler);
  };
}

/** The row, or the whole section, that something is dragged over; an empty section for a question. */
function targetOf(dragged: HTMLElement, over: HTMLElement): HTMLElement | null {
  const section = over.closest<HTMLElement>('[data-section]');
  if (dragged.dataset.sectionGrip) return section;
  const row = over.closest('tr');
  return row?.querySelector('[data-item]') ? row : section;
}

function dropMove(dragged: HTMLElement, target: HTMLElement, isAfter: boolean): string | null {
  if (dragged.dataset.sectionGrip) {
    const all = Array.from(document.querySelectorAll<HTMLElement>('[data-section]'));
    const from = all.findIndex((one) => one.contains(dragged));
    const over = all.indexOf(target);
    const before = over + (isAfter ? 1 : 0);
    const to = before > from ? before - 1 : before;
    return to === from ? null : `section-put:${dragged.dataset.sectionGrip}:${to}`;
  }
  const home = target.closest<HTMLElement>('[data-section]');
  const key = home?.dataset.section ?? '0';
  const scope: ParentNode = home ?? document;
  const others = Array.from(scope.querySelectorAll<HTMLElement>('[data-item]')).filter((one) => one !== dragged);
  const own = target.querySelector<HTMLElement>('[data-item]');
  if (own === dragged) return null;
  const isRow = target.tagName === 'TR' && own;
  const index = isRow ? others.indexOf(own) + (isAfter ? 1 : 0) : others.length;
  return `put:${dragged.dataset.item ?? ''}:${key}:${index}`;
}
