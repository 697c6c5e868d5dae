/** The parts of an exam. Pure. */

export const PARTS = ['oral', 'written'] as const;
export type Part = (typeof PARTS)[number];

/** 0 oral, 1 written, 2 both. */
export type TestType = 0 | 1 | 2;

export const PART_LABELS: Record<Part, string> = { oral: '口语', written: '笔试' };
export const TEST_TYPE_LABELS: Record<TestType, string> = { 0: '口语', 1: '笔试', 2: '口语 + 笔试' };

/** The parts an exam of this testType has, in the order they are sat. */
export function partsOf(testType: number): Part[] {
  if (testType === 0) return ['oral'];
  if (testType === 1) return ['written'];
  return ['oral', 'written'];
}

/** Whether an exam of this testType has the part. */
export function hasPart(exam: { testType: number }, part: Part): boolean {
  return partsOf(exam.testType).includes(part);
}
