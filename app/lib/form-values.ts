import type { z } from 'zod';

/** How a form is read, by the action that takes it and by the browser that checks it first: the same for both. */

/**
 * A form's texts by name; a repeated name gives an array. Files are left out. Its time grows with the form and no
 * faster: anybody may send one to the sign-in page.
 */
export function formDataToObject(form: FormData): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of form.entries()) {
    if (typeof value !== 'string') continue;
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, value);
    else if (Array.isArray(earlier)) earlier.push(value);
    else values.set(name, [earlier, value]);
  }
  return Object.fromEntries(values);
}

/** More than anybody mends at once. */
const MAX_PROBLEMS = 200;

/** The first sentence per field of a failed zod parse, of so many fields; nested paths join with a dot. */
export function fieldErrorsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues.slice(0, MAX_PROBLEMS)) {
    const name = issue.path.join('.');
    fields[name] ??= issue.message;
  }
  return fields;
}
