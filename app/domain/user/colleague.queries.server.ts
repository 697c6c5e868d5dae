import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { notFound } from '~/lib/errors';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { TEACHER } from '~/domain/actor/actor.rules';

export type Colleague = {
  id: number;
  account: string;
  name: string;
  isAdmin: boolean;
  isDisabled: boolean;
  /** Whether a forgotten password can be mailed. */
  hasEmail: boolean;
  classCount: number;
};

export type ColleagueState = '' | 'disabled';

function colleagues() {
  return db()
    .selectFrom('users')
    .where('user_type', '=', TEACHER)
    .where('deleted_at', 'is', null)
    .select(['id', 'account', 'name', 'is_admin', 'is_disabled', 'email'])
    .select((eb) =>
      eb
        .selectFrom('classrooms')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('classrooms.deleted_at', 'is', null)
        .where('classrooms.is_archived', '=', 0)
        .where((or) =>
          or.or([
            or('classrooms.created_by', '=', or.ref('users.id')),
            or.exists(
              or
                .selectFrom('classroom_teachers')
                .select('classroom_teachers.teacher_id')
                .whereRef('classroom_teachers.classroom_id', '=', 'classrooms.id')
                .whereRef('classroom_teachers.teacher_id', '=', 'users.id'),
            ),
          ]),
        )
        .as('class_count'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof colleagues>['execute']>>[number];

function toColleague(row: Row): Colleague {
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    isAdmin: row.is_admin === 1,
    isDisabled: row.is_disabled === 1,
    hasEmail: row.email !== '',
    classCount: Number(row.class_count ?? 0),
  };
}

/** The school's teachers by name; disabled accounts apart. */
export async function listColleagues(
  filter: PageInput & { keyword: string; state: ColleagueState },
): Promise<Page<Colleague>> {
  let query = colleagues().where('is_disabled', '=', filter.state === 'disabled' ? 1 : 0);
  if (filter.keyword !== '') {
    const pattern = likePattern(filter.keyword.toLowerCase());
    query = query.where(
      sql<boolean>`(lower(name) like ${pattern} escape '\\' or account_key like ${pattern} escape '\\')`,
    );
  }
  const { count } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .orderBy('is_admin', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: rows.map(toColleague),
    totalCount: Number(count),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

/** The accounts of the school's administrators, disabled ones too: a one-time password opens those again. */
export async function listAdministratorAccounts(): Promise<string[]> {
  const rows = await colleagues().where('is_admin', '=', 1).orderBy('id').execute();
  return rows.map(({ account }) => account);
}

/** How many teachers' accounts are in use and how many are disabled. */
export async function countColleagues(): Promise<{ active: number; disabled: number }> {
  const rows = await db()
    .selectFrom('users')
    .select(['is_disabled', ({ fn }) => fn.countAll<number>().as('count')])
    .where('user_type', '=', TEACHER)
    .where('deleted_at', 'is', null)
    .groupBy('is_disabled')
    .execute();
  const of = (flag: number) => Number(rows.find((row) => row.is_disabled === flag)?.count ?? 0);
  return { active: of(0), disabled: of(1) };
}

/** One teacher. */
export async function getColleague(id: number): Promise<Colleague> {
  const row = await colleagues().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('教师');
  return toColleague(row);
}

/** One teacher, or null. */
export async function findColleague(id: number): Promise<Colleague | null> {
  const row = await colleagues().where('id', '=', id).executeTakeFirst();
  return row ? toColleague(row) : null;
}
