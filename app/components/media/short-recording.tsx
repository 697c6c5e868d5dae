import { shortText } from '~/domain/file/file.rules';

/** Says of a recording that was cut off or damaged how much of it can be heard; nothing of a whole one. */
export function ShortRecording(recording: { durationMs: number | null; promisedMs: number | null }) {
  const text = shortText(recording);
  return text ? <span className="block small text-red">{text}</span> : null;
}
