import { withLabels } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { heldWindowOf, phaseOf, photosHeldUntil, scopeLabel, type ExtendScope } from '~/domain/exam/times.rules';
import { hasPart, partsOf, type Part } from '~/domain/exam/parts.rules';
import { listCandidates, listExamClassrooms } from '~/domain/exam/people.queries.server';
import { extendObstacle } from './extend.rules';
import { findExtendNotice } from './resume.queries.server';

/** A published own exam with everything that may still be changed, and what was. */
export async function getAdjustPage(actor: Actor, id: number, now: number) {
  const exam = await getOwnExam(actor, id);
  const options = (await listClassroomOptions(actor, 'mine')).map((classroom) => classroom.id);
  const scopes: ExtendScope[] = hasPart(exam, 'written')
    ? [...partsOf(exam.testType), 'upload']
    : partsOf(exam.testType);
  return {
    exam: { id: exam.id, name: exam.name, status: exam.status },
    obstacle: extendObstacle(exam),
    windows: partsOf(exam.testType).flatMap((part) => {
      const window = heldWindowOf(exam, part);
      if (!window) return [];
      const minutes = part === 'oral' ? exam.oralMinutes : exam.writtenMinutes;
      const uploadEndTime = part === 'written' ? photosHeldUntil(exam) : null;
      return [{ part, phase: phaseOf(exam, part, now), ...window, uploadEndTime, minutes }];
    }),
    scopes,
    notice: await findExtendNotice(exam, null, null),
    students: await listCandidates(exam),
    grants: (await listGrants(exam)).filter((grant) => grant.extraMinutes > 0),
    classrooms: await withLabels(exam.id, await listExamClassrooms(exam.classroomIds, exam.id)),
    addable: await listExamClassrooms(
      options.filter((one) => !exam.classroomIds.includes(one)),
      null,
    ),
    history: await listHistory(id),
  };
}

const ACTIONS: Record<string, string> = {
  'exam.publish': '发布',
  'exam.withdraw': '撤回',
  'exam.close': '关闭',
  'exam.release': '公布成绩',
  'exam.unrelease': '撤回公布',
};

type ExtendDetail = { scopes: ExtendScope[]; minutes: number; reason: string; all?: boolean; studentIds?: number[] };

/** What was done with the exam since its publication, the latest first. */
async function listHistory(examId: number): Promise<{ at: number; actorName: string; text: string }[]> {
  const rows = await db()
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .select(['audit_entries.action', 'audit_entries.detail', 'audit_entries.at', 'users.name'])
    .where('entity', '=', 'exam')
    .where('entity_id', '=', String(examId))
    .where('action', 'in', [...Object.keys(ACTIONS), 'exam.extend', 'exam.addClassrooms'])
    .orderBy('audit_entries.id', 'desc')
    .limit(50)
    .execute();
  return rows.map((row) => ({ at: row.at, actorName: row.name ?? '系统', text: describe(row.action, row.detail) }));
}

function describe(action: string, detail: string): string {
  if (action === 'exam.extend') {
    const { scopes, minutes, reason, all, studentIds } = fromJson<ExtendDetail>(detail);
    const whom = all ? '全体' : `${studentIds?.length ?? 0} 名学生`;
    return `给${whom}${scopes.map(scopeLabel).join('、')}补时 ${minutes} 分钟，原因：${reason}`;
  }
  if (action === 'exam.addClassrooms') {
    return `增加 ${fromJson<{ classrooms: number[] }>(detail).classrooms.length} 个班级`;
  }
  return ACTIONS[action] ?? action;
}

export type Grant = { studentId: number; name: string; part: Part; extraMinutes: number; attempts: number };

/** What single students were granted beyond the exam's own times. Asks no rights. */
export async function listGrants(exam: ExamView): Promise<Grant[]> {
  const names = new Map((await listCandidates(exam)).map((one) => [one.id, one.name]));
  const rows = await db()
    .selectFrom('exam_grants')
    .selectAll()
    .where('exam_id', '=', exam.id)
    .orderBy('student_id')
    .orderBy('part')
    .execute();
  return rows.map((row) => ({
    studentId: row.student_id,
    name: names.get(row.student_id) ?? '',
    part: row.part as Part,
    extraMinutes: row.extra_minutes,
    attempts: row.attempts,
  }));
}
