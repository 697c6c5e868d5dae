import { useEffect, useRef, useState } from 'react';

const BARS = 48;

/** How loud it is, as bars that wander in from the right; said in words too. `at`: when it was read, in any unit. */
export function LevelMeter({ level, at }: { level: number; at: number }) {
  const [bars, setBars] = useState<number[]>([]);
  const quietSince = useRef(0);
  const wasHeard = useRef(false);
  // A new bar for every reading, also for one that equals the last: a microphone that is switched off says 0 each time.
  useEffect(() => {
    quietSince.current = level < 0.03 ? quietSince.current + 1 : 0;
    if (quietSince.current === 0) wasHeard.current = true;
    setBars((earlier) => [...earlier.slice(1 - BARS), level]);
  }, [level, at]);
  const words =
    quietSince.current > 20
      ? '声音太小，请靠近麦克风'
      : level > 0.95
        ? '声音太大'
        : wasHeard.current
          ? '音量正常'
          : '请对着麦克风说话';
  return (
    <div>
      <svg className="level" viewBox={`0 0 ${BARS * 6} 32`} preserveAspectRatio="none" aria-hidden="true">
        {Array.from({ length: BARS }, (_, index) => {
          const height = Math.max(2, Math.round((bars[index + bars.length - BARS] ?? 0) * 28));
          return <rect key={index} x={index * 6} y={16 - height / 2} width="3" height={height} rx="1.5" />;
        })}
      </svg>
      <span className="small quiet">{words}</span>
    </div>
  );
}
