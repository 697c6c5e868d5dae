import type { ReactNode } from 'react';

/** A row of controls above a table; what follows `end` stands at the right. */
export function Toolbar({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <div className="toolbar">
      <div className="row">{children}</div>
      {end ? <div className="row push">{end}</div> : null}
    </div>
  );
}
