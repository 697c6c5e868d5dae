import { AppError } from '~/lib/errors';

/**
 * Runs a call that goes by what was read before: where that is out of date, the refusal carries what it is `now`, as its
 * sentence says.
 */
export async function tellingWhatIsNow<T>(run: () => Promise<T>, now: () => Promise<object>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || !isOutdated(error.data.extra)) throw error;
    throw new AppError(error.code, error.message, undefined, await now());
  }
}

const isOutdated = (extra: unknown) => typeof extra === 'object' && extra !== null && 'isOutdated' in extra;

/**
 * Runs what a page's form and a call share, and names what it refuses as the call sent it: `names` says under which
 * field of the call stands what the form has under another.
 */
export async function namingFields<T>(names: Readonly<Record<string, string>>, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.fields === undefined) throw error;
    const fields = Object.entries(error.fields).map(([field, text]) => {
      const [first = '', ...rest] = field.split('.');
      return [[names[first] ?? first, ...rest].join('.'), text];
    });
    throw new AppError(
      error.code,
      error.message,
      Object.fromEntries(fields) as Record<string, string>,
      error.data.extra,
    );
  }
}
