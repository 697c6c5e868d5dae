/** To whom a question can be shared. */
export const AUDIENCES = ['teachers', 'group', 'teacher', 'students', 'class'] as const;
export type Audience = (typeof AUDIENCES)[number];

export const AUDIENCE_LABELS: Record<Audience, string> = {
  teachers: '全体教师',
  group: '教研组',
  teacher: '同事',
  students: '全体学生',
  class: '班级',
};

/** What a colleague or a group may do: read, copy and use; or change it as well. */
export const RIGHTS = ['view', 'edit'] as const;
export type Right = (typeof RIGHTS)[number];

export const RIGHT_LABELS: Record<Right, string> = { view: '可查看', edit: '可编辑' };

/** One audience, with the one it is where there are several. */
export type ShareTarget = {
  audience: Audience;
  classroomId: number | null;
  teacherId?: number | null;
  groupId?: number | null;
  /** Of a colleague or a group; the others only read. */
  right?: Right;
};

/** Who has a question, by name. */
export type ShareName = ShareTarget & { label: string };

/** A share with its time, and the directory that brings it where it is not the question's own. */
export type Share = Required<ShareName> & {
  questionId: number;
  createdAt: number;
  directory: { id: number; name: string } | null;
};

/** A target as one text, for a form's field: teachers, students, class-3, teacher-5, group-2. */
export function targetKey({ audience, classroomId, teacherId, groupId }: ShareTarget): string {
  const id = classroomId ?? teacherId ?? groupId ?? null;
  return id === null ? audience : `${audience}-${id}`;
}

/** Whether students have it. */
export function reachesStudents({ audience }: { audience: Audience }): boolean {
  return audience === 'students' || audience === 'class';
}

/** 全体教师、旅游2601班 等 4 项, whoever has it by several ways once; '' for none. */
export function sharedWithText(shares: readonly { label: string }[], most = 2): string {
  const labels = [...new Set(shares.map((share) => share.label))];
  return `${labels.slice(0, most).join('、')}${labels.length > most ? ` 等 ${labels.length} 项` : ''}`;
}
