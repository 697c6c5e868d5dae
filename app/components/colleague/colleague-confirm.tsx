import { ErrorSummary } from '~/components/form/error-summary';
import type { HiddenValue } from '~/components/form/submit';
import { ConfirmSection } from '~/components/list/confirm-section';
import type { FormProblem } from '~/http/form-problem';
import type { Colleague } from '~/domain/user/colleague.queries.server';
import type { ColleagueAsk } from './colleague-tables';

type Words = { text: string; confirmLabel?: string; danger?: boolean };

type Asked = Exclude<ColleagueAsk, 'invite'>;

function wordsFor(asked: Asked, name: string, isAdmin: boolean): Words {
  switch (asked) {
    case 'revoke':
      return { text: `将撤销这个邀请${name}，链接不能再用。`, danger: true };
    case 'reset':
      return {
        text: isAdmin
          ? `将为${name}生成一个重置密码的链接，24 小时内可用一次。请先确认是本人请您帮忙：对方的所有登录会立即退出，并收到消息；这件事会记入审计。`
          : `将为${name}生成一个重置密码的链接，24 小时以后才能用：对方会收到消息和邮件，可以停止它；这件事会记入审计。急用时请找管理员，管理员生成的马上能用。`,
        confirmLabel: '生成链接',
      };
    case 'disable':
      return {
        text: `将停用${name}的账号：不能再登录，所有登录立即退出，也不再是管理员。题目、考试和评分都留着；要交给别人，请先“移交”。`,
        danger: true,
      };
    case 'enable':
      return { text: `将启用${name}的账号，可以用原来的密码登录。` };
    case 'admin':
      return {
        text: `${name}将成为管理员：可以更改学校设置、停用教师账号、移交题库和考试、任免管理员。`,
      };
    case 'unadmin':
      return { text: `${name}将不再是管理员。`, danger: true };
  }
}

/** Asks before something is done about a colleague or an invitation. */
export function ColleagueConfirm({
  asked,
  isAdmin,
  colleague,
  invitation,
  requestId,
  cancelHref,
  problem,
}: {
  asked: Asked;
  /** Whether who asks is an administrator. */
  isAdmin: boolean;
  colleague: Colleague | null;
  invitation: { id: number; note: string } | null;
  requestId: string;
  cancelHref: string;
  problem: FormProblem | null;
}) {
  const name = colleague
    ? `${colleague.name}（${colleague.account}）`
    : invitation?.note
      ? `（${invitation.note}）`
      : '';
  const fields: Record<string, HiddenValue> =
    asked === 'revoke'
      ? { id: invitation?.id }
      : { userId: colleague?.id, requestId: asked === 'reset' ? requestId : undefined };
  const { text, ...rest } = wordsFor(asked, name, isAdmin);
  return (
    <ConfirmSection text={<p>{text}</p>} intent={asked} fields={fields} cancelHref={cancelHref} {...rest}>
      {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
    </ConfirmSection>
  );
}
