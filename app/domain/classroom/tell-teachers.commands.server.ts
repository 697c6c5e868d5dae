import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { toClasses } from '~/lib/addresses/members';

/** Who shares a class hears what another of its teachers did with it. Call these inside the transaction of the change. */

type ClassName = { id: number; name: string };

/** Tells whoever became a teacher of the class, or is none any more; not who did it. */
export async function tellTeachersChanged(
  actor: Actor,
  classroom: ClassName,
  { before, after }: { before: number[]; after: number[] },
  now: number,
): Promise<void> {
  const who = `${actor.name}（${actor.account}）`;
  const others = (ids: number[]) => ids.filter((id) => id !== actor.id);
  await sendMessages(
    others(after.filter((id) => !before.includes(id))),
    {
      kind: 'system',
      title: `您成了「${classroom.name}」的任课教师`,
      body: `${who}把您加进了这个班级。`,
      link: toClasses({ keyword: classroom.name }),
    },
    now,
  );
  await sendMessages(
    others(before.filter((id) => !after.includes(id))),
    {
      kind: 'system',
      title: `您不再是「${classroom.name}」的任课教师`,
      body: `${who}把您从这个班级的任课教师里去掉了。您出的考试和评过的分都还在；有疑问请联系这位老师。`,
    },
    now,
  );
}

/** Tells the other teachers of the classes that students were taken out of, one message a class. */
export async function tellTeachersOfLeaving(
  actor: Actor,
  students: { name: string; account: string; classId: number | null; className: string }[],
  toName: string,
  now: number,
): Promise<void> {
  const ids = [...new Set(students.flatMap(({ classId }) => (classId === null ? [] : [classId])))];
  for (const id of ids) {
    const left = students.filter((student) => student.classId === id);
    const rows = await db()
      .selectFrom('classroom_teachers')
      .select('teacher_id')
      .where('classroom_id', '=', id)
      .execute();
    const names = left.slice(0, MOST_NAMED).map(({ name, account }) => `${name}（${account}）`);
    const more = left.length > MOST_NAMED ? `等 ${left.length} 名学生` : '';
    const where = toName === '' ? '移出了班级' : `转到了「${toName}」`;
    const className = left[0]?.className ?? '';
    await sendMessages(
      rows.map((row) => row.teacher_id).filter((teacherId) => teacherId !== actor.id),
      {
        kind: 'system',
        title: `「${className}」有 ${left.length} 名学生${toName === '' ? '移出' : '转班'}`,
        body: `${actor.name}（${actor.account}）把${names.join('、')}${more}${where}。`,
        link: toClasses({ keyword: className }),
      },
      now,
    );
  }
}

const MOST_NAMED = 10;
