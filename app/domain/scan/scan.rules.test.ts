import { expect, test } from 'vitest';
import { findPage, isTicked, numberRanges, overviewOf, type PaperState, type ScanPage } from './scan.rules';

test('many numbers are read as ranges', () => {
  expect(numberRanges([1, 2, 3, 4, 22])).toBe('1–4、22');
  expect(numberRanges([7, 3, 2])).toBe('2、3、7');
  expect(numberRanges([])).toBe('');
});

let files = 0;
const page = (studentId: number, number: number): ScanPage => ({
  ...{ fileId: `sheet ${(files += 1)}`, url: '/', source: '一叠.pdf 第 1 页', note: '' },
  ...{ studentId, page: number, rotation: 0, state: 'open' },
});

/** One student for each state of a paper, each with the only page; those at `twice` with it twice. */
function heapOf(papers: PaperState[], twice: number[] = []) {
  const people = papers.map((_, id) => ({ id, name: `学生${id}`, account: '', classroomName: '' }));
  const pages = people.flatMap(({ id }) => (twice.includes(id) ? [page(id, 1), page(id, 1)] : [page(id, 1)]));
  const states = new Map(papers.flatMap((paper, id) => (paper === 'none' ? [] : [[id, paper] as const])));
  return overviewOf(pages, people, states, 1);
}

test('all that can be placed is ticked but those who still write; one click takes the ticks away and gives them back', () => {
  const { students } = heapOf(['handed_in', 'none', 'open', 'scored', 'handed_in'], [4]);
  expect(students.map((student) => isTicked(student, false, false))).toEqual([true, true, false, false, false]);
  expect(students.map((student) => isTicked(student, false, true))).toEqual([false, false, false, false, false]);
  // A blind exam that is being marked: only who has no paper yet.
  expect(students.map((student) => isTicked(student, true, false))).toEqual(
    students.map(({ paper, doubles }) => paper === 'none' && doubles.length === 0),
  );
});

test('a page is found by its file, with whose it is', () => {
  const heap = heapOf(['handed_in']);
  const own = heap.students[0]?.open[0];
  expect(findPage(heap, own?.fileId ?? '')).toEqual({ page: own, title: '学生0，第 1 页' });
  expect(findPage(heap, '')).toBeNull();
});
