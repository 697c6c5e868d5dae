import type { ReactNode } from 'react';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { BulkBar } from '~/components/list/bulk-bar';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Card } from '~/components/ui/card';
import type { Board } from '~/domain/room/board.queries.server';
import type { BoardFilter } from '~/domain/room/board.rules';
import { BOARD_FORM, BoardTable } from './board-table';

/** The board as a list: a search, ticks for several at once, and everything known about each. */
export function BoardList({
  board,
  filter,
  mayAct,
  timeZone,
  children,
}: {
  board: Board;
  filter: { state: BoardFilter | ''; classId: number; keyword: string };
  mayAct: boolean;
  timeZone: string;
  /** What is being asked. */
  children: ReactNode;
}) {
  return (
    <Card padded={false}>
      <FilterBar keep={['examId', 'part', 'view', 'refresh', 'look']} label="查找学生">
        <TextField name="keyword" label="姓名或学号" defaultValue={filter.keyword} maxLength={100} />
        {board.classes.length > 1 ? (
          <SelectField
            name="classId"
            label="班级"
            placeholder="全部"
            defaultValue={filter.classId === 0 ? '' : filter.classId}
            options={board.classes.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : null}
      </FilterBar>
      {children}
      {mayAct && board.rows.length > 0 ? (
        <BulkBar
          formId={BOARD_FORM}
          unit="人"
          actions={[
            { confirm: 'extend', label: '补时' },
            { confirm: 'handin', label: '代交', variant: 'warn' },
          ]}
        />
      ) : null}
      <BoardTable
        rows={board.rows}
        place={{ examId: board.exam.id, part: board.part }}
        mayAct={mayAct}
        isFiltered={filter.state !== '' || filter.classId !== 0 || filter.keyword !== ''}
        timeZone={timeZone}
      />
      <Pagination page={board} unit="人" />
    </Card>
  );
}
