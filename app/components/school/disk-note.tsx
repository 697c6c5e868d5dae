import { Note } from '~/components/ui/feedback';
import type { DiskState } from '~/domain/file/quota.rules';

/** What whoever watches an exam or looks after the server has to know of its disk; nothing while there is room. */
export function DiskNote({ disk }: { disk: DiskState }) {
  if (disk === 'fine') return null;
  return (
    <Note tone={disk === 'tight' ? 'bad' : 'warn'}>
      {disk === 'tight'
        ? '服务器的磁盘已用 90% 以上：现在只接收正在进行的考试的答案，其他上传都被拒绝。请管理员尽快清理或加大磁盘。'
        : '服务器的磁盘已用 80% 以上。到 90% 时只接收正在进行的考试的答案，请管理员在那以前清理或加大磁盘。'}
    </Note>
  );
}
