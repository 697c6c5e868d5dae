import type { Page } from '@playwright/test';

/**
 * What a finger can hardly hit on this page, as `selector text width×height`: every control less than 44 pixels high or
 * wide, and every tick box that lies over another control. A box's or a file field's label counts with it; a link within
 * a sentence has the sentence's height, which a line of text cannot change.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Box = { left: number; right: number; top: number; bottom: number };
    const found = new Set<string>();
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]',
      ),
    ];
    /** The element's own box, with those of the labels that a finger may press instead. */
    const boxOf = (control: HTMLElement): Box => {
      const labels = control.matches('[type=checkbox], [type=radio], [type=file]')
        ? [...((control as HTMLInputElement).labels ?? [])]
        : [];
      const boxes = [control, ...labels].map((one) => one.getBoundingClientRect());
      return {
        left: Math.min(...boxes.map((box) => box.left)),
        right: Math.max(...boxes.map((box) => box.right)),
        top: Math.min(...boxes.map((box) => box.top)),
        bottom: Math.max(...boxes.map((box) => box.bottom)),
      };
    };
    const isInSentence = (control: HTMLElement) => {
      if (getComputedStyle(control).display !== 'inline') return false;
      let block = control.parentElement;
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
      const own = control.textContent?.trim() ?? '';
      // A paragraph beside the link is none of its sentence.
      const beside = [...(block?.children ?? [])].filter((one) => getComputedStyle(one).display !== 'inline');
      const apart = beside.map((one) => one.textContent ?? '').join('');
      const quiet = [...(block?.querySelectorAll('.vh') ?? [])].map((one) => one.textContent ?? '').join('');
      return (block?.textContent?.trim().length ?? 0) - apart.length > own.length + quiet.length;
    };
    const shown = controls.filter((control) => {
      const { visibility, pointerEvents } = getComputedStyle(control);
      if (control.getClientRects().length === 0 || visibility === 'hidden' || pointerEvents === 'none') return false;
      const box = boxOf(control);
      // The skip link waits outside the window; what is for readers and for the Enter key alone is a pixel.
      return box.right > 0 && box.bottom - box.top > 2;
    });
    const nameOf = (control: HTMLElement) =>
      `${control.tagName.toLowerCase()}.${control.className} ${(control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 20)}`;
    for (const control of shown) {
      if (isInSentence(control)) continue;
      const box = boxOf(control);
      const [width, height] = [box.right - box.left, box.bottom - box.top];
      if (width < 43.5 || height < 43.5) found.add(`${nameOf(control)} ${Math.round(width)}×${Math.round(height)}`);
    }
    for (const box of shown.filter((control) => control.matches('[type=checkbox], [type=radio]'))) {
      const at = boxOf(box);
      for (const other of shown) {
        // A bar that stays while the page moves lies over this or that, and so does a dialog.
        if (other === box || other.closest('label')?.contains(box) || other.closest('.exambar-b, .dialog')) continue;
        if (box.closest('.dialog')) continue;
        const there = other.getBoundingClientRect();
        const across = Math.min(at.right, there.right) - Math.max(at.left, there.left);
        const down = Math.min(at.bottom, there.bottom) - Math.max(at.top, there.top);
        if (across > 2 && down > 2) found.add(`${nameOf(box)} lies over ${nameOf(other)}`);
      }
    }
    return [...found];
  });
}
