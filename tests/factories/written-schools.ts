import type { Actor } from '~/domain/actor/actor.rules';
import { makeExam, type MadeExam } from './exams';
import { actorOf, makeClassroom, makeStudent, makeTeacher } from './people';
import { makeTheoryQuestion } from './questions';

/** A teacher with a class, these students in it and their exam: two choices, B is right, an hour from `now`. */
export async function makeWrittenSchool({
  students,
  now,
  examiners = [],
}: {
  students: string[];
  now: number;
  examiners?: { id: number }[];
}): Promise<{
  teacher: Awaited<ReturnType<typeof makeTeacher>>;
  owner: Actor;
  classroom: Awaited<ReturnType<typeof makeClassroom>>;
  students: Actor[];
  exam: MadeExam;
}> {
  const teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  const actors: Actor[] = [];
  for (const name of students) actors.push(actorOf(await makeStudent({ classroom_id: classroom.id, name })));
  const written = [await makeTheoryQuestion({ owner: teacher }), await makeTheoryQuestion({ owner: teacher })];
  const named = examiners.map((one) => ({ teacher: one, part: 'written' as const }));
  const exam = await makeExam({ owner: teacher, classrooms: [classroom], written, now, examiners: named });
  return { teacher, owner: actorOf(teacher), classroom, students: actors, exam };
}
