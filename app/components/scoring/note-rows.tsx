import { forwardRef, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFieldState, useFormState } from '~/components/form/form-context';
import { useMissingRows } from '~/components/form/missing-rows';
import {
  BLANK_NOTE_ROWS,
  formatMoment,
  noteFields,
  readNoteFields,
  type ScoreNote,
} from '~/domain/scoring/marking/notes.rules';
import { FieldError } from '~/components/form/field-error';

/** Starts a note at a moment: for the player's button. */
export type NoteRowsHandle = { add: (atMs: number) => void };

/** The notes at seconds of one recording, with rows for new ones; they are sent with the score. */
export const NoteRows = forwardRef<
  NoteRowsHandle,
  { takeId: number; label: string; notes: ScoreNote[]; isLocked: boolean }
>(function NoteRows({ takeId, label, notes, isLocked }, handle) {
  const { kept, errors } = useFormState();
  const box = useRef<HTMLDetailsElement>(null);
  const [added, setAdded] = useState(0);
  const own = notes.filter((note) => note.takeId === takeId);
  const sent = kept && readNoteFields(kept).filter((note) => note.takeId === takeId);
  const used = sent ? Math.max(0, ...sent.map((note) => note.row + 1)) : own.length;
  const blank = isLocked ? 0 : BLANK_NOTE_ROWS;
  const missing = useMissingRows(box, (name) => name.startsWith(`n.${takeId}.`));
  const rows = Array.from({ length: used + blank + added + missing }, (_, row) => row);

  useImperativeHandle(handle, () => ({
    add(atMs) {
      const details = box.current;
      if (!details) return;
      details.open = true;
      let row = rows.find((one) => !timeOf(details, one)?.value && !textOf(details, one)?.value);
      if (row === undefined) {
        row = rows.length;
        flushSync(() => setAdded((count) => count + 1));
      }
      const time = timeOf(details, row);
      if (time) time.value = formatMoment(atMs);
      textOf(details, row)?.focus();
    },
  }));
  const timeOf = (details: HTMLElement, row: number) =>
    details.querySelector<HTMLInputElement>(`[name="${noteFields.time(takeId, row)}"]`);
  const textOf = (details: HTMLElement, row: number) =>
    details.querySelector<HTMLInputElement>(`[name="${noteFields.text(takeId, row)}"]`);

  const isWrong = Object.keys(errors).some((name) => name.startsWith(`n.${takeId}.`));
  if (rows.length === 0) return null;
  return (
    <details className="noterows" ref={box} open={used > 0 || isWrong}>
      <summary>
        批注录音中的某一秒{used > 0 ? `（${used} 条）` : ''}
        <span className="vh">，{label}</span>
      </summary>
      <p className="small quiet">时间写成 分:秒，如 0:33。公布成绩后学生会看到；清空一行就是删除。</p>
      <fieldset disabled={isLocked}>
        <ol>
          {rows.map((row) => (
            <NoteRow key={row} takeId={takeId} row={row} start={own[row]} label={label} />
          ))}
        </ol>
      </fieldset>
    </details>
  );
});

function NoteRow({
  takeId,
  row,
  start,
  label,
}: {
  takeId: number;
  row: number;
  start: ScoreNote | undefined;
  label: string;
}) {
  const time = useFieldState(noteFields.time(takeId, row));
  const text = useFieldState(noteFields.text(takeId, row));
  return (
    <li>
      <div className="noterows__row">
        <input
          className="input noterows__time"
          id={time.id}
          name={noteFields.time(takeId, row)}
          aria-label={`${label}，批注 ${row + 1} 的时间`}
          placeholder="分:秒"
          autoComplete="off"
          maxLength={10}
          data-note
          defaultValue={time.value(start && formatMoment(start.atMs)) ?? ''}
          aria-invalid={time.error ? true : undefined}
          aria-describedby={time.error ? time.errorId : undefined}
        />
        <input
          className="input"
          id={text.id}
          name={noteFields.text(takeId, row)}
          aria-label={`${label}，批注 ${row + 1} 的内容`}
          placeholder="内容"
          autoComplete="off"
          maxLength={200}
          data-note
          defaultValue={text.value(start?.text) ?? ''}
          aria-invalid={text.error ? true : undefined}
          aria-describedby={text.error ? text.errorId : undefined}
        />
      </div>
      <FieldError id={time.errorId} text={time.error} />
      <FieldError id={text.errorId} text={text.error} />
    </li>
  );
}
