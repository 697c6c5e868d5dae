/** The four oral measures, in the order they are shown. Apart from the zod schemas so that client code stays small. */
export const MEASURES = ['zqd', 'lld', 'wzd', 'gjc'] as const;
export type Measure = (typeof MEASURES)[number];

export const MEASURE_LABELS: Record<Measure, string> = {
  zqd: '准确度',
  lld: '流利度',
  wzd: '完整度',
  gjc: '关键词',
};
