/** An exam may give the item another full mark than the bank did; its marking points keep their share. */
export function scaledMarkingPoints<M extends { points: number }>(marks: readonly M[], points?: number): M[] {
  const total = marks.reduce((sum, mark) => sum + mark.points, 0);
  const scale = points === undefined || total === 0 ? 1 : points / total;
  return marks.map((mark) => ({ ...mark, points: Math.round(mark.points * scale * 100) / 100 }));
}
