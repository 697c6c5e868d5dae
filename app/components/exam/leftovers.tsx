import { useEffect, useState, type ComponentType } from 'react';
import type { LeftoversProps } from './sitting-leftovers';

/** What a closed paper's student left on this computer, sent now; its script is loaded only where a paper is closed. */
export function Leftovers(props: LeftoversProps) {
  const [Sender, setSender] = useState<ComponentType<LeftoversProps> | null>(null);
  useEffect(() => {
    import('./sitting-leftovers').then(
      (module) => setSender(() => module.SittingLeftovers),
      () => undefined, // Off line: the next visit sends them.
    );
  }, []);
  return Sender ? <Sender {...props} /> : null;
}
