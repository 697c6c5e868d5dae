import type { OutgoingQuestion } from '../../formats/format.rules';
import { essayFormats } from '../shared/essay.formats.server';

export const oral = essayFormats<Extract<OutgoingQuestion, { bank: 'oral' }>>(() => {
  return { reference: '', markingPoints: [], analysis: '', isPhoto: false };
});
