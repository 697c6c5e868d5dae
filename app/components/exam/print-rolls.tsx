import { RichText } from '~/components/question/rich-text';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';

export type RollProps = {
  schoolName: string;
  examName: string;
  instructions: string;
  rolls: {
    part: Part;
    time: string;
    classroom: { id: number; name: string };
    candidates: { id: number; name: string; account: string }[];
  }[];
};

/** A sheet for every part and class, on which who comes signs. */
export function AttendanceSheets({ schoolName, examName, rolls }: RollProps) {
  return rolls.map(({ part, time, classroom, candidates }) => {
    const title = `${examName} 考场签到表`;
    const id = `roll-${part}-${classroom.id}`;
    return (
      <article className="paper paper--page" key={id} aria-labelledby={id}>
        <header className="paper__head">
          <p>{schoolName}</p>
          <p className="paper__title" id={id}>
            {title}
            <span className="vh">
              ：{classroom.name}，{PART_LABELS[part]}
            </span>
          </p>
          <p className="paper__facts">
            <span>班级：{classroom.name}</span>
            <span>科目：{PART_LABELS[part]}</span>
            <span>时间：{time || '未定'}</span>
            <span>应到 {candidates.length} 人</span>
          </p>
        </header>
        <table className="roll">
          <caption className="vh">{classroom.name}的学生</caption>
          <thead>
            <tr>
              <th scope="col">序号</th>
              <th scope="col">学号</th>
              <th scope="col">姓名</th>
              <th scope="col" className="roll__sign">
                签到
              </th>
              <th scope="col" className="roll__note">
                备注
              </th>
            </tr>
          </thead>
          <tbody>
            {candidates.map(({ id: studentId, name, account }, index) => (
              <tr key={studentId}>
                <td className="num">{index + 1}</td>
                <td className="num">{account}</td>
                <th scope="row">{name}</th>
                <td />
                <td />
              </tr>
            ))}
          </tbody>
        </table>
        <p className="paper__facts roll__foot">
          <span>实到＿＿＿＿人</span>
          <span>缺考＿＿＿＿人</span>
          <span>监考教师签字：＿＿＿＿＿＿＿＿＿＿</span>
        </p>
      </article>
    );
  });
}

/** A sheet for every part and class that is hung at the door of its room. */
export function DoorSheets({ schoolName, examName, instructions, rolls }: RollProps) {
  return rolls.map(({ part, time, classroom, candidates }) => {
    const id = `door-${part}-${classroom.id}`;
    const [first, last] = [candidates[0], candidates[candidates.length - 1]];
    return (
      <article className="paper paper--page door" key={id} aria-labelledby={id}>
        <p>{schoolName}</p>
        <p className="door__exam" id={id}>
          {examName}
          <span className="vh">
            ：{classroom.name}，{PART_LABELS[part]}
          </span>
        </p>
        <p className="door__class">{classroom.name}</p>
        <dl className="door__facts">
          <dt>科目</dt>
          <dd>{PART_LABELS[part]}</dd>
          <dt>时间</dt>
          <dd>{time || '未定'}</dd>
          <dt>人数</dt>
          <dd>{candidates.length} 人</dd>
          {first && last ? (
            <>
              <dt>学号</dt>
              <dd className="num">{first === last ? first.account : `${first.account} 至 ${last.account}`}</dd>
            </>
          ) : null}
          <dt>考场</dt>
          <dd>＿＿＿＿＿＿＿＿</dd>
        </dl>
        {instructions === '' ? null : (
          <p className="door__rules">
            <RichText text={instructions} />
          </p>
        )}
      </article>
    );
  });
}
