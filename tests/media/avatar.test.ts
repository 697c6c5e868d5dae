import sharp from 'sharp';
import { expect, it } from 'vitest';
import { storeFile } from '~/domain/file/file.commands.server';
import { getReadableFile } from '~/domain/file/file.queries.server';
import { updateProfile } from '~/domain/user/account.commands.server';
import { getProfile } from '~/domain/user/user.queries.server';
import { env } from '~/lib/env.server';
import { storage } from '~/storage/storage.server';
import { actorOf, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makePhoto, writeMedia } from '~tests/support/media';

useDatabase();

/** Stores a photo whose upper half is lighter, cut to a square; answers how light the square is. */
async function lightness(crop: { x: number; y: number; zoom: number }, orientation = 1) {
  const actor = actorOf(await makeStudent());
  const directory = env().dataDir;
  const file = await writeMedia(directory, 'photo.jpg', await makePhoto({ width: 600, height: 900, orientation }));
  const stored = await storeFile(
    actor,
    { kind: 'image', path: file, name: '头像.jpg', square: { crop, side: 240 } },
    Date.now(),
  );
  expect(stored).toMatchObject({ width: 240, height: 240, mime: 'image/jpeg' });
  const chunks: Buffer[] = [];
  for await (const chunk of storage().open(stored.id)) chunks.push(Buffer.from(chunk));
  const image = sharp(Buffer.concat(chunks));
  expect((await image.metadata()).exif).toBeUndefined();
  return (await image.stats()).channels[0]?.mean ?? 0;
}

it('keeps the chosen square of the upright picture, 240 pixels a side and without metadata', async () => {
  const top = await lightness({ x: 0.5, y: 0, zoom: 1.4 });
  const bottom = await lightness({ x: 0.5, y: 1, zoom: 1.4 });
  const middle = await lightness({ x: 0.5, y: 0.5, zoom: 1 });
  expect(top).toBeGreaterThan(220);
  expect(bottom).toBeLessThan(190);
  expect(middle).toBeGreaterThan(bottom);
  expect(middle).toBeLessThan(top);
  // Taken upside down: what was below is above.
  expect(await lightness({ x: 0.5, y: 0, zoom: 1.4 }, 3)).toBeLessThan(190);
});

it('takes an avatar away again, and only one’s own picture is taken', async () => {
  const [student, teacher] = [actorOf(await makeStudent()), actorOf(await makeTeacher())];
  const directory = env().dataDir;
  const file = await writeMedia(directory, 'photo.jpg', await makePhoto({ width: 300, height: 300 }));
  const { id } = await storeFile(student, { kind: 'image', path: file, name: 'a.jpg' }, Date.now());
  await expect(updateProfile(teacher, { avatarFileId: id }, Date.now())).rejects.toMatchObject({ code: 'invalid' });
  await updateProfile(student, { avatarFileId: id }, Date.now());
  expect((await getProfile(student.id)).avatarUrl).toBe(`/api/file/${id}`);
  await getReadableFile(teacher, id, Date.now());
  await updateProfile(student, { avatarFileId: null }, Date.now());
  expect((await getProfile(student.id)).avatarUrl).toBeNull();
});
