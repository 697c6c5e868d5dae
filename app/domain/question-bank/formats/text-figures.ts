import type { Draft } from './text-draft';
import { isVerbatim } from './text-raw';

/** Pictures that a question speaks of and the file does not have at it. */

const SPOKEN_OF =
  /如(?:[右左上下附]|题)?图(?:[\d０-９①-⑨一二三四甲乙丙丁()（）-]{1,6})?(?:所示)?|(?:[右左下附]|题)图(?![书案腾形])|(?:观察|[看读据按]|根据)(?:(?:[右左上下附]|题)图(?![书案腾形])|图(?=[，,。：:写说填回答完选]))|见(?:[右左上下附])?图(?![书])|图\s?[\d０-９①-⑨甲乙丙丁]{1,3}(?:所示|中)|图\s?\d{1,2}(?=[，,是为：:])|(?:look at|according to|in) the (?:pictures?|figure)/i;
const SHOWN = /\ue000|〔图|\[图\d|\ue00a|\ue00c|\$\$|!\[/;

/** Longer texts are cut before they get here. */
const MAX_LENGTH = 40_000;

/** Tells of a picture that is missing: nobody can answer such a question, and nothing else says so. */
export function noteMissingFigure({ raw, parsed, stem }: Draft): void {
  if (isVerbatim(raw.stem) && !raw.isRow) return;
  const said = stem.slice(0, MAX_LENGTH);
  const found = SPOKEN_OF.exec(said)?.[0];
  if (found === undefined || SHOWN.test(stem)) return;
  if (raw.options.some(({ lines }) => lines.some((line) => SHOWN.test(line)))) return;
  if (!parsed.notes.some((note) => /图(?:形|表|片)?[^。]{0,12}没有导入/.test(note)))
    parsed.notes.push(`题目说到“${found}”，这道题没有读到图；题目要用图的话，请导入后补上。`);
}
