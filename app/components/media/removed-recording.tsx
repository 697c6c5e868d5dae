import { removedText } from '~/domain/file/file.rules';
import { formatSeconds } from '~/lib/time';

/** Stands where a recording was whose term the school's rule has ended. */
export function RemovedRecording({ removedOn, durationMs }: { removedOn: string; durationMs?: number | null }) {
  return (
    <p className="small quiet">
      {removedText(removedOn)}
      {durationMs ? `（原长 ${formatSeconds(durationMs)}）` : ''}
    </p>
  );
}
