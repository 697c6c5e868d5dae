import { useEffect, useState, type ReactNode } from 'react';
import { MicCheck } from '~/components/media/mic-check';
import { Chip } from '~/components/ui/chip';
import { useHydrated } from '~/components/ui/use-hydrated';
import { formatDuration, formatSecond } from '~/lib/time';

/** One line of the device check. */
export function Check({ title, chip, children }: { title: string; chip: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] gap-4 border-0 border-t border-solid border-n-200 py-4">
      <div>
        <h3>{title}</h3>
        {chip}
      </div>
      <div>{children}</div>
    </li>
  );
}

/** Whether scripts run: the server says no, the script itself says yes. */
export function ScriptCheck({ isLite }: { isLite: boolean }) {
  const isHydrated = useHydrated();
  return (
    <Check
      title="脚本"
      chip={<Chip tone={isHydrated ? 'good' : 'plain'}>{isHydrated ? '已启用' : isLite ? '精简模式' : '未启用'}</Chip>}
    >
      {isHydrated
        ? '可以在页面里录音、自动保存和看倒计时。'
        : isLite
          ? '现在是精简模式，页面不加载脚本。所有功能都能用；要在页面里录音，请先关闭精简模式。'
          : '浏览器没有运行脚本。所有功能都能用：答题按“保存”按钮，口语用录音软件或手机录好后上传文件。'}
    </Check>
  );
}

/** How far this PC's clock is off; deadlines go by the server's. */
export function ClockCheck({ serverNow, timeZone }: { serverNow: number; timeZone: string }) {
  const [difference, setDifference] = useState<number | null>(null);
  // Once, right after loading: later the page's own age would count as a difference.
  useEffect(() => {
    const navigation = performance.timing;
    const loading = navigation.responseStart > 0 ? Date.now() - navigation.responseStart : 0;
    setDifference(Date.now() - loading - serverNow);
  }, [serverNow]);
  const isOff = difference !== null && Math.abs(difference) > 60_000;
  return (
    <Check
      title="时间"
      chip={
        <Chip tone={difference === null ? 'plain' : isOff ? 'warn' : 'good'}>
          {isOff ? '本机时间不准' : '以服务器为准'}
        </Chip>
      }
    >
      服务器时间 {formatSecond(serverNow, timeZone)}。
      {isOff && difference !== null
        ? `本机时间${difference > 0 ? '快' : '慢'}了 ${formatDuration(Math.abs(difference))}。考试时间以服务器时间为准，不受影响。`
        : '考试的开始和截止都以服务器时间为准。'}
    </Check>
  );
}

/** A short recording that must be listened to; without script or microphone it says what to do instead. */
export function MicrophoneCheck() {
  return (
    <Check title="麦克风和耳机" chip={null}>
      <MicCheck />
    </Check>
  );
}
