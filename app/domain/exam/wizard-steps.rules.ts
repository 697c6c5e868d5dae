import type { Part, TestType } from './parts.rules';

/** The wizard's steps and what they are called, apart from the schemas so that pages stay light. */

export const STEPS = ['firstadd', 'secondadd', 'threeadd'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_LABELS: Record<Step, string> = {
  firstadd: '基本信息',
  secondadd: '口语与评分',
  threeadd: '笔试组卷',
};

/** Whether a step has anything to fill in for the chosen parts. */
export function stepApplies(step: Step, type: number): boolean {
  return step !== 'threeadd' || type !== 0;
}

/** The step after this one; null leads to the preview. */
export function stepAfter(step: Step, type: TestType): Step | null {
  const rest = STEPS.slice(STEPS.indexOf(step) + 1);
  return rest.find((next) => stepApplies(next, type)) ?? null;
}

/** The last step that has anything to fill in: the one before the preview. */
export function lastStep(type: number): Step {
  return [...STEPS].reverse().find((step) => stepApplies(step, type)) ?? 'firstadd';
}

/** The step before this one; null leads to the list. */
export function stepBefore(step: Step, type: TestType): Step | null {
  const earlier = STEPS.slice(0, STEPS.indexOf(step)).reverse();
  return earlier.find((before) => stepApplies(before, type)) ?? null;
}

/** Something that stands in the way of publishing, with the step and field where it is mended. */
export type PublishProblem = { step: Step; field: string; message: string };

/** The field that holds an item's points. */
export function pointsField(itemId: number): string {
  return `points-${itemId}`;
}

/** The field that holds an item's place in the paper, from 1. */
export function placeField(itemId: number): string {
  return `place-${itemId}`;
}

/** The fields of a section: its name, its instructions, its place, and the points for each of its questions. */
export const sectionFields = {
  title: (key: number) => `title-${key}`,
  instructions: (key: number) => `about-${key}`,
  place: (key: number) => `at-${key}`,
  points: (key: number) => `each-${key}`,
};

/** The fields that hold the section of an item, of a rule. */
export const itemSectionField = (itemId: number) => `to-${itemId}`;
export const drawSectionField = (drawId: number) => `to-draw-${drawId}`;

/** The oral question of the exam, once chosen. */
export function oralItem<T extends { part: Part }>(exam: { items: T[] }) {
  return exam.items.find((item) => item.part === 'oral');
}

/** The written paper in order. */
export function writtenItems<T extends { part: Part }>(exam: { items: T[] }): T[] {
  return exam.items.filter((item) => item.part === 'written');
}

/** What a written paper may hold. */
export const MAX_PAPER = 200;

type Paper = { items: { part: Part; points: number }[]; draws: { count: number; points: number }[] };

/** How many written items each student's paper has: the fixed ones and what is drawn. */
export function paperSize(exam: Paper): number {
  return writtenItems(exam).length + exam.draws.reduce((sum, draw) => sum + draw.count, 0);
}

/** The full mark of a part, the same for every student. */
export function partPoints(exam: Paper, part: Part): number {
  return part === 'written' ? paperPoints(exam) : (oralItem(exam)?.points ?? 0);
}

/** The full mark of the written paper, the same for every student. */
export function paperPoints(exam: Paper): number {
  return (
    writtenItems(exam).reduce((sum, item) => sum + item.points, 0) +
    exam.draws.reduce((sum, draw) => sum + draw.count * draw.points, 0)
  );
}
