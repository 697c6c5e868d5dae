import type { Actor } from '~/domain/actor/actor.rules';
import { storeFile } from '~/domain/file/file.commands.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { AppError, invalid } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { backTo } from './guards.server';
import { findHeldProblem } from './held-forms.server';
import { requestTime } from './request.server';
import type { Uploads } from './uploads.server';

/** What the forms of questions have in common as forms; so do others that bring pictures and one audio. */

/** The file inputs of every question form. */
export const PICTURES_FIELD = 'pictures';
export const AUDIO_FIELD = 'audio';

/** What a question's form may carry: nine pictures and one listening audio. */
export const QUESTION_UPLOADS = { maxFileBytes: MAX_FILE_BYTES.audio, maxFiles: 10 };

/** The part of a form with files that this needs. */
type SentForm = Pick<Uploads, 'form' | 'refusal'> & { readonly files: { field: string; path: string; name: string }[] };

/** What the address of a form page asks for: the question (`?id=`), and the directory for a new one (`?dirId=`). */
export function askedQuestion(request: Request): { id: string | null; dirId: string | null } {
  const { searchParams } = new URL(request.url);
  return { id: searchParams.get('id'), dirId: searchParams.get('dirId') };
}

/** What a form page gives beside the question: what an ended session kept of it, and the number of its first sending. */
export async function withHeld<P extends { question: { updatedAt: number } | null }>(
  actor: Actor,
  request: Request,
  page: P,
) {
  const held = await findHeldProblem(actor, backTo(request), requestTime(request), page.question?.updatedAt);
  return { ...page, held, requestId: newUuid() };
}

/** What a question is filed under, and how it is answered: the next one of the same paper begins with it. */
const FILED_UNDER = ['level', 'points', 'sceneTypeId', 'examTypeId', 'answerBy'];

/**
 * Where a form page leads once its question is saved: to the list it came from, or to the next new question, which is
 * filed as this one was.
 */
export function afterSaving(url: string, listHref: string, form: FormData, kind = ''): string {
  const next = new URLSearchParams();
  const dirId = String(form.get('dirId') ?? '');
  if (dirId !== '') next.set('dirId', dirId);
  const isNext = form.get('_intent') === 'saveNext';
  if (isNext && kind !== '') next.set('kind', kind);
  for (const name of isNext ? FILED_UNDER : []) {
    const value = form.get(name);
    if (typeof value === 'string' && value !== '') next.set(name, value);
  }
  const text = next.toString();
  const to = isNext ? new URL(url).pathname : listHref;
  return text === '' ? to : `${to}${to.includes('?') ? '&' : '?'}${text}`;
}

/** Answers that mean the same to each of these kinds: letters of options, lines of text. */
const LIKE_ANSWERS: readonly (readonly string[])[] = [
  ['single', 'multiple'],
  ['cloze', 'short'],
];

/** What changes in a form that comes back as the kind in `_kind`; an answer that means nothing there is left out. */
export function asOtherKind(form: FormData): Record<string, string | string[]> {
  const [from, to] = [String(form.get('kind') ?? ''), String(form.get('_kind') ?? '')];
  const isLike = from === to || LIKE_ANSWERS.some((kinds) => kinds.includes(from) && kinds.includes(to));
  return isLike ? { kind: to } : { kind: to, answer: [] };
}

/** Takes what a form brought for the question being edited; returns the refusal of a file, or null. */
export async function takeQuestionForm(
  actor: Actor,
  edited: { id: number } | null,
  uploads: SentForm,
  now: number,
): Promise<AppError | null> {
  uploads.form.set('id', String(edited?.id ?? ''));
  return addMedia(actor, uploads, now);
}

/**
 * Stores the pictures and the audio that came with a question's form. `imageUrl` becomes all pictures: those it
 * had, in the order typed and without the removed ones, then the new ones; `musicUrl` the audio, the one it had
 * unless it is removed or replaced. So they survive another error in the form.
 * Returns the refusal of a file, or null.
 */
export async function addMedia(actor: Actor, uploads: SentForm, now: number): Promise<AppError | null> {
  const { form } = uploads;
  const pictures = orderedPictures(form);
  if (form.has('removeAudio') && form.has('musicUrl')) form.set('musicUrl', '');
  let refusal = uploads.refusal;
  for (const file of refusal ? [] : uploads.files) {
    const isAudio = file.field === AUDIO_FIELD;
    try {
      const kind = isAudio ? 'audio' : 'image';
      const { id } = await storeFile(actor, { kind, path: file.path, name: file.name }, now);
      if (isAudio) form.set('musicUrl', id);
      else pictures.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = invalid({ [isAudio ? AUDIO_FIELD : PICTURES_FIELD]: `“${file.name}”没有上传：${error.message}` });
    }
  }
  for (const name of ['imageUrl', 'imageOrder', 'removeImage', 'removeAudio']) form.delete(name);
  if (pictures.length === 0) form.append('imageUrl', '');
  for (const id of pictures) form.append('imageUrl', id);
  return refusal;
}

function orderedPictures(form: FormData): string[] {
  const removed = form.getAll('removeImage').map(String);
  const orders = form.getAll('imageOrder').map(Number);
  return form
    .getAll('imageUrl')
    .map((id, index) => ({ id: String(id), order: orders[index] || index + 1 }))
    .filter(({ id }) => id !== '' && !removed.includes(id))
    .sort((a, b) => a.order - b.order)
    .map(({ id }) => id);
}
