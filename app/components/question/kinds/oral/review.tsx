import type { KindReview } from '../review-parts';

export const oral: KindReview<unknown> = {
  keyRows: () => null,
  hasKey: ({ keyPoints }) => keyPoints.length > 0,
  keyLine: () => '',
};
