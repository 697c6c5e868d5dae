import { storeFile } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/user/user.rules';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { AppError, invalid } from '~/lib/errors';

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
