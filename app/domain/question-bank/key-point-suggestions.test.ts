import { expect, test } from 'vitest';
import { ORAL_QUESTIONS } from '~/db/demo/school-data';
import { WRITTEN_ANSWERS } from '~/db/demo/exam-data';
import { loadNative, loadPortable } from './key-point-suggestions.server';

test('where the native library cannot be loaded the same key words are found', async () => {
  const [native, portable] = await Promise.all([loadNative(), loadPortable()]);
  for (const text of [...ORAL_QUESTIONS.map(({ examContent }) => examContent), ...WRITTEN_ANSWERS]) {
    const words = native(text, 20);
    expect(words.length).toBeGreaterThan(5);
    expect(portable(text, 20).sort()).toEqual(words.sort());
  }
});
