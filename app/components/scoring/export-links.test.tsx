import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ExportLinks } from './export-links';

const hrefs = (isByCode: boolean) => {
  const html = renderToStaticMarkup(<ExportLinks examId={7} filter={{ classId: 3, state: '' }} {...{ isByCode }} />);
  return [...html.matchAll(/href="([^"]*)"/g)].map(
    (found) => new URL((found[1] ?? '').replaceAll('&amp;', '&'), 'http://x').searchParams,
  );
};

test('answers of the class that is listed; of papers that are marked by code all classes together', () => {
  const [scores, answers] = hrefs(false);
  expect([scores?.get('classId'), answers?.get('classId'), answers?.get('what')]).toEqual(['3', '3', 'answers']);
  const [named, coded] = hrefs(true);
  expect([named?.get('classId'), coded?.get('classId'), coded?.get('what')]).toEqual(['3', null, 'answers']);
});
