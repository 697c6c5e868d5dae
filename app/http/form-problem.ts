/** What an action answers when the form cannot be done as sent, and what a checked form says of itself. */
export type FormProblem = {
  fieldErrors: Record<string, string>;
  /** The sentence on top when it belongs to no field. */
  message: string;
  /** What was sent, for keeping it in the fields. */
  values: Record<string, string | string[]>;
  /** `values` has what was wrong alone: every other field says what is stored. */
  isPartial?: boolean;
  /** Of a form with an id, for remix-validated-form. */
  formId?: string;
  /** Data the page needs to explain a conflict (e.g. the other version). */
  extra?: unknown;
};
