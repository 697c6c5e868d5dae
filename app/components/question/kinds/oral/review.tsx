import type { KindReview } from '../review-parts';

export const oral: KindReview<unknown> = {
  keyRows: () => null,
};
