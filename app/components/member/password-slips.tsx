import { useRouteLoaderData } from '@remix-run/react';
import { Button, ButtonLink, buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { LoopbackNote } from '~/components/ui/loopback-note';
import { STANDING_WORDS, type PasswordStanding } from '~/domain/user/issued-password.rules';
import { DownloadIcon, PrintIcon } from '~/components/ui/teacher-icons';

export type PasswordSlip = {
  id: number;
  account: string;
  name: string;
  className: string;
  /** '' where none is shown: the student has an own one, or the one-time one was handed out before. */
  password: string;
  /** What became of the one that this page gave. */
  standing?: PasswordStanding;
  /** The one-time password that was handed out before still has to be changed. */
  isWaiting?: boolean;
};

function withoutPassword(slip: PasswordSlip): string {
  if (slip.standing !== undefined && slip.standing !== 'current') return STANDING_WORDS[slip.standing];
  return slip.isWaiting ? '之前发的一次性密码' : STANDING_WORDS.changed;
}

/**
 * Account slips: a table on the screen, on paper two slips a row to be cut apart. One-time passwords are shown on the
 * answer to the form that made them and nowhere else: to print, to save as a spreadsheet or to read out.
 */
export function PasswordSlips({
  title,
  slips,
  sheet,
  doneHref,
}: {
  title: string;
  slips: PasswordSlip[];
  /** The passwords as an .xlsx file, base64; '' when there are none. */
  sheet: string;
  doneHref: string;
}) {
  const app = useRouteLoaderData<{ siteUrl: string; schoolName: string }>('routes/_app');
  const overtaken = slips.filter(({ standing }) => standing === 'replaced' || standing === 'changed').length;
  const hasPasswords = slips.some((slip) => slip.password !== '');
  return (
    <Card
      title={title}
      hint={`${slips.length} 人`}
      padded={false}
      className="slips"
      actions={
        <>
          <Button type="button" size="s" className="with-script" onClick={() => window.print()}>
            <PrintIcon small />
            打印
          </Button>
          {sheet === '' ? null : (
            <a
              className={buttonClass({ size: 's' })}
              href={`data:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;base64,${sheet}`}
              download="初始密码.xlsx"
            >
              <DownloadIcon small />
              下载表格
            </a>
          )}
          <ButtonLink size="s" variant="primary" to={doneHref}>
            完成
          </ButtonLink>
        </>
      }
    >
      {app ? <LoopbackNote url={app.siteUrl} what="账号条" again="打印" /> : null}
      {overtaken > 0 ? (
        <div className="card__body">
          <Note tone="warn">这里给过的密码有 {overtaken} 个已经不能用（此后又重置过，或学生自己改过），不再显示。</Note>
        </div>
      ) : null}
      {hasPasswords ? (
        <div className="card__body">
          <Note tone="warn">
            密码只在这里显示这一次，离开后无法再查看。请现在打印、下载或告知学生；学生首次登录时须修改密码。
          </Note>
        </div>
      ) : null}
      <table className="table table--tight">
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            <th scope="col">姓名</th>
            <th scope="col">账号（学号）</th>
            <th scope="col">班级</th>
            <th scope="col">密码</th>
          </tr>
        </thead>
        <tbody>
          {slips.map((slip) => (
            <tr key={slip.id}>
              <th scope="row" className="member__text">
                {slip.name}
              </th>
              <td className="nowrap num">{slip.account}</td>
              <td className="member__text">{slip.className}</td>
              <td className="nowrap">
                {slip.password === '' ? (
                  <span className="quiet">{withoutPassword(slip)}</span>
                ) : (
                  <code className="slips__password">{slip.password}</code>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="slips__paper">
        {slips.map((slip) => (
          <li key={slip.id}>
            <p>
              <b>{slip.name}</b>（{slip.className}）
            </p>
            <p>
              账号：<b className="num">{slip.account}</b>
            </p>
            <p>
              密码：{slip.password === '' ? withoutPassword(slip) : <b className="slips__password">{slip.password}</b>}
            </p>
            <p className="small">
              {app?.schoolName} {app?.siteUrl}
              {slip.password === '' ? '' : ' 首次登录后请修改密码'}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
