import { redirect } from '@remix-run/node';
import { findHeldForm, holdForm, type HeldFields } from '~/domain/user/held-form.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { withQuery } from '~/lib/addresses/with-search';
import { AppError } from '~/lib/errors';
import { formDataToObject } from '~/lib/form-values';
import { echoOf } from './echo.server';
import { formOwner, OWNER_FIELD } from './form-owner.server';
import type { FormProblem } from './form-problem';
import { findActor, mustChangePasswordNow, requireUser, sessionState, type SessionState } from './guards.server';
import { passingTrouble, withTexts, withUnreadTexts } from './kept-texts.server';
import { assertSameOrigin } from './origin.server';
import { requestTime } from './request.server';
import { withMultipart, type UploadedFile, type UploadLimits, type Uploads } from './uploads.server';

/**
 * For a page whose form must not be lost: when nobody is signed in any more, or a password has to be changed first, the
 * form's texts are kept under `path` for whose page it stood on, else for the session's user, and the way leads to that
 * page, which says so, and back. Call it before anything reads the form: the page of a passing trouble gives its texts
 * back too.
 */
export async function keepFormOfEndedSession(request: Request, path: string): Promise<void> {
  assertSameOrigin(request);
  const session = await sessionState(request).catch(async (error: unknown) => {
    throw await withUnreadTexts(error, request);
  });
  if (session.state === 'signed_in' && !(await mustChangePasswordNow(session.user, request))) return;
  const { form, lost } = await readNamingFiles(request);
  const now = requestTime(request);
  const own = userIdOf(session);
  const named = await formOwner(form, now);
  // A page that names somebody else is kept for nobody once it is too old for whom it names.
  const owner = named === null || named.userId === own ? own : named.isCurrent ? named.userId : null;
  let isKept = false;
  if (owner !== null) {
    isKept = await keep({ userId: owner, isProven: owner === own }, path, form, now).catch((error: unknown) => {
      const trouble = passingTrouble(error);
      throw trouble ? withTexts(trouble, form) : error;
    });
  }
  const login = await requireUser(request).then(
    () => null,
    (error: unknown) => error,
  );
  if (login === null) return;
  const to = login instanceof Response ? login.headers.get('Location') : null;
  if (to && (isKept || lost)) {
    throw redirect(withQuery(to, { texts: isKept ? 'kept' : undefined, files: lost ? 'lost' : undefined }));
  }
  throw login;
}

function userIdOf(session: SessionState): number | null {
  if (session.state === 'none') return null;
  return session.state === 'expired' ? session.userId : session.user.id;
}

/** What the page that stands before another says of the form that was sent to it, as keepFormOfEndedSession left it. */
export function keptWords(request: Request): string {
  const { searchParams } = new URL(request.url);
  const words = [
    ...(searchParams.has('texts') ? ['写的内容已留存，之后就能看到'] : []),
    ...(searchParams.has('files') ? ['选好的照片或录音没有保存，之后请重新选择'] : []),
  ];
  return words.join('；');
}

const MOST_FILES = 100;

/** A form's texts, and in place of its files, which are not kept, what they were called: see LOST_FILE. */
async function readNamingFiles(request: Request): Promise<{ form: FormData; lost: boolean }> {
  const limits = { maxFileBytes: 0, maxFiles: MOST_FILES, isEachForItself: true };
  return withMultipart(request, limits, async (uploads) => {
    const { form } = uploads;
    const lost = arrivedFiles(uploads);
    nameLost(form, lost);
    return { form, lost: lost.length > 0 };
  });
}

/** The files that came with a form, none where one of them was refused: that is for the page to say. */
const arrivedFiles = (uploads: Pick<Uploads, 'files' | 'refusal'>) => (uploads.refusal ? [] : uploads.files);

function nameLost(form: FormData, files: Pick<UploadedFile, 'field' | 'name'>[]): void {
  for (const { field, name } of files) form.append(`${LOST_FILE}${field}`, name || '文件');
}

