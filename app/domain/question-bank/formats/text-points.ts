import type { RawQuestion } from './text-raw';

/** Points that a heading names for all of its questions together. */

/** 三、作文（60分） with but one question below; 七、选择题（共2题,10分） with as many as it says. */
export function givePoints(questions: RawQuestion[]): void {
  const sections = new Map<number, RawQuestion[]>();
  for (const question of questions) {
    const { index } = question.section;
    sections.set(index, [...(sections.get(index) ?? []), question]);
  }
  for (const own of sections.values()) giveSection(own);
}

function giveSection(own: RawQuestion[]): void {
  const heading = own[0]?.section.heading;
  if (!heading || heading.perBlank) return;
  const { total, count } = heading;
  if (own.length === 1) {
    for (const question of own) question.points ??= total;
    return;
  }
  if (!total || !count || heading.each || own.some(({ points, isRow }) => points !== null || isRow)) return;
  const each = total / own.length;
  if (count === own.length && Number.isInteger(each * 2)) for (const question of own) question.points = each;
}
