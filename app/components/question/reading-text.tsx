import { useMemo } from 'react';
import { splitOralText } from '~/domain/question-bank/oral-text.rules';

/**
 * An oral text in its chunks. `time` (ms since reading began) marks the chunk to be read now; without it
 * the text simply stands there.
 */
export function ReadingText({ text, time = null }: { text: string; time?: number | null }) {
  const chunks = useMemo(() => splitOralText(text), [text]);
  const current = time === null ? -1 : chunks.findIndex((chunk) => time < chunk.time);
  const past = time === null ? 0 : current === -1 ? chunks.length : current;
  return (
    <div className="reading">
      {chunks.map((chunk, index) => (
        <span key={index} className={`chunk${index < past ? ' is-past' : index === current ? ' is-current' : ''}`}>
          {chunk.text}
        </span>
      ))}
    </div>
  );
}
