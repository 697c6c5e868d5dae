import { storeFile } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/user/user.rules';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { AppError, invalid } from '~/lib/errors';
import { listQuestionTypes } from './bank-page.queries.server';
import { listDirectories } from './directory.queries.server';
import { directoryOptions, findDirectory } from './directory.rules';
import { getEditableQuestion } from './question-access.server';
import { getOwnerName } from './question.queries.server';
import type { Bank, Question } from './question.schema';
import { idOrNone } from '~/lib/zod';

/** A form with files, as http/uploads reads it. */
type Uploads = {
  form: FormData;
  readonly files: { field: string; path: string; name: string }[];
  refusal: AppError | null;
};

/** The file inputs of every question form. */
export const PICTURES_FIELD = 'pictures';
export const AUDIO_FIELD = 'audio';

/** What a question's form may carry: nine pictures and one listening audio. */
export const QUESTION_UPLOADS = { maxFileBytes: MAX_FILE_BYTES.audio, maxFiles: 10 };

/** The question, own or shared for editing together, that the URL of a form page names (`?id=`), or null for a new one. */
export async function findEdited<B extends Bank>(
  actor: Actor,
  bank: B,
  url: string,
): Promise<Extract<Question, { bank: B }> | null> {
  const id = new URL(url).searchParams.get('id');
  return id === null ? null : getEditableQuestion(actor, bank, idOrNone(id));
}

/** What every form page shows: the question and what it can be filed under; a new one comes into `?dirId=`. */
export async function getQuestionForm<B extends Bank>(actor: Actor, bank: B, url: string) {
  const [question, types, tree] = await Promise.all([
    findEdited(actor, bank, url),
    listQuestionTypes(),
    listDirectories(actor, bank),
  ]);
  const asked = Number(new URL(url).searchParams.get('dirId')) || 0;
  const dirId = question ? question.directoryId : (findDirectory(tree, asked)?.id ?? null);
  if (question && question.ownerId !== actor.id) {
    // A colleague's: where it is filed is not the reader's.
    return { question, types, directories: [], dirId: null, sharedBy: await getOwnerName(question.id) };
  }
  return { question, types, directories: directoryOptions(tree), dirId, sharedBy: null };
}

/** The list that a question's form belongs to: its bank's, or what colleagues shared. */
export function listOf(actor: Actor, question: Question | null, own: string): string {
  return question === null || question.ownerId === actor.id ? own : `/question_bank/shared/index?bank=${question.bank}`;
}

/** Where a form page leads once its question is saved: to the list it came from, or to the next new question. */
export function afterSaving(url: string, listHref: string, form: FormData, kind = ''): string {
  const next = new URLSearchParams();
  const dirId = String(form.get('dirId') ?? '');
  if (dirId !== '') next.set('dirId', dirId);
  const isNext = form.get('_intent') === 'saveNext';
  if (isNext && kind !== '') next.set('kind', kind);
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
  edited: Question | null,
  uploads: Uploads,
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
export async function addMedia(actor: Actor, uploads: Uploads, now: number): Promise<AppError | null> {
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
