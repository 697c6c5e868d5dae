import { Fragment } from 'react';
import { splitRichText, splitTables } from '~/domain/question-bank/rich-text.rules';
import { toFile, toFormula } from '~/lib/addresses/files';
import { usePictureSize } from './picture-size';

/** As the stylesheet draws a picture in the text at most. */
const MAX_PICTURE_HEIGHT = 240;

type RichTextProps = {
  text: string;
  imageIds?: string[];
  /** Pictures open in full size; not inside a label, where a press chooses. */
  isLinked?: boolean;
};

/** The same with its tables drawn: of spans, since it may stand in a heading. */
export function RichBlock(props: RichTextProps) {
  return splitTables(props.text).map((part, index) =>
    typeof part === 'string' ? (
      <RichText key={index} {...props} text={part} />
    ) : (
      <span key={index} className="cells" role="table">
        {part.map((row, at) => (
          <span key={at} role="row">
            {row.map((cell, column) => (
              <span key={column} role="cell">
                <RichText {...props} text={cell} />
              </span>
            ))}
          </span>
        ))}
      </span>
    ),
  );
}

/**
 * A text of a question as it is read: line breaks kept, `$…$` drawn as a formula, [图1] as the first of the
 * question's pictures. The element around it needs white-space: pre-wrap.
 */
export function RichText({ text, imageIds = [], isLinked = true }: RichTextProps) {
  const sizeOf = usePictureSize(MAX_PICTURE_HEIGHT);
  return (
    <>
      {splitRichText(text, imageIds.length).map((part, index) => {
        switch (part.kind) {
          case 'text':
            return <Fragment key={index}>{part.text}</Fragment>;
          case 'formula':
            return <img key={index} className="formula" src={toFormula({ tex: part.tex })} alt={part.tex} />;
          case 'picture': {
            const id = imageIds[part.index] ?? '';
            const url = toFile(id);
            const label = `图 ${part.index + 1}`;
            return isLinked ? (
              <a key={index} className="inpic" href={url} target="_blank" rel="noreferrer">
                <img src={url} alt={`${label}，点开看大图`} {...sizeOf(id)} />
              </a>
            ) : (
              <span key={index} className="inpic">
                <img src={url} alt={label} {...sizeOf(id)} />
              </span>
            );
          }
        }
      })}
    </>
  );
}
