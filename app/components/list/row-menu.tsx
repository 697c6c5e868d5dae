import { useEffect, useRef, type ReactNode } from 'react';

/** Less used actions of a row behind 更多; each child is a list item. Opens without script too. */
export function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  // Without script it closes by its own summary; with script any click closes it, as menus do.
  useEffect(() => {
    const close = (event: MouseEvent) => {
      const { current } = menu;
      if (current?.open && !current.querySelector('summary')?.contains(event.target as Node)) current.open = false;
    };
    const escape = (event: KeyboardEvent) => {
      const { current } = menu;
      if (event.key !== 'Escape' || !current?.open) return;
      current.open = false;
      current.querySelector('summary')?.focus();
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', escape);
    };
  }, []);
  return (
    <details className="rowmenu" ref={menu}>
      <summary>
        更多<span className="vh">：{label}</span>
      </summary>
      <ul>{children}</ul>
    </details>
  );
}
