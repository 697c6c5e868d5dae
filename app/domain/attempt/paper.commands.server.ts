import { storeFile } from '~/domain/file/file.commands.server';
import { tooLarge } from '~/domain/file/too-large.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { saveAnswers } from './answer.commands.server';
import type { FormAnswer } from './answer.rules';
import { NOT_HANDED_IN } from './attempt.rules';
import { movePhotoSchema, turnPhotoSchema } from './attempt.schema';
import { answerValueSchema, type AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { addPhotos, movePhoto, removePhoto, turnPhoto } from './photo.commands.server';
import { listPhotos } from './attempt.queries.server';
import { notingRefusal } from './refusal.commands.server';
import { refusalOf } from './refusal.rules';

/** What could not be done as the page's form asked; everything else was saved. */
export type PaperProblem = {
  message: string;
  /** A sentence per item. */
  errors: Record<number, string>;
  conflicts: { itemId: number; revision: number; stored: AnswerValue }[];
  /** What was sent and is not saved: shown again in the fields. */
  sent: FormAnswer[];
};

export type SavedPaper = { problem: PaperProblem | null; isTooLate: boolean };

type PaperFile = { field: string; path: string; name: string; isTooLarge?: boolean };

/**
 * Saves a page of the written paper as it was sent: first the answers, in one transaction, then each photo
 * by itself, so that one bad photo costs nothing else. `refusal` is why the files as a whole did not arrive, by
 * field. `go` may say what becomes of a photo (`remove:<photo>`,
 * `turn:<photo>:<degrees>:<item>`, `move:<photo>:<place>:<item>`). `isHandingIn`: whoever sent it means the paper to be
 * handed in next, and is told that it is not when there is a problem.
 */
export async function savePaper(
  actor: Actor,
  input: {
    attemptId: number;
    answers: FormAnswer[];
    files: PaperFile[];
    refusal: AppError | null;
    go: string;
    isHandingIn?: boolean;
  },
  now: number,
): Promise<SavedPaper> {
  const { attemptId } = input;
  const problem: PaperProblem = { message: '', errors: {}, conflicts: [], sent: [] };
  const valid = input.answers.filter((answer) => {
    const parsed = answerValueSchema.safeParse(answer.value);
    if (parsed.success) return true;
    problem.errors[answer.itemId] = parsed.error.issues[0]?.message ?? '答案有误，请检查。';
    problem.sent.push(answer);
    return false;
  });
  let isTooLate = false;
  for (const saved of await saveAnswers(actor, { attemptId, answers: valid }, now)) {
    const { itemId, outcome, revision, stored, yours } = saved;
    if (outcome === 'refused') isTooLate = true;
    if (outcome !== 'conflict') continue;
    problem.conflicts.push({ itemId, revision, stored });
    problem.sent.push({ itemId, revision, value: yours });
  }
  for (const [field, message] of Object.entries(input.refusal?.fields ?? {})) {
    problem.errors[(await itemOfFile(attemptId, field)) ?? 0] = message;
  }
  for (const file of input.files) {
    const itemId = await itemOfFile(attemptId, file.field);
    if (itemId === null) continue;
    const name = file.name || '照片';
    await mended(itemId, name, async () => {
      const { outcome } = await notingRefusal(actor, { attemptId, itemId, kind: 'photo', name }, now, async () => {
        if (file.isTooLarge) throw tooLarge('image');
        const stored = await storeFile(actor, { kind: 'image', path: file.path, name: file.name }, now);
        const replaces = photoOfField(file.field);
        return addPhotos(actor, { attemptId, itemId, fileIds: [stored.id], replaces }, now);
      });
      if (outcome === 'refused') isTooLate = true;
    });
  }
  const [, what, id, value] = /^(remove|turn|move):(\d{1,10})(?::(\d{1,3}))?/.exec(input.go) ?? [];
  if (what) {
    const photoId = Number(id);
    const photo = (await listPhotos(attemptId)).find((one) => one.id === photoId);
    await mended(photo?.itemId ?? 0, '', (): Promise<unknown> => {
      if (what === 'remove') return removePhoto(actor, { attemptId, photoId }, now);
      const turn = turnPhotoSchema.safeParse({ attemptId, photoId, rotation: value });
      const move = movePhotoSchema.safeParse({ attemptId, photoId, place: value });
      if (what === 'turn' && turn.success) return turnPhoto(actor, turn.data, now);
      return what === 'move' && move.success ? movePhoto(actor, move.data, now) : Promise.resolve();
    });
  }
  if (problem.conflicts.length > 0) problem.message = '有题目在别的页面或设备上改过，请在下面选择保留哪一份。';
  else if (Object.keys(problem.errors).length > 0) problem.message = '其他内容已保存；下面标出的内容还需要处理。';
  if (problem.message !== '' && input.isHandingIn) problem.message = `${NOT_HANDED_IN}${problem.message}`;
  return { problem: problem.message === '' ? null : problem, isTooLate };

  /** Notes at the item what the student can mend; anything else goes on. */
  async function mended(itemId: number, fileName: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500 || error.code === 'not_found') throw error;
      const before = problem.errors[itemId];
      const said = refusalOf(fileName, error.message);
      problem.errors[itemId] = before ? `${before}\n${said}` : said;
    }
  }
}

/** The item a file input belongs to: `p.<item>`, or `x.<photo>` of a photo of this attempt. */
async function itemOfFile(attemptId: number, field: string): Promise<number | null> {
  const item = /^p\.(\d{1,10})$/.exec(field)?.[1];
  if (item) return Number(item);
  const photoId = photoOfField(field);
  if (photoId === null) return null;
  return (await listPhotos(attemptId)).find((photo) => photo.id === photoId)?.itemId ?? null;
}

function photoOfField(field: string): number | null {
  const photo = /^x\.(\d{1,10})$/.exec(field)?.[1];
  return photo ? Number(photo) : null;
}
