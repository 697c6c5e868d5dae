/** To whom a question can be shared. */
export const AUDIENCES = ['teachers', 'students', 'class'] as const;
export type Audience = (typeof AUDIENCES)[number];

export const AUDIENCE_LABELS: Record<Audience, string> = {
  teachers: '全体教师',
  students: '全体学生',
  class: '班级',
};

/** One audience; `classroomId` where it is a class. */
export type ShareTarget = { audience: Audience; classroomId: number | null };

/** Who has a question, by name. */
export type ShareName = ShareTarget & { label: string };

/** A target as one text, for a form's field: teachers, students, class-3. */
export function targetKey({ audience, classroomId }: ShareTarget): string {
  return classroomId === null ? audience : `${audience}-${classroomId}`;
}

/** 全体教师、旅游2601班 等 4 项; '' for none. */
export function sharedWithText(shares: readonly { label: string }[], most = 2): string {
  const labels = shares.slice(0, most).map((share) => share.label);
  return `${labels.join('、')}${shares.length > most ? ` 等 ${shares.length} 项` : ''}`;
}
