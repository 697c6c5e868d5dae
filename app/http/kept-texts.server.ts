import { DatabaseUnavailable } from '~/db/dialect/unavailable.server';
import { AppError, orDiskFull } from '~/lib/errors';
import { echoRoom } from './echo.server';
import { readTexts } from './uploads.server';

/** A form's texts by name, in order: what the page of a passing trouble gives back. */
export type KeptTexts = [name: string, value: string][];

/** What Remix's own machinery and our forms name a secret. */
export const SECRET = /password|confirm$/i;

/**
 * The trouble that passes by itself (503), or undefined when the error is something else or carries its form's texts
 * already: the form cannot be read a second time.
 */
export function passingTrouble(error: unknown): AppError | undefined {
  const refusal = orDiskFull(error);
  if (!(refusal instanceof AppError) || refusal.code !== 'unavailable') return undefined;
  const { extra } = refusal.data;
  return typeof extra === 'object' && extra !== null && 'kept' in extra ? undefined : refusal;
}

/** Whether the form's own page can still be drawn around its texts. */
export function canShowPage(trouble: AppError): boolean {
  return !(trouble instanceof DatabaseUnavailable) || trouble.isReadable;
}

/**
 * The trouble with the texts of the form, which the error page then gives back; of a form with a password none: without
 * it, which is never sent back, the rest cannot be sent again.
 */
export function withTexts(trouble: AppError, form: FormData): AppError {
  if ([...form.keys()].some((name) => /password/i.test(name))) {
    return new AppError('unavailable', trouble.message, undefined, { kept: [] });
  }
  const give = echoRoom();
  const kept = [...form.entries()].flatMap(([name, value]): KeptTexts =>
    typeof value === 'string' && !SECRET.test(name) ? [[name, give(value).text]] : [],
  );
  return new AppError('unavailable', trouble.message, undefined, { kept });
}

/** Like withTexts for a form whose body nobody has read yet; other errors and requests without one stay as they are. */
export async function withUnreadTexts(error: unknown, request: Request): Promise<unknown> {
  const trouble = passingTrouble(error);
  if (!trouble || request.method !== 'POST' || request.bodyUsed) return error;
  try {
    return withTexts(trouble, await readTexts(request));
  } catch {
    return trouble;
  }
}
