import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { openFile } from '~/domain/file/file.queries.server';
import { decodeText } from '~/domain/file/plain-text.server';
import type { ResourceKind } from '~/domain/file/resource-types.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { MAX_TEXT_PREVIEW_BYTES, mayReadResource, type ResourceAudience, type ResourceSort } from './resource.rules';

export type Resource = {
  id: number;
  title: string;
  kind: ResourceKind;
  fileId: string;
  fileName: string;
  mime: string;
  size: number;
  /** Of sound; null of anything else, and of sound that nobody measured. */
  durationMs: number | null;
  ownerId: number;
  ownerName: string;
  isOpen: boolean;
  audience: ResourceAudience;
  classroomIds: number[];
  classNames: string[];
  downloadCount: number;
  createdAt: number;
};

export type ResourceFilter = PageInput & {
  /** `mine`: the reader's own, closed ones too. Otherwise everything the reader may see. */
  scope: 'mine' | 'all';
  keyword: string;
  kind: '' | ResourceKind;
  sort: ResourceSort;
  /** '' is the order that is usual for the sort. */
  order: '' | 'asc' | 'desc';
};

function rows() {
  return db()
    .selectFrom('resources')
    .innerJoin('files', 'files.id', 'resources.file_id')
    .innerJoin('users', 'users.id', 'resources.owner_id')
    .where('resources.deleted_at', 'is', null);
}

/** What the reader may see; the same rule as mayReadResource. */
function readable(actor: Actor, scope: 'mine' | 'all') {
  const own = rows().where('resources.owner_id', '=', actor.id);
  if (scope === 'mine') return own;
  if (isTeacher(actor)) {
    return rows().where((eb) => eb.or([eb('resources.is_open', '=', 1), eb('resources.owner_id', '=', actor.id)]));
  }
  return rows()
    .where('resources.is_open', '=', 1)
    .where((eb) =>
      eb.or([
        eb('resources.audience', '=', 'all'),
        eb.exists(
          eb
            .selectFrom('resource_classrooms')
            .select('resource_classrooms.resource_id')
            .whereRef('resource_classrooms.resource_id', '=', 'resources.id')
            .where('resource_classrooms.classroom_id', '=', actor.classroomId ?? 0),
        ),
      ]),
    );
}

const COLUMNS = [
  'resources.id',
  'resources.title',
  'resources.kind',
  'resources.file_id',
  'resources.owner_id',
  'resources.is_open',
  'resources.audience',
  'resources.download_count',
  'resources.created_at',
  'files.name as file_name',
  'files.mime',
  'files.size',
  'files.duration_ms',
  'users.name as owner_name',
] as const;

/** A page of the resources that the reader may see. */
export async function listResources(actor: Actor, filter: ResourceFilter): Promise<Page<Resource>> {
  let query = readable(actor, filter.scope);
  if (filter.kind !== '') query = query.where('resources.kind', '=', filter.kind);
  if (filter.keyword !== '') {
    const pattern = likePattern(filter.keyword.toLowerCase());
    query = query.where(
      sql<boolean>`(lower(resources.title) like ${pattern} escape '\\' or lower(users.name) like ${pattern} escape '\\')`,
    );
  }
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const column = {
    time: 'resources.created_at',
    name: 'resources.title',
    downloads: 'resources.download_count',
  } as const;
  const order = filter.order || (filter.sort === 'name' ? 'asc' : 'desc');
  const found = await query
    .select(COLUMNS)
    .orderBy(column[filter.sort], order)
    .orderBy('resources.id', order)
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: await withClasses(found),
    totalCount: Number(count),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];
const selected = () => rows().select(COLUMNS);

async function withClasses(found: Row[]): Promise<Resource[]> {
  if (found.length === 0) return [];
  const classes = await db()
    .selectFrom('resource_classrooms')
    .innerJoin('classrooms', 'classrooms.id', 'resource_classrooms.classroom_id')
    .select(['resource_classrooms.resource_id', 'classrooms.id', 'classrooms.name'])
    .where(
      'resource_classrooms.resource_id',
      'in',
      found.map((row) => row.id),
    )
    .where('classrooms.deleted_at', 'is', null)
    .orderBy('classrooms.name')
    .orderBy('classrooms.id')
    .execute();
  return found.map((row) => {
    const own = classes.filter((one) => one.resource_id === row.id);
    return {
      id: row.id,
      title: row.title,
      kind: row.kind as ResourceKind,
      fileId: row.file_id,
      fileName: row.file_name,
      mime: row.mime,
      size: row.size,
      durationMs: row.duration_ms,
      ownerId: row.owner_id,
      ownerName: row.owner_name,
      isOpen: row.is_open === 1,
      audience: row.audience as ResourceAudience,
      classroomIds: own.map((one) => one.id),
      classNames: own.map((one) => one.name),
      downloadCount: row.download_count,
      createdAt: row.created_at,
    };
  });
}

/** Resources by id in the order asked for, deleted ones left out. Asks no rights. */
export async function findResources(ids: readonly number[]): Promise<Resource[]> {
  if (ids.length === 0) return [];
  const found = await withClasses(
    await selected()
      .where('resources.id', 'in', [...ids])
      .execute(),
  );
  return ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
}

/**
 * One resource that the reader may see.
 * @throws AppError not_found: that a closed one exists is private
 */
export async function getResource(actor: Actor, id: number): Promise<Resource> {
  const [found] = await findResources([id]);
  if (!found || !mayReadResource(actor, found)) throw notFound('资源');
  return found;
}

/** Own resources among these ids, for a question before something is done to them. */
export async function findOwnResources(actor: Actor, ids: readonly number[]): Promise<Resource[]> {
  return (await findResources(ids)).filter((one) => one.ownerId === actor.id);
}

/** How many resources the reader sees, how many are own and how much room those take. */
export async function countResources(actor: Actor): Promise<{ all: number; mine: number; ownBytes: number }> {
  const count = async (scope: 'all' | 'mine') => {
    const row = await readable(actor, scope)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('files.size').as('bytes')])
      .executeTakeFirstOrThrow();
    return { count: Number(row.count), bytes: Number(row.bytes ?? 0) };
  };
  const [all, mine] = [await count('all'), await count('mine')];
  return { all: all.count, mine: mine.count, ownBytes: mine.bytes };
}

/** The beginning of a text resource, for its preview. */
export async function readTextPreview(resource: Resource): Promise<{ text: string; isCut: boolean }> {
  const end = Math.min(resource.size, MAX_TEXT_PREVIEW_BYTES) - 1;
  const chunks: Uint8Array[] = [];
  if (end >= 0) for await (const chunk of openFile({ id: resource.fileId }, { start: 0, end })) chunks.push(chunk);
  const isCut = resource.size > MAX_TEXT_PREVIEW_BYTES;
  return { text: decodeText(Buffer.concat(chunks), isCut).replace(/^\ufeff/, ''), isCut };
}
