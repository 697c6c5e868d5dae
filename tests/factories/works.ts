import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { WorksTable } from '~/db/tables/daily';
import { useFile } from '~/domain/file/file.commands.server';
import { workContent, type WorkItem } from '~/domain/work/work.rules';
import { makeAttempt, makeExam } from './exams';
import { makeFile } from './files';
import { makeOralQuestion } from './questions';
import { next } from './sequence';
import { makeTake } from './takes';

type Student = { id: number; classroom_id: number | null };

/** A released oral exam that the student sat with one recording, settled at `percent`. */
export async function makeReleasedOral(input: {
  teacher: { id: number };
  student: Student;
  percent?: number | null;
  title?: string;
  settings?: Parameters<typeof makeExam>[0]['settings'];
  status?: 'closed' | 'released';
}) {
  const { teacher, student, percent = 92, title = '春天', settings, status = 'released' } = input;
  const oral = await makeOralQuestion({ owner: teacher, title });
  const classrooms = student.classroom_id === null ? [] : [{ id: student.classroom_id }];
  const exam = await makeExam({ owner: teacher, classrooms, oral, status, settings });
  const attempt = await makeAttempt({ exam, student, part: 'oral', state: 'scored', percent });
  const [item] = exam.items;
  const take = await makeTake({ attempt, itemId: item?.id ?? 0, owner: student });
  await useFile(take.file_id, 'attempt', attempt.id);
  return { exam, attempt, take };
}

export type WorkInput = Partial<Omit<Insertable<WorksTable>, 'id' | 'student_id' | 'content'>> & {
  student: Student;
  teacher: { id: number };
  percent?: number | null;
  items?: WorkItem[];
};

/** An approved work of a released oral exam, unless said otherwise; its author's consent is as their row says. */
export async function makeWork({ student, teacher, percent = 92, items, ...columns }: WorkInput) {
  const isOfExam = !columns.practice_id && !columns.attempt_id;
  const made = isOfExam ? await makeReleasedOral({ teacher, student, percent }) : null;
  const file = made ? made.take.file_id : (await makeFile({ owner: student, kind: 'audio' })).id;
  const content = workContent(items ?? [{ title: '春天', fileIds: [file], text: '' }]);
  const now = Date.now();
  const work = await db()
    .insertInto('works')
    .values({
      classroom_id: student.classroom_id,
      attempt_id: made?.attempt.id ?? null,
      practice_id: null,
      part: 'oral',
      title: `作品${next()}`,
      score: Math.round(percent ?? 0),
      state: 'approved',
      decided_by: columns.state === undefined || columns.state === 'approved' ? teacher.id : null,
      decided_at: now,
      pinned_at: null,
      created_at: now,
      updated_at: now,
      ...columns,
      student_id: student.id,
      content: toJson(content),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const fileId of content.fileIds) await useFile(fileId, 'work', work.id);
  return { ...work, fileId: file, exam: made?.exam ?? null, attempt: made?.attempt ?? null };
}
