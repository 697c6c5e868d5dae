import type { TheoryOutgoing } from '../kind-formats';
import { essayFormats } from '../shared/essay.formats.server';

export const short = essayFormats(({ body: { reference, analysis } }: TheoryOutgoing) => {
  return { reference, markingPoints: [], analysis, isPhoto: false };
});
