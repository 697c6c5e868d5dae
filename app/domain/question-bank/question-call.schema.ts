import { z } from 'zod';
import { idField } from '~/lib/zod';

/** A question as a call of the API saves it: a new one whole, or what is to change of the one named by `id`. */
export type SavedByCall<I> = { id: null; input: I } | { id: number; fields: Record<string, unknown> };

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The input of …/add: without an id judged as a whole; with one the whole is judged once it is known what stays. */
export function savedByCall<S extends z.ZodTypeAny>(whole: S) {
  return z.unknown().transform((raw, context): SavedByCall<z.output<S>> => {
    const fields = { ...(raw as Record<string, unknown> | null) };
    const asId = isEmpty(fields.id) ? null : idField('题目').safeParse(fields.id);
    if (asId?.success) return { id: asId.data, fields };
    for (const issue of asId?.error.issues ?? []) context.addIssue({ ...issue, path: ['id'] });
    const judged = whole.safeParse({ ...fields, id: undefined }) as z.SafeParseReturnType<unknown, z.output<S>>;
    for (const issue of judged.error?.issues ?? []) context.addIssue(issue);
    return judged.success && asId === null ? { id: null, input: judged.data } : z.NEVER;
  });
}
