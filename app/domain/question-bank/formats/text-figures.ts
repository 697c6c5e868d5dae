import type { ParsedQuestion } from './format.rules';
import { type RawQuestion, isVerbatim, joinLines } from './text-raw';

/** Pictures that a question speaks of and the file does not have at it. */

const SPOKEN_OF =
  /如(?:[右左上下附]|题)?图(?:[\d０-９①-⑨一二三四甲乙丙丁()（）-]{1,6})?(?:所示)?|(?:[右左下附]|题)图(?![书案腾形])|(?:观察|[看读据按]|根据)(?:(?:[右左上下附]|题)图(?![书案腾形])|图(?=[，,。：:写说填回答完选]))|见(?:[右左上下附])?图(?![书])|图\s?[\d０-９①-⑨甲乙丙丁]{1,3}(?:所示|中)|图\s?\d{1,2}(?=[，,是为：:])|(?:look at|according to|in) the (?:pictures?|figure)/i;
const SHOWN = /\ue000|〔图|\[图\d|\ue00a|\ue00c|\$\$|!\[/;

/** Tells of a picture that is missing: nobody can answer such a question, and nothing else says so. */
export function noteMissingFigure(raw: RawQuestion, parsed: ParsedQuestion): void {
  if (isVerbatim(raw.stem) && !raw.isRow) return;
  const texts = [raw.material, raw.stem, ...raw.options.map(({ lines }) => lines)].map(joinLines);
  if (texts.some((text) => SHOWN.test(text))) return;
  const found = texts
    .slice(0, 2)
    .map((text) => SPOKEN_OF.exec(text)?.[0])
    .find((sign) => sign !== undefined);
  if (found !== undefined && !parsed.notes.some((note) => /图(?:形|表|片)?[^。]{0,12}没有导入/.test(note)))
    parsed.notes.push(`题目说到“${found}”，这道题没有读到图；题目要用图的话，请导入后补上。`);
}
