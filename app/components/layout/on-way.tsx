import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Chip } from '~/components/ui/chip';

/** Quicker than this nobody waits. */
const PATIENCE_MS = 500;

/** Over everything; drawn by script alone, so that no page carries a rule for it. */
const PLACE = { position: 'fixed', zIndex: 30, top: 0, left: '50%', transform: 'translateX(-50%)' } as const;

/** Says that the next page is on its way: a press of a link is a request of the script, at which the browser shows nothing. */
export function OnWay() {
  const isOnWay = useNavigation().state !== 'idle';
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isOnWay) return undefined;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isOnWay]);
  return (
    <p role="status">
      {isLong ? (
        <span style={PLACE}>
          <Chip tone="theme">正在打开，请稍等…</Chip>
        </span>
      ) : null}
    </p>
  );
}
