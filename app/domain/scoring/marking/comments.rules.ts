/** overall: on the whole paper; item: on one item; note: at a second of a recording. */
export const COMMENT_KINDS = ['overall', 'item', 'note'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];

export const COMMENT_KIND_LABELS: Record<CommentKind, string> = {
  overall: '总评',
  item: '单题评语',
  note: '录音批注',
};

/** How long each may be, in characters. */
export const COMMENT_LENGTHS: Record<CommentKind, number> = { overall: 2000, item: 500, note: 200 };

/** A comment with a quick one put after it as a sentence of its own. */
export function appendComment(text: string, quick: string): string {
  const sentence = /[。！？；.!?]$/.test(quick) ? quick : `${quick}。`;
  const before = text.trimEnd();
  if (before === '') return sentence;
  return `${before}${/[。！？；.!?]$/.test(before) ? '' : '。'}${sentence}`;
}
