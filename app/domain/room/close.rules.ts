/** What ending exams now does: papers that are taken in, and whether an exam has both parts to end. */
export type ClosingFigures = { open: number; hasBothParts: boolean };

/** What whoever ends an exam is told before, wherever they do it. Pure. */
export function closeSentence({ open, hasBothParts }: ClosingFigures): string {
  const work = open === 0 ? '现在没有人在作答。' : `${open} 份还在作答的答卷马上按已保存的内容交卷。`;
  const both = hasBothParts ? '口语和笔试两部分一起结束。' : '';
  return `${work}没有开始的学生不能再开始。${both}还可以补传照片的学生也不能再传。之后要继续，可以再补时。`;
}
