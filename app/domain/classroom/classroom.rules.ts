import { isTeacher, type Actor } from '~/domain/actor/actor.rules';

/** Who made a class and who teaches it: all that the right to change it depends on. */
export type ClassroomStaff = { createdBy: number; teacherIds: readonly number[] };

/** A teacher changes the classes they created or teach, with their students' data. */
export function canChangeClassroom(actor: Pick<Actor, 'id' | 'userType'>, staff: ClassroomStaff): boolean {
  return isTeacher(actor) && (staff.createdBy === actor.id || staff.teacherIds.includes(actor.id));
}

/** Why classes stay while exams of theirs are not over. */
export function openExamsText(intent: 'delete' | 'graduate', exams: readonly string[]): string {
  const what = intent === 'delete' ? '它的班级不能删除。请在考试结束后再删除。' : '请在考试结束后再办理毕业。';
  return `考试「${exams.join('」「')}」还没有结束，${what}`;
}

/** The school year's first calendar year: a class that starts in September belongs to that year. */
export function defaultYear(today: string): number {
  const [year = 2026, month = 9] = today.split('-').map(Number);
  return month >= 7 ? year : year - 1;
}
