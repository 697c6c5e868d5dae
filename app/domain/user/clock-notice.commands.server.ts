import { hostname } from 'node:os';
import { listAdministratorIds } from '~/domain/actor/administrator.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { takeClockNews, type ClockNews } from '~/lib/clock.server';
import { formatDuration, formatMinute, formatSecond } from '~/lib/time';

/** Tells the administrators that the computer's clock has jumped or differs, and how the school went on; for the server's sweep. */
export async function tellOfClock(now: number): Promise<void> {
  for (const news of takeClockNews()) await tellOfClockNews(news, now);
}

/** The same of one thing. */
export async function tellOfClockNews(news: ClockNews, now: number): Promise<void> {
  await sendMessages(await listAdministratorIds(), { kind: 'system', ...sayNews(news) }, now);
}

function sayNews({ kind, by, at }: ClockNews): { title: string; body: string } {
  const direction = `${by > 0 ? '快' : '慢'}了 ${formatDuration(Math.abs(by))}`;
  if (kind === 'jumped') {
    return {
      title: `服务器这台电脑的时钟忽然${direction}`,
      body: `${formatMinute(at)} 时，这台电脑的时钟指到了 ${formatMinute(at + by)}。考评先按原来的时间走，考试不受影响；5 分钟以后时钟还是这样，就按它走。请看看这台电脑的日期、时间和自动对时。`,
    };
  }
  if (kind === 'differs') {
    const computer = `${hostname()} 的时钟比数据库所在的电脑${by > 0 ? '快' : '慢'}`;
    return {
      title: `${computer} ${formatDuration(Math.abs(by))}`,
      body: `考评在这台电脑上按数据库的时间走（现在是 ${formatSecond(at)}），几台电脑才会说同样的时间。请看看两台电脑的日期、时间和自动对时：不准的是数据库那一台时，全校的时间都不准。`,
    };
  }
  if (kind === 'undone') {
    return {
      title: '服务器这台电脑的时钟又对上了',
      body: `${formatSecond(at)} 起和原来的时间一致，考试没有受影响。`,
    };
  }
  return {
    title: `考评的时间${by > 0 ? '往后' : '往前'}改了 ${formatDuration(Math.abs(by))}`,
    body: `这台电脑的时钟改了 5 分钟没有改回去，考评从 ${formatMinute(at)} 起按它走。正在进行的考试请打开监考看看：有学生少了时间的，可以补时，已经自动交的也能接着答。`,
  };
}
