import { Note } from './feedback';
import { isLoopback } from '~/lib/loopback.mjs';

/** Before an address is handed out on paper or in a message: that only this computer can open it. `again`: what to do anew. */
export function LoopbackNote({ url, what, again }: { url: string; what: string; again: string }) {
  const { hostname, origin } = new URL(url);
  if (!isLoopback(hostname)) return null;
  return (
    <Note tone="bad">
      {what}上的网址是 {origin}，别的电脑打不开。请管理员在“个人中心 →
      学校设置”填写师生用的网址；那里空着时，也可以用启动时列出的“同一网络的电脑”那个网址打开本页再
      {again}。
    </Note>
  );
}
