import type { FieldErrors } from '~/lib/errors';

/** Notes at a second of a recording: the rows of the scoring form and how what is typed in them is read. Pure. */

/** Blank rows that a chosen recording offers without script. */
export const BLANK_NOTE_ROWS = 3;
const MAX_NOTES_PER_TAKE = 30;
const MAX_NOTE_LENGTH = 200;

export const noteFields = {
  time: (takeId: number, row: number) => `n.${takeId}.${row}.t`,
  text: (takeId: number, row: number) => `n.${takeId}.${row}.x`,
};

/** A note as it was sent: `at` is m:ss or seconds. */
export type RawNote = {
  takeId: number;
  row: number;
  at: string;
  text: string;
  /** Where a call says it, for what is wrong with it; a form names its rows by noteFields. */
  field?: string;
};

/** What an examiner says about one moment of a recording. */
export type ScoreNote = { itemId: number; takeId: number; atMs: number; text: string };

/** `0:33`, `12:05`: a moment of a recording. */
export function formatMoment(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Reads m:ss (also 1分05秒, or seconds alone; full-width too) as milliseconds; undefined when it is no moment. */
export function parseMoment(text: string): number | undefined {
  const normal = text.normalize('NFKC').replace(/\s+/g, '');
  const match = /^(?:(\d{1,3})[:分])?(\d{1,4})秒?$/.exec(normal);
  if (!match) return undefined;
  const [, minutes, seconds] = match;
  if (minutes !== undefined && Number(seconds) > 59) return undefined;
  return (Number(minutes ?? 0) * 60 + Number(seconds)) * 1000;
}

/** Collects the note rows of a form; rows that are wholly empty are left out. */
export function readNoteFields(values: Record<string, string | string[]>): RawNote[] {
  const rows = new Map<string, RawNote>();
  for (const [name, value] of Object.entries(values)) {
    const match = /^n\.(\d{1,10})\.(\d{1,3})\.([tx])$/.exec(name);
    if (!match || typeof value !== 'string') continue;
    const [, takeId = '', row = '', kind] = match;
    const key = `${takeId}.${row}`;
    const note = rows.get(key) ?? { takeId: Number(takeId), row: Number(row), at: '', text: '' };
    rows.set(key, kind === 't' ? { ...note, at: value } : { ...note, text: value });
  }
  return [...rows.values()].filter((note) => note.at.trim() !== '' || note.text.trim() !== '');
}

type ItemWithTakes = { id: number; takes: { id: number; durationMs: number }[] };

/** Reads the notes against the recordings of the paper: in the order of its items, takes and moments. */
export function readNotes(items: ItemWithTakes[], raw: RawNote[]): { notes: ScoreNote[]; problems: FieldErrors } {
  const problems: FieldErrors = {};
  const notes = items.flatMap((item) =>
    item.takes.flatMap((take) => {
      const own = raw.filter((note) => note.takeId === take.id);
      if (own.length > MAX_NOTES_PER_TAKE && own[0]) {
        problems[noteFields.text(take.id, own[0].row)] = `一条录音最多 ${MAX_NOTES_PER_TAKE} 条批注`;
      }
      const read = own.flatMap((note): ScoreNote[] => {
        const text = note.text.replace(/\s+/g, ' ').trim();
        const atMs = parseMoment(note.at);
        const timeField = note.field ? `${note.field}.at` : noteFields.time(take.id, note.row);
        const textField = note.field ? `${note.field}.text` : noteFields.text(take.id, note.row);
        if (note.at.trim() === '') problems[timeField] = `批注“${clip(text)}”还没有写时间，如 0:33`;
        else if (atMs === undefined) problems[timeField] = `批注的时间“${clip(note.at.trim())}”应写成 分:秒，如 0:33`;
        else if (atMs > take.durationMs) {
          problems[timeField] = `批注的时间 ${formatMoment(atMs)} 超过了录音的长度 ${formatMoment(take.durationMs)}`;
        }
        if (text === '') problems[textField] = `${note.at.trim()} 处的批注还没有写内容；不要这条，请把时间也清空`;
        else if ([...text].length > MAX_NOTE_LENGTH) problems[textField] = `一条批注最多 ${MAX_NOTE_LENGTH} 个字`;
        return atMs === undefined ? [] : [{ itemId: item.id, takeId: take.id, atMs, text }];
      });
      return read.sort((a, b) => a.atMs - b.atMs);
    }),
  );
  const known = new Set(items.flatMap((item) => item.takes.map((take) => take.id)));
  // A form has fields of the paper's own recordings only.
  for (const { field, takeId } of raw) {
    if (field && !known.has(takeId)) problems[`${field}.takeId`] = '这份答卷里没有这条录音';
  }
  return { notes, problems };
}

function clip(text: string): string {
  return text.length > 12 ? `${text.slice(0, 12)}…` : text;
}
