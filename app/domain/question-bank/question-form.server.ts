import { storeFile } from '~/domain/file/file.commands.server';
import type { Actor } from '~/domain/user/user.rules';
import { AppError, invalid } from '~/lib/errors';

/** The file input of every question form. */
export const PICTURES_FIELD = 'pictures';

/**
 * Stores the pictures that came with a question's form and sets its `imageUrl` to all pictures: those it had, in
 * the order typed and without the removed ones, then the new ones. So they survive another error in the form.
 * Returns the refusal of a picture, or null.
 */
export async function addPictures(
  actor: Actor,
  uploads: { form: FormData; readonly files: { path: string; name: string }[] },
  now: number,
): Promise<AppError | null> {
  const { form } = uploads;
  const pictures = orderedPictures(form);
  let refusal: AppError | null = null;
  for (const file of filesOf(uploads)) {
    if (file instanceof AppError) {
      refusal = invalid({ [PICTURES_FIELD]: file.message });
      break;
    }
    try {
      pictures.push((await storeFile(actor, { kind: 'image', path: file.path, name: file.name }, now)).id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusal = invalid({ [PICTURES_FIELD]: `“${file.name}”没有上传：${error.message}` });
    }
  }
  for (const name of ['imageUrl', 'imageOrder', 'removeImage']) form.delete(name);
  if (pictures.length === 0) form.append('imageUrl', '');
  for (const id of pictures) form.append('imageUrl', id);
  return refusal;
}

/** The files, or the one refusal of them all (too large, too many). */
function filesOf(uploads: { readonly files: { path: string; name: string }[] }) {
  try {
    return uploads.files;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error];
  }
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
