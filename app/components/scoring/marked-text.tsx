import { useMemo } from 'react';
import { splitOralText } from '~/domain/question-bank/oral-text.rules';
import { markWords } from '~/domain/scoring/marking/score-form.rules';

/** An oral text in numbered chunks with its key words marked. */
export function MarkedText({ text, words }: { text: string; words: string[] }) {
  const chunks = useMemo(() => splitOralText(text).map((chunk) => markWords(chunk.text, words)), [text, words]);
  return (
    <div className="script">
      {chunks.map((pieces, index) => (
        <p key={index}>
          <span className="num quiet">{index + 1}</span>
          <span>{pieces.map((piece, at) => (piece.isWord ? <mark key={at}>{piece.text}</mark> : piece.text))}</span>
        </p>
      ))}
    </div>
  );
}
