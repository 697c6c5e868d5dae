import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** Quicker than this nobody waits. */
const PATIENCE_MS = 500;

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
    <p className="onway" role="status">
      {isLong ? '正在打开，请稍等…' : ''}
    </p>
  );
}
