import { useSearchParams } from '@remix-run/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';

export type Column<T> = {
  key: string;
  header: ReactNode;
  /** What a phone writes before the cell, where the head is more than words. */
  label?: string;
  cell: (row: T, index: number) => ReactNode;
  /** `end` for numbers. */
  align?: 'start' | 'end';
  /** A width utility for the head cell, such as `w-40`. */
  width?: string;
  /** Two lines, cut at the end; this column takes the room that is left. Best for titles. */
  clip?: boolean;
  /** Never broken into lines. */
  nowrap?: boolean;
  /** A name: a short one stands on one line, one of up to 40 characters breaks after ten. */
  isName?: boolean;
  /** Left out below 1440px. */
  wideOnly?: boolean;
  /** Left out between a phone and 1024px, where names would be cut to two characters. */
  deskOnly?: boolean;
  /** Names the row: a th with scope row. The first clipped column does so by itself. */
  rowHeader?: boolean;
  /** Row actions: links and one-button forms with even distances. */
  actions?: boolean;
  /** Quiet colour. */
  quiet?: boolean;
  /** How the rows are sorted by a column that can be sorted (its header is then a link). */
  sorted?: 'ascending' | 'descending' | 'none';
};

export type DataTableProps<T> = {
  /** What the table holds; seen by readers, and by everybody with `showCaption`. */
  caption: string;
  showCaption?: boolean;
  rows: T[];
  rowKey: (row: T) => string | number;
  columns: Column<T>[];
  /** Checkboxes in front, belonging to the form of a BulkBar. `label` names a row (选择 李明). */
  selectable?: {
    name?: string;
    formId: string;
    label?: (row: T) => string;
    /** Rows for which it is false have no checkbox. */
    when?: (row: T) => boolean;
    /** Ticked already. */
    ticked?: readonly (string | number)[];
  };
  /** Marks a row: selected ones are marked by themselves. */
  rowTone?: (row: T) => 'warned' | 'bad' | undefined;
  /** Shown instead of rows. */
  empty?: ReactNode;
  tight?: boolean;
  slim?: boolean;
};

/** A table of rows, each a card of its own on a phone unless `slim`. Put it in a Card with `padded={false}`. */
export function DataTable<T>({
  caption,
  showCaption = false,
  rows,
  rowKey,
  columns,
  selectable,
  rowTone,
  empty,
  tight = false,
  slim = false,
}: DataTableProps<T>) {
  const [search] = useSearchParams();
  const table = useRef<HTMLTableElement>(null);
  const name = selectable?.name ?? 'ids';
  // What the URL asks to confirm stays ticked, also without script.
  const asked = new Set(selectable?.ticked?.map(String) ?? search.getAll(name).flatMap((part) => part.split(',')));
  const [ticked, setTicked] = useState(asked);
  const rowHeader = (columns.find((column) => column.rowHeader) ?? columns.find((column) => column.clip))?.key;
  const boxes = () =>
    Array.from(table.current?.querySelectorAll<HTMLInputElement>('tbody input.sel:not(:disabled)') ?? []);
  const readTicks = () => setTicked(new Set(boxes().flatMap((box) => (box.checked ? [box.value] : []))));
  const keys = rows.map(rowKey).join(' ');
  // Other rows, or ticks the browser kept across a reload: the marks follow the boxes.
  useEffect(readTicks, [keys, search]);

  if (rows.length === 0 && empty) return <>{empty}</>;
  const tickedHere = rows.filter((row) => ticked.has(String(rowKey(row)))).length;
  return (
    <table className={`table${tight ? ' table--tight' : ''}${slim ? ' table--slim' : ' cards'}`} ref={table}>
      <caption className={showCaption ? undefined : 'vh'}>{caption}</caption>
      <thead>
        <tr>
          {selectable ? (
            <th scope="col" className="table__sel">
              <span className="vh">选择</span>
              <SelectAll
                total={rows.filter((row) => selectable.when?.(row) !== false).length}
                ticked={tickedHere}
                formId={selectable.formId}
                onToggle={(isOn) => {
                  for (const box of boxes()) box.checked = isOn;
                  readTicks();
                  boxes()[0]?.dispatchEvent(new Event('change', { bubbles: true }));
                }}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              aria-sort={column.sorted}
              className={classes([
                column.align === 'end' && 'end',
                column.wideOnly && 'col-wide',
                column.deskOnly && 'col-desk',
                column.width,
              ])}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const key = String(rowKey(row));
          const tone = rowTone?.(row);
          return (
            <tr
              key={key}
              className={classes([
                selectable && ticked.has(key) && 'is-selected',
                tone === 'warned' && 'is-warned',
                tone === 'bad' && 'is-bad',
              ])}
            >
              {selectable ? (
                <td className="table__sel">
                  {selectable.when?.(row) === false ? null : (
                    <label className="selbox">
                      <input
                        className="sel"
                        type="checkbox"
                        name={name}
                        value={key}
                        form={selectable.formId}
                        defaultChecked={asked.has(key)}
                        aria-label={selectable.label?.(row) ?? `选择第 ${index + 1} 行`}
                        onChange={readTicks}
                      />
                    </label>
                  )}
                </td>
              ) : null}
              {columns.map((column) => {
                const className = classes([
                  column.align === 'end' && 'end',
                  column.clip && 'clip',
                  column.nowrap && 'nowrap',
                  column.wideOnly && 'col-wide',
                  column.deskOnly && 'col-desk',
                  column.actions && 'actions',
                  column.quiet && 'quiet',
                ]);
                const cell = column.cell(row, index);
                const inside = column.clip ? 'lines2' : column.isName ? 'long-name' : undefined;
                const content = inside ? <span className={inside}>{cell}</span> : cell;
                return column.key === rowHeader ? (
                  <th key={column.key} scope="row" className={className}>
                    {content}
                  </th>
                ) : (
                  <td key={column.key} className={className} data-label={slim ? undefined : labelOf(column)}>
                    {content}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Actions need no word before them. */
function labelOf<T>({ label, header, actions }: Column<T>): string | undefined {
  return actions ? undefined : (label ?? (typeof header === 'string' && header !== '' ? header : undefined));
}

function classes(names: (string | false | null | undefined)[]): string | undefined {
  const text = names.filter(Boolean).join(' ');
  return text === '' ? undefined : text;
}

/** Ticks all rows of this page; only script can, so it appears with script. */
function SelectAll({
  total,
  ticked,
  formId,
  onToggle,
}: {
  total: number;
  ticked: number;
  formId: string;
  onToggle: (isOn: boolean) => void;
}) {
  const isHydrated = useHydrated();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && ticked < total;
  });
  if (!isHydrated || total === 0) return null;
  return (
    <input
      ref={box}
      className="sel"
      type="checkbox"
      aria-label={`选择本页 ${total} 项`}
      data-select-all={formId}
      checked={total > 0 && ticked === total}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  );
}
