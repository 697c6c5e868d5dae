import { Note } from '~/components/ui/feedback';
import type { DiskState } from '~/domain/file/quota.rules';

const SENTENCES: Record<Exclude<DiskState, 'fine'>, string> = {
  full: '服务器的磁盘满了，答案现在存不上。请让学生留在页面上（写的都还在页面里），马上请管理员腾出空间；有了空间，开着脚本的页面会自己补存，没有脚本的请学生再按一次“保存”。',
  tight:
    '服务器的磁盘已用 90% 以上：现在只接收正在进行的考试的答案和补传的照片，其他上传都被拒绝。请管理员尽快清理或加大磁盘。',
  warn: '服务器的磁盘已用 80% 以上。到 90% 时只接收正在进行的考试的答案和补传的照片，请管理员在那以前清理或加大磁盘。',
};

/** What whoever watches an exam or looks after the server has to know of its disk; nothing while there is room. */
export function DiskNote({ disk }: { disk: DiskState }) {
  if (disk === 'fine') return null;
  return <Note tone={disk === 'warn' ? 'warn' : 'bad'}>{SENTENCES[disk]}</Note>;
}