/**
 * Refuses a form that stood on another user's page, whoever has signed in meanwhile; its texts are kept for that user,
 * and of the files in `uploads` what they were called. Call it before the guard, which may refuse who is signed in now.
 * @throws AppError conflict
 */
export async function refuseFormOfAnother(
  request: Request,
  path: string,
  form: FormData,
  uploads: Pick<Uploads, 'files' | 'refusal'> = { files: [], refusal: null },
): Promise<void> {
  const now = requestTime(request);
  const owner = await formOwner(form, now);
  const actor = owner === null ? null : await findActor(request);
  if (owner === null || actor === null || owner.userId === actor.id) return;
  const refusal = `这个页面是另一个账号打开的，现在登录的是${actor.name}（${actor.account}）。内容没有保存到${actor.name}名下`;
  if (!owner.isCurrent) throw new AppError('conflict', `${refusal}；这个页面太旧了，也没有替原来的账号留存。`);
  const files = arrivedFiles(uploads);
  nameLost(form, files);
  await keep({ userId: owner.userId, isProven: false }, path, form, now);
  const names = files.map(({ name }) => `“${name || '文件'}”`).join('、');
  const lost = names ? `选好的${names}没有留存，请用那个账号登录后重新选择。` : '';
  throw new AppError('conflict', `${refusal}，写的文字已替原来的账号留存，重新登录那个账号就能看到。${lost}`);
}

/**
 * Reads the form of a page whose texts must not be lost: kept under `path` when nobody is signed in any more, refused
 * when somebody else is. `run` calls the guard.
 */
export async function withKeptForm<T>(
  request: Request,
  path: string,
  limits: UploadLimits,
  run: (uploads: Uploads) => Promise<T>,
): Promise<T> {
  await keepFormOfEndedSession(request, path);
  return withMultipart(request, limits, async (uploads) => {
    await refuseFormOfAnother(request, path, uploads.form, uploads);
    return run(uploads);
  });
}

/** Begins the name under which a kept form says which file of a field is not kept with it. */
export const LOST_FILE = '_file.';

/** What the form itself is made of, as against what a person wrote or chose. */
const MEANS =
  /^(_.*|bank|attemptId|itemId|takeId|requestId|begunAt|id|version|position|isChosen|show|keepHeld|format)$/;

type Keeper = {
  userId: number;
  /** The session that ran out was this user's own: nobody else can have sent the form. */
  isProven: boolean;
};

/** Whether there was anything to keep. */
async function keep(keeper: Keeper, path: string, form: FormData, now: number): Promise<boolean> {
  const fields = [...form.entries()].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && name !== OWNER_FIELD ? [[name, value]] : [],
  );
  // A form that says nothing must not take the place of an earlier one of the same page.
  if (fields.every(([name]) => MEANS.test(name) && !name.startsWith(LOST_FILE))) return false;
  await holdForm(keeper, path, fields, now);
  return fields.some(([name]) => !MEANS.test(name));
}

/** At the field each was chosen in, what became of the files that could not be kept. */
function lostFiles(fields: HeldFields): Record<string, string> {
  const lost = fields.filter(([name]) => name.startsWith(LOST_FILE));
  return Object.fromEntries(
    lost.map(([name, file]) => [
      name.slice(LOST_FILE.length),
      `登录过期或换了账号时选的“${file}”没有保存，请重新选择。`,
    ]),
  );
}

/**
 * What was kept for this user and page, as a form to be shown again; null when nothing was, or something was saved
 * since (`savedAt`).
 */
export async function findHeldProblem(
  actor: Actor,
  path: string,
  now: number,
  savedAt = 0,
): Promise<FormProblem | null> {
  const held = await findHeldForm(actor, path, now);
  if (!held || held.at < savedAt) return null;
  const form = new FormData();
  held.fields.forEach(([name, value]) => form.append(name, value));
  const { values } = echoOf(formDataToObject(form));
  return { fieldErrors: lostFiles(held.fields), message: '', values };
}
