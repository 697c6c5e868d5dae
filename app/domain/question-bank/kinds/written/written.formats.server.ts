import type { OutgoingQuestion } from '../../formats/format.rules';
import { essayFormats } from '../shared/essay.formats.server';

export const written = essayFormats(({ body }: Extract<OutgoingQuestion, { bank: 'written' }>) => {
  const { referenceAnswer: reference, markingPoints, answerBy } = body;
  return { reference, markingPoints, analysis: '', isPhoto: answerBy !== 'text' };
});
