import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { ScanView } from '~/domain/scan/scan.queries.server';
import { PrintPaper } from './print-paper';
import { ScanFound } from './scan-found';

const choice = (stem: string) => {
  const options = ['甲', '乙'].map((text, index) => ({ key: 'AB'[index] ?? '', text }));
  const body = {
    stem,
    options,
    keys: ['A'],
    alsoRight: [],
    blanks: [],
    markingPoints: [],
    musicUrl: '',
    reference: '',
    analysis: '',
  };
  return { bank: 'theory', kind: 'single', imageIds: [], body } as unknown as QuestionSnapshot;
};
const printed = (stem: string) =>
  renderToStaticMarkup(
    <PrintPaper title="" schoolName="" questions={[{ ...choice(stem), points: 2 }]} points={2} withAnswers={false} />,
  );

test('a printed question has one place for its letter, its own or one behind the stem', () => {
  for (const stem of ['最大的数是（　　）', '最大的数是']) {
    expect(printed(stem).split('（　　）')).toHaveLength(2);
    expect(printed(stem)).toContain('最大的数是（　　）');
  }
});

test('lines for a long answer end in a few that stay together; none stand where they are written on sheets', () => {
  const written = {
    bank: 'written',
    kind: '',
    title: '作文',
    imageIds: [],
    body: { prompt: '写一篇作文', referenceAnswer: '', markingPoints: [] },
  };
  const paper = (lines: '' | 'half' | 'none') =>
    renderToStaticMarkup(
      <PrintPaper
        title=""
        schoolName=""
        questions={[{ ...(written as unknown as QuestionSnapshot), points: 20 }]}
        points={20}
        lines={lines}
        withAnswers={false}
      />,
    );
  const count = (html: string) => html.split('<i></i>').length - 1;
  expect(count(paper(''))).toBe(20);
  expect(paper('')).toContain('<div class="paper__last"><i></i><i></i><i></i><i></i></div>');
  expect(count(paper('half'))).toBe(10);
  expect(count(paper('none'))).toBe(0);
});

test('pages that can be placed no more are named, with whose they are', () => {
  const page = { fileId: 'f', url: '/f', page: 2 };
  const student = {
    id: 1,
    name: '林可欣',
    account: 's01',
    classroomName: '一班',
    paper: 'none',
    doubles: [],
    missing: [],
  };
  const scan = {
    ...{ exam: { id: 1 }, obstacle: '成绩已经公布', pages: 1, unknown: [], discarded: [], absent: [] },
    students: [{ ...student, open: [page], placed: [] }],
  } as unknown as ScanView;
  const html = renderToStaticMarkup(<ScanFound scan={scan} isNoneTicked={false} />);
  expect(html).toContain('这些页没有放入答卷');
  expect(html).toMatch(/林可欣[\s\S]*第 2 页/);
});
