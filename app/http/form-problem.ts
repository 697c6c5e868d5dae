/**
 * What an action answers when the form cannot be done as sent. The shape is the one that
 * remix-validated-form reads, so checked and plain forms share it.
 */
export type FormProblem = {
  fieldErrors: Record<string, string>;
  /** The sentence on top when it belongs to no field. */
  message: string;
  /** What was sent, for keeping it in the fields. */
  values: Record<string, string | string[]>;
  repopulateFields: Record<string, string | string[]>;
  formId?: string;
  subaction?: string;
  /** Data the page needs to explain a conflict (e.g. the other version). */
  extra?: unknown;
};
