import { useFieldState } from '~/components/form/form-context';
import { TextField } from '~/components/form/text-fields';
import { Chip } from '~/components/ui/chip';
import type { Promotion } from '~/domain/classroom/promotion.rules';

export type PromoteRow = {
  id: number;
  name: string;
  grade: string;
  year: number;
  studentCount: number;
  next: Promotion;
};

/** The classes with what the next year makes of each, to be edited. */
export function PromoteTable({ rows }: { rows: PromoteRow[] }) {
  return (
    <table className="table promote">
      <caption className="vh">要升级的班级</caption>
      <thead>
        <tr>
          <th scope="col" className="table__sel">
            <span className="vh">升级</span>
          </th>
          <th scope="col">现在</th>
          <th scope="col">入学年份</th>
          <th scope="col">新的年级</th>
          <th scope="col">新的名称</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: PromoteRow }) {
  const { id, next } = row;
  const chosen = useFieldState('ids').values(rowIsChosen(next) ? [id] : []);
  return (
    <tr>
      <td className="table__sel">
        <input
          className="sel"
          type="checkbox"
          name="ids"
          value={id}
          defaultChecked={chosen.has(String(id))}
          aria-label={`升级 ${row.name}`}
        />
      </td>
      <th scope="row" className="member__text">
        {row.name}
        <span className="quiet small block">
          {row.grade === '' ? '没有填年级' : row.grade}，{row.studentCount} 名学生
        </span>
        {next.kind === 'leaves' ? <Chip tone="warn">最高年级</Chip> : null}
        {next.kind === 'same' ? <Chip tone="line">不随学年变化</Chip> : null}
      </th>
      <td className="nowrap">{row.year}</td>
      <td>
        <TextField
          name={`grade.${id}`}
          label={`${row.name} 新的年级`}
          hideLabel
          width="s"
          maxLength={40}
          autoComplete="off"
          defaultValue={next.kind === 'leaves' ? row.grade : next.grade}
        />
      </td>
      <td>
        <TextField
          name={`name.${id}`}
          label={`${row.name} 新的名称`}
          hideLabel
          width="m"
          maxLength={80}
          autoComplete="off"
          defaultValue={next.name}
        />
      </td>
    </tr>
  );
}

/** What does not change with the year needs no tick. */
function rowIsChosen(next: Promotion): boolean {
  return next.kind === 'up';
}
