import type { ReactNode } from 'react';
import type { TheoryBody } from '~/domain/question-bank/question.schema';

/** How a kind of the theory bank is written: what its form has besides the stem, the pictures and the analysis. */
export interface KindEditor {
  /** What to write into the stem; RICH_HINT goes behind it. */
  stemHint: string;
  stemRows: number;
  /** What is right. `isOwn`: a student's own question, in words for students. */
  keyFields(props: { body: TheoryBody | undefined; isOwn: boolean }): ReactNode;
}
