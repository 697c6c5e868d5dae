import { useRef, type ReactNode } from 'react';
import type { Pause } from '~/domain/file/waveform.rules';
import type { ScoreNote } from '~/domain/scoring/marking/notes.rules';
import { MarkingPlayer, type MarkedTake } from './marking-player';
import { NoteRows, type NoteRowsHandle } from './note-rows';

/** A recording with its player and the notes at its seconds. */
export function MarkingTake({
  take,
  label,
  pauses,
  notes,
  isLocked,
  children,
}: {
  take: MarkedTake;
  label: string;
  pauses: Pause[] | undefined;
  notes: ScoreNote[];
  /** Released: what was noted is read only. */
  isLocked: boolean;
  children?: ReactNode;
}) {
  const rows = useRef<NoteRowsHandle>(null);
  const own = notes.filter((note) => note.takeId === take.id);
  return (
    <>
      <MarkingPlayer
        take={take}
        label={label}
        pauses={pauses}
        noteMoments={own.map((note) => note.atMs)}
        onNote={isLocked ? undefined : (atMs) => rows.current?.add(atMs)}
      >
        {children}
      </MarkingPlayer>
      <NoteRows ref={rows} takeId={take.id} label={label} notes={notes} isLocked={isLocked} />
    </>
  );
}
