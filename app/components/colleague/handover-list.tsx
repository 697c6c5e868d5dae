import type { HandOverCounts } from '~/domain/handover/handover.queries.server';

const SHOWN_NAMES = 8;

/** What changes hands, each kind with how many and what becomes of it. */
export function HandOverList({
  counts,
  examNames,
  classNames,
}: {
  counts: HandOverCounts;
  examNames: string[];
  classNames: string[];
}) {
  const rows: { what: string; count: string; note: string }[] = [
    {
      what: '题目',
      count: `${counts.oral + counts.written + counts.theory} 题`,
      note: `口语 ${counts.oral}、笔试 ${counts.written}、理论 ${counts.theory}；共享照旧，已做成试卷的不变`,
    },
    {
      what: '目录和考试类别',
      count: `${counts.directories} 个`,
      note: '原样放在接手教师的最上一级，重名的加上编号',
    },
    { what: '考试', count: `${counts.exams} 场`, note: namesOf(examNames, '草稿、进行中和已公布的都在内') },
    {
      what: '阅卷',
      count: `${counts.examinerParts} 项`,
      note: `还没公布的考试里的阅卷资格${counts.openPapers > 0 ? `，分到还没评完的 ${counts.openPapers} 份` : ''}；已提交的评分照样计入，没提交的草稿不计`,
    },
    { what: '班级', count: `${counts.classes} 个`, note: namesOf(classNames, '创建的和任教的') },
    { what: '资源', count: `${counts.resources} 个`, note: '开放和班级范围不变' },
  ];
  return (
    <table className="table moves">
      <caption className="vh">会移交的内容</caption>
      <thead>
        <tr>
          <th scope="col">内容</th>
          <th scope="col" className="end">
            数量
          </th>
          <th scope="col">说明</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.what}>
            <th scope="row" className="nowrap">
              {row.what}
            </th>
            <td className="end nowrap">{row.count}</td>
            <td className="member__text">{row.note}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="nowrap">
            留下的
          </th>
          <td className="end nowrap quiet">不移交</td>
          <td className="member__text">评语库、消息、试题篮和已给出的评分仍属于本人</td>
        </tr>
      </tbody>
    </table>
  );
}

function namesOf(names: string[], otherwise: string): string {
  if (names.length === 0) return otherwise;
  const shown = names.slice(0, SHOWN_NAMES).join('、');
  return names.length > SHOWN_NAMES ? `${shown} 等` : shown;
}
