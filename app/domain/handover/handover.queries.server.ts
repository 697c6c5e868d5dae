import { db } from '~/db/db.server';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { listOpenExaminerParts, listOpenTasks } from '~/domain/scoring/sharing-out/hand-over.queries.server';
import { getColleague, type Colleague } from '~/domain/user/colleague.queries.server';

/** What changes hands, counted. */
export type HandOverCounts = {
  oral: number;
  written: number;
  theory: number;
  directories: number;
  exams: number;
  /** Of the exams: published and not yet over. */
  runningExams: number;
  examinerParts: number;
  openPapers: number;
  classes: number;
  resources: number;
};

export type HandOverPreview = {
  from: Colleague;
  counts: HandOverCounts;
  /** The names behind some of the counts. */
  examNames: string[];
  classNames: string[];
  /** Names the counts: what was seen is what is done. */
  mark: string;
};

/** What a teacher would leave to another. Asks no rights: its page and command do. */
export async function previewHandOver(fromId: number): Promise<HandOverPreview> {
  const from = await getColleague(fromId);
  const banks = await db()
    .selectFrom('questions')
    .select(['bank', ({ fn }) => fn.countAll<number>().as('count')])
    .where('owner_id', '=', fromId)
    .where('deleted_at', 'is', null)
    .groupBy('bank')
    .execute();
  const inBank = (bank: string) => Number(banks.find((row) => row.bank === bank)?.count ?? 0);
  const exams = await db()
    .selectFrom('exams')
    .select(['name', 'status'])
    .where('owner_id', '=', fromId)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .execute();
  const classes = await db()
    .selectFrom('classrooms')
    .select('name')
    .where('deleted_at', 'is', null)
    .where(isOwnClassroom(fromId))
    .orderBy('year', 'desc')
    .orderBy('name')
    .execute();
  const counts = {
    oral: inBank('oral'),
    written: inBank('written'),
    theory: inBank('theory'),
    directories: await countDirectories(fromId),
    exams: exams.length,
    runningExams: exams.filter((exam) => exam.status === 'published').length,
    examinerParts: (await listOpenExaminerParts(fromId)).length,
    openPapers: (await listOpenTasks(fromId)).length,
    classes: classes.length,
    resources: await countResources(fromId),
  };
  return {
    from,
    counts,
    examNames: exams.map((exam) => exam.name || '未命名的考试'),
    classNames: classes.map((one) => one.name),
    mark: Object.values(counts).join('-'),
  };
}

async function countDirectories(ownerId: number): Promise<number> {
  const { count } = await db()
    .selectFrom('directories')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countResources(ownerId: number): Promise<number> {
  const { count } = await db()
    .selectFrom('resources')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
