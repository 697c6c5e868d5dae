import type { ReactNode } from 'react';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';

export type ImportPreviewProps = {
  count: number;
  problems: { row: number; column: string; label: string; message: string }[];
  rows: {
    row: number;
    account: string;
    name: string;
    className: string;
    gender: string;
    phone: string;
    email: string;
    consent: boolean;
    hasPassword: boolean;
    problems: string[];
  }[];
  /** The form that confirms. */
  children: ReactNode;
};

/** More would only be scrolled past; the numbers above say how many there are. */
const SHOWN_PROBLEMS = 100;
const SHOWN_ROWS = 100;

/** What an uploaded spreadsheet would bring: its problems first, each with row and column, then its rows. */
export function ImportPreview({ count, problems, rows, children }: ImportPreviewProps) {
  // Rows with a problem first: they are what has to be looked at.
  const ordered = [...rows].sort((a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0));
  return (
    <>
      {problems.length > 0 ? (
        <Card title="需要改正" hint={`${problems.length} 处`} padded={false}>
          <div className="card__body">
            <Note tone="bad">没有导入任何学生。请在表格里改正下面的问题，保存后重新上传。</Note>
          </div>
          <table className="table table--tight">
            <caption className="vh">表格里的问题</caption>
            <thead>
              <tr>
                <th scope="col">行</th>
                <th scope="col">列</th>
                <th scope="col">问题</th>
              </tr>
            </thead>
            <tbody>
              {problems.slice(0, SHOWN_PROBLEMS).map((problem, index) => (
                <tr key={index}>
                  <td className="nowrap">{problem.row === 0 ? '整个表格' : `第 ${problem.row} 行`}</td>
                  <td className="nowrap">
                    {problem.column === '' ? '' : `${problem.column} 列`}
                    {problem.label === '' ? '' : `（${problem.label}）`}
                  </td>
                  <td className="member__text">{problem.message}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {problems.length > SHOWN_PROBLEMS ? <More text={`另有 ${problems.length - SHOWN_PROBLEMS} 处问题`} /> : null}
        </Card>
      ) : null}
      {count > 0 ? (
        <Card title="名单" hint={`${count} 名学生`} padded={false}>
          <table className="table table--tight">
            <caption className="vh">表格里的学生</caption>
            <thead>
              <tr>
                <th scope="col">行</th>
                <th scope="col">学号</th>
                <th scope="col">姓名</th>
                <th scope="col">班级</th>
                <th scope="col">性别</th>
                <th scope="col">手机号</th>
                <th scope="col" className="col-wide">
                  邮箱
                </th>
                <th scope="col">监护人同意</th>
                <th scope="col">初始密码</th>
              </tr>
            </thead>
            <tbody>
              {ordered.slice(0, SHOWN_ROWS).map((row) => (
                <tr key={row.row} className={row.problems.length > 0 ? 'is-bad' : undefined}>
                  <td className="nowrap quiet">{row.row}</td>
                  <td className="nowrap num">{row.account}</td>
                  <th scope="row" className="clip" title={row.name}>
                    {row.name}
                  </th>
                  <td>
                    <span className="member__class" title={row.className}>
                      {row.className}
                    </span>
                  </td>
                  <td>{row.gender}</td>
                  <td className="nowrap num">{row.phone}</td>
                  <td className="col-wide">{row.email}</td>
                  <td>{row.consent ? '是' : '否'}</td>
                  <td className="nowrap quiet">{row.hasPassword ? '表格中填写' : '系统生成'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {count > SHOWN_ROWS ? <More text={`另有 ${count - SHOWN_ROWS} 名学生`} /> : null}
        </Card>
      ) : null}
      {children}
    </>
  );
}

function More({ text }: { text: string }) {
  return <p className="card__body quiet small">{text}，这里只显示前 100 行。</p>;
}
