import { USUAL_THRESHOLDS } from '~/lib/bands';
import { db } from '~/db/db.server';
import { addClassroom } from '~/domain/classroom/classroom.commands.server';
import { graduateClassrooms } from '~/domain/classroom/school-year.commands.server';
import { inviteColleague } from '~/domain/user/invitation.commands.server';
import { saveSchoolExams } from '~/domain/user/school.commands.server';
import { STUDENT } from '~/domain/actor/actor.rules';
import type { DemoPeople } from './demo-people.server';

const DAY = 24 * 3600_000;

const GRADUATES = ['白若琳', '曹景行', '董思远', '范雨桐', '高子墨', '韩佳怡'];

/** The school's own settings by its administrator. */
export async function addDemoSchoolSettings({ teachers }: DemoPeople, now: number): Promise<void> {
  const [zhou] = teachers;
  if (!zhou) throw new Error('demo data: a teacher expected');
  const set = now - 79 * DAY;
  const lines = { ...USUAL_THRESHOLDS, goodFrom: USUAL_THRESHOLDS.goodFrom + 5 };
  await saveSchoolExams(zhou, { ...lines, retentionDays: 400 }, set);
}

/** An invitation that waits for its colleague, and a class that graduated last summer. */
export async function addDemoAccounts({ teachers }: DemoPeople, now: number): Promise<void> {
  const [zhou, lu] = teachers;
  if (!zhou || !lu) throw new Error('demo data: teachers expected');
  await inviteColleague(lu, { note: '英语组 王老师', requestId: '' }, now - 2 * DAY);
  const created = now - 78 * DAY;
  const { id } = await addClassroom(
    zhou,
    { name: '导游2301班', grade: '2023级', year: 2023, teacherIds: [zhou.id, lu.id], requestId: '' },
    created,
  );
  const { password_hash } = await db()
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', zhou.id)
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('users')
    .values(
      GRADUATES.map((name, index) => ({
        user_type: STUDENT,
        account: `g${String(index + 1).padStart(3, '0')}`,
        account_key: `g${String(index + 1).padStart(3, '0')}`,
        password_hash,
        name,
        gender: '',
        classroom_id: id,
        has_consent: 1,
        is_demo: 1,
        created_at: created,
        updated_at: created,
      })),
    )
    .execute();
  await graduateClassrooms(zhou, { ids: [id], accounts: 'disable' }, now - 77 * DAY);
}
