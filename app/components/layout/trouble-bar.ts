/** A bar above the page, whatever page it is: what is wrong with the line, and 重试. Without React: it stands by itself. */

const PLACE = {
  position: 'fixed',
  zIndex: '40',
  top: '12px',
  left: '50%',
  transform: 'translateX(-50%)',
  // Else it has only the half of the window that is right of its left edge.
  width: 'max-content',
  maxWidth: 'calc(100vw - 24px)',
  gap: '12px',
};

type Trouble = { text: string; retry?: () => void };
let troubles: Trouble[] = [];
let bar: HTMLElement | null = null;

/** Says what is wrong, with a button where something can be tried again; the answer takes it back. */
export function showTrouble(text: string, retry?: () => void): () => void {
  const trouble = { text, retry };
  troubles.push(trouble);
  draw();
  return () => {
    troubles = troubles.filter((one) => one !== trouble);
    draw();
  };
}

/** The last trouble, with one button for all of them. */
function draw(): void {
  bar?.remove();
  bar = null;
  const last = troubles[troubles.length - 1];
  if (!last) return;
  bar = document.createElement('div');
  bar.className = 'flash flash--warn';
  bar.setAttribute('role', 'alert');
  Object.assign(bar.style, PLACE);
  document.body.append(bar);
  const words = document.createElement('span');
  bar.append(words);
  // Put in afterwards, so that it is read out.
  words.textContent = last.text;
  if (!troubles.some((trouble) => trouble.retry)) return;
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'btn btn--s' });
  button.textContent = '重试';
  button.addEventListener('click', () => troubles.slice().forEach((trouble) => trouble.retry?.()));
  bar.append(button);
}
