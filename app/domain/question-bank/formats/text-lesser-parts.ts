import { type Heading, isSilent } from './text-headings';
import type { RawQuestion } from './text-raw';

/** 第一节 and 第二节 below the heading of a section: each is one of its own, with its own points. */

const LESSER_PART = /^第\s{0,3}([一二三四五六七八九十\d]{1,3})\s{0,3}节/;

export const isLesserPart = ({ text }: Heading) => LESSER_PART.test(text);

/** 第一节 is another place than 第一部分 and 一、. */
export const isAlike = (one: Heading, other: Heading | null) =>
  other !== null && isLesserPart(one) === isLesserPart(other) && one.ordinal === other.ordinal;

/** 第一节 or 第二部分 of the key, where the paper has one section of that place: 一、 is another. */
export function partNamed(heading: Heading, questions: RawQuestion[]): RawQuestion[] | undefined {
  if (heading.isPart !== true) return undefined;
  const own = questions.filter(({ section }) => section.heading?.isPart && isAlike(heading, section.heading));
  return new Set(own.map(({ section }) => section.index)).size === 1 ? own : undefined;
}

/** （一） or 第一节 right below a heading: what that says is for both. */
export const isBelow = (heading: Heading) => /^[（(]/.test(heading.text) || isLesserPart(heading);

/** 第一节 below 四、写作, which no 第二部分 stands above: that heading is for the ones below it. */
export const isNamedAbove = (
  heading: Heading,
  above: Heading | null,
  own: Heading | null,
  paper: Heading | null,
): boolean => isLesserPart(heading) && above === null && own !== null && own !== paper && own.isPart !== true;

/** 第一节 is below 第二部分 and 四、写作; every other section only below the first of them. */
export const isLowerThan = (heading: Heading, above: Heading): boolean =>
  isLesserPart(heading) || (above.isPart === true && !heading.isPart);

/** 写作（第一节 应用文 15分，第二节 读后续写 25分） says the points of each; else those of one question are for both. */
export function takePointsAbove(heading: Heading, above: Heading): void {
  if (!isSilent(heading)) return;
  const [, ordinal] = LESSER_PART.exec(heading.text) ?? [];
  const said = ordinal === undefined ? null : pointsOfPart(above.text, ordinal);
  if (said === null) heading.each = above.each;
  else heading.total = said;
}

function pointsOfPart(text: string, ordinal: string): number | null {
  const sign = new RegExp(`第\\s?${ordinal}\\s?节[^第]{0,40}?(\\d{1,3}(?:\\.5)?)\\s?分`);
  const points = sign.exec(text.slice(0, 300))?.[1];
  return points === undefined ? null : Number(points);
}
