import { renderToPipeableStream } from 'react-dom/server';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { collectPage, encodePage } from './html-bytes.server';

test('a long page of Chinese attributes arrives without broken characters', async () => {
  const labels = Array.from({ length: 400 }, (_, index) => `第 ${index} 条录音，批注的内容`);
  const { pipe } = renderToPipeableStream(
    <ul>
      {labels.map((label) => (
        <li key={label} aria-label={label}>
          {label}
        </li>
      ))}
    </ul>,
  );
  const html = await new Promise<string>((resolve) => {
    pipe(collectPage((page) => resolve(page.toString())));
  });
  expect(html).not.toMatch(/[\0\uFFFD]/);
  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map((match) => match[1])).toEqual(labels);
});

test('what is streamed behind the document stands in its body', async () => {
  const html = await new Promise<string>((resolve) => {
    const page = collectPage((whole) => resolve(whole.toString()));
    page.write('<!DOCTYPE html><html><head></head><body><p>题</p></body></html>');
    page.end('<script>more()</script>');
  });
  expect(html).toBe('<!DOCTYPE html><html><head></head><body><p>题</p><script>more()</script></body></html>');
});

test.each([
  ['gzip, deflate, br', true],
  ['br;q=1.0, GZIP;q=0.8', true],
  ['gzip;q=0', false],
  ['gzip; q=0.0, identity', false],
  ['identity', false],
  [null, false],
])('Accept-Encoding %s: compressed %s', (accepted, isCompressed) => {
  const page = Buffer.from('导游'.repeat(1000));
  const headers = new Headers();
  const body = encodePage(page, accepted, headers);
  expect(headers.get('Content-Encoding')).toBe(isCompressed ? 'gzip' : null);
  expect(headers.get('Content-Length')).toBe(String(body.length));
  expect(headers.get('Vary')).toBe('Accept-Encoding');
  expect((isCompressed ? gunzipSync(body) : body).equals(page)).toBe(true);
});
