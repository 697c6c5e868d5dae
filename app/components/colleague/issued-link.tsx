import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { CopyLine } from '~/components/ui/copy-line';
import { LoopbackNote } from '~/components/ui/loopback-note';
import { Note } from '~/components/ui/feedback';

/** A one-time link, shown on the answer to the form that made it and nowhere else. */
export function IssuedLink({
  kind,
  of,
  url,
  from = '',
  until,
  doneHref,
}: {
  kind: 'invite' | 'reset';
  /** Whom it is for. */
  of: string;
  url: string;
  /** From when it can be used; '' for at once. */
  from?: string;
  /** Until when it can be used. */
  until: string;
  doneHref: string;
}) {
  const title = kind === 'invite' ? `邀请链接${of === '' ? '' : `：${of}`}` : `${of}的重置链接`;
  return (
    <Card
      title={title}
      className="issued"
      actions={
        <ButtonLink size="s" variant="primary" to={doneHref}>
          完成
        </ButtonLink>
      }
    >
      <CopyLine label={title} value={url} />
      <LoopbackNote url={url} what="链接" again="生成" />
      <Note tone="warn">
        {kind === 'invite'
          ? `链接只在这里显示这一次，${until} 前可用一次。请只发给要邀请的人：谁先打开注册，账号就是谁的。没有用掉之前可以撤销。`
          : from !== ''
            ? `链接只在这里显示这一次，${from} 起、${until} 前可用一次。对方已收到消息，在那以前可以停止它；急用时请找管理员生成。`
            : `链接只在这里显示这一次，${until} 前可用一次。请当面或用可靠的方式交给本人；对方的登录都已退出，也收到了消息。`}
      </Note>
    </Card>
  );
}
