import { expect, test } from 'vitest';
import type { TheoryQuestion, WrittenQuestion } from '~/domain/question-bank/question.schema';
import { drawn } from '~tests/support/drawn';
import { WrittenFields } from './kinds/written/editor';
import { TheoryFields } from './theory-fields';

const filed = { keyPoints: ['时态', '语态'], imageIds: [] };

test('the key words of a question of either bank are written in its form, as those of an oral one', async () => {
  const theory = {
    ...{ ...filed, bank: 'theory', kind: 'short' },
    body: { stem: '', reference: '', analysis: '', musicUrl: '' },
  };
  const written = {
    ...{ ...filed, bank: 'written' },
    body: { prompt: '', referenceAnswer: '', markingPoints: [], answerBy: 'both', musicUrl: '' },
  };
  const forms = [
    <TheoryFields key="theory" kind="short" question={theory as unknown as TheoryQuestion} />,
    <WrittenFields key="written" question={written as unknown as WrittenQuestion} />,
  ];
  for (const form of forms) {
    expect(await drawn(form)).toMatch(/<textarea[^>]*name="keyPoint"[^>]*>时态，语态<\/textarea>/);
  }
});
