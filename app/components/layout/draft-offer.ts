import { formatMinute } from '~/lib/time';

/** Bars about what was typed and not saved. Without React: they stand on whatever page it is, until it is left. */

const PLACE = {
  position: 'fixed',
  zIndex: '39',
  bottom: '16px',
  left: '50%',
  transform: 'translateX(-50%)',
  maxWidth: 'calc(100vw - 24px)',
  margin: '0',
};

let bar: HTMLElement | null = null;

type Choice = [label: string, action: () => void];

function show(text: string, choices: Choice[]): void {
  close();
  const made = document.createElement('div');
  bar = made;
  made.className = 'flash flash--warn';
  made.setAttribute('aria-live', 'polite');
  Object.assign(made.style, PLACE);
  document.body.append(made);
  const words = document.createElement('span');
  made.append(words);
  // Put in afterwards, so that it is read out.
  words.textContent = text;
  for (const [label, action] of choices) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'btn btn--s' });
    button.style.marginLeft = '8px';
    button.textContent = label;
    button.addEventListener('click', () => {
      close();
      action();
    });
    made.append(button);
  }
  makeRoom(made.offsetHeight);
}

function close(): void {
  bar?.remove();
  bar = null;
  makeRoom(0);
}

/** What stands at the end of a page can be scrolled out from under the bar, and what the keyboard reaches is not under it. */
function makeRoom(height: number): void {
  const room = height === 0 ? '' : `${height + 32}px`;
  document.body.style.paddingBottom = room;
  document.documentElement.style.scrollPaddingBottom = room;
}

/** Closes when the page is another one. */
function whileAt(place: string): void {
  const own = bar;
  const timer = setInterval(() => {
    if (window.location.pathname + window.location.search === place && bar === own) return;
    clearInterval(timer);
    if (bar === own) close();
  }, 500);
}

/** What was typed into this page and not saved, to be put back. */
export function offerDraft(
  place: string,
  at: number | undefined,
  { restore, forget }: { restore: () => void; forget: () => void },
): void {
  show(`这一页有${at === undefined ? '' : ` ${formatMinute(at)} `}填写、还没有保存的内容。`, [
    ['恢复', restore],
    ['不要了', forget],
  ]);
  whileAt(place);
}

/** What was left behind on the page before, with the way back. */
export function tellLeft(title: string, goBack: () => void, forget: () => void): void {
  show(`“${title}”里填写的内容还没有保存，已经留着。`, [
    ['回去继续', goBack],
    ['不要了', forget],
  ]);
  whileAt(window.location.pathname + window.location.search);
}
