/** What the API takes of an exam (specification §5). Pure. */

type ListOrText = readonly (string | number)[] | string;

/** An exam as the wizard holds it: lists as lists. */
export type ExamForm = {
  id?: number | null;
  testType: readonly number[];
  clazzIds: ListOrText;
  keyPoint: ListOrText;
  imageUrl: ListOrText;
  oralExaminerIds: ListOrText;
  writtenIds: ListOrText;
  /** UI only. */
  firstDate?: unknown;
  /** UI only. */
  writtenExamContent?: unknown;
  [field: string]: unknown;
};

const LIST_FIELDS = ['clazzIds', 'keyPoint', 'imageUrl', 'oralExaminerIds', 'writtenExaminerIds', 'writtenIds'];

/** Which call saves it, and what is sent. */
export type SavePayload = { call: 'edit' | 'add'; body: Record<string, unknown> & { testType: number } };

/**
 * The exam save conversion: lists become comma strings and empty lists empty strings; a testType of length 1
 * stays as it is, otherwise it is sent as 2; firstDate and writtenExamContent are dropped; edit if it has an
 * id, otherwise add. An empty testType never comes this far: it is refused when the form is read.
 */
export function toSavePayload(form: ExamForm): SavePayload {
  const { id, firstDate, writtenExamContent, testType, ...rest } = form;
  void firstDate;
  void writtenExamContent;
  const body: Record<string, unknown> & { testType: number } = {
    ...rest,
    testType: testType.length === 1 ? (testType[0] as number) : 2,
  };
  for (const field of LIST_FIELDS) {
    const value = rest[field];
    if (Array.isArray(value)) body[field] = value.join(',');
  }
  return id ? { call: 'edit', body: { id, ...body } } : { call: 'add', body };
}
