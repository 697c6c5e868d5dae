import { renderToPipeableStream } from 'react-dom/server';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { withoutZeroBytes } from './html-bytes.server';

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
  const html = await text(pipe(withoutZeroBytes()));
  expect(html).not.toMatch(/[\0\uFFFD]/);
  expect([...html.matchAll(/aria-label="([^"]*)"/g)].map((match) => match[1])).toEqual(labels);
});
