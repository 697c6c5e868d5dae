import { expect, test } from 'vitest';
import { practicePath } from '~/domain/practice/practice.rules';
import { listInstead } from './incomplete-address';

const STUDENT = { userType: 2 };
const at = (path: string) => listInstead(new URL(path, 'http://school.test'), STUDENT);

test.each(['oral', 'written', 'theory'] as const)(
  'a %s question is practised by its own id, and an exam’s item from the wrong-question book by the item’s',
  (bank) => {
    expect(at(practicePath(bank, { questionId: 3 }))).toBeNull();
    expect(at(practicePath(bank, { itemId: 4 }, { run: 5 }))).toBeNull();
    const [page = ''] = practicePath(bank, { questionId: 3 }).split('?');
    expect(at(page)).toBe('/question_bank/mine/index');
    expect(at(`${page}?item=`)).toBe('/question_bank/mine/index');
  },
);

test('what is shared is named by its questions or by their directory', () => {
  const teacherAt = (path: string) => listInstead(new URL(path, 'http://school.test'), { userType: 1 });
  expect(teacherAt('/question_bank/share?bank=theory&ids=3')).toBeNull();
  expect(teacherAt('/question_bank/share?bank=theory&dirId=3')).toBeNull();
  expect(teacherAt('/question_bank/share?bank=theory')).toBe('/question_bank/my_shared/index');
});
