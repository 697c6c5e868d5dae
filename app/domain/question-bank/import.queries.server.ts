import { sql, type ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import type { Database } from '~/db/schema';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { lastPageOr, pageOffset, type Page, type PageInput } from '~/lib/page';
import { formatMinute } from '~/lib/time';
import { readLabelOf } from './formats/format-info.rules';
import type { FormatName } from './formats/format.rules';
import { isImportFileKept } from './import-file.server';
import type { OtherReading } from './import-reading.server';
import {
  DIED,
  draftOfValues,
  effectiveState,
  HAS_PASSAGE,
  notesOf,
  snapshotOf,
  type ImportState,
  type ItemContent,
  type ItemDraft,
} from './import.rules';
import type { ImportFilter } from './import.schema';
import { questionKindLabel } from './question.rules';
import { BANK_LABELS, QUESTION_KINDS, type Bank, type QuestionSnapshot } from './question.schema';

/** How many of an import's questions … */
export type ImportCounts = {
  all: number;
  /** can be imported, */
  valid: number;
  /** cannot, */
  bad: number;
  /** have something left out or changed, */
  noted: number;
  /** can be imported all the same, */
  changed: number;
  /** are refused, changed or repeated: what to look at first, */
  look: number;
  /** repeat another, */
  duplicate: number;
  /** may have been read wrong and are left out for that, */
  held: number;
  /** are going to be imported. */
  chosen: number;
};

/** An import as its owner sees it. */
export type Import = {
  id: string;
  bank: Bank;
  format: FormatName;
  fileName: string;
  state: ImportState;
  /** Its process has died; another one will go on. */
  isInterrupted: boolean;
  directoryId: number | null;
  byDirectory: boolean;
  done: number;
  total: number;
  problem: string;
  /** What else the file may be read as. */
  others: OtherReading[];
  /** Of the questions it has stored. */
  storedIds: number[];
  counts: ImportCounts;
};

/**
 * An own import in the state that holds now; others' are as good as missing.
 * @throws AppError not_found
 */
export async function getImport(actor: Actor, id: string, now: number): Promise<Import> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '拒绝访问');
  const row = await db()
    .selectFrom('question_imports')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst();
  if (!row) throw notFound('导入');
  const effective = effectiveState({ state: row.state as ImportState, updatedAt: row.updated_at }, now);
  const { isDead } = effective;
  // It goes on by itself.
  const isInterrupted = isDead && row.state === 'reading' && (await isImportFileKept(id));
  const state = isInterrupted ? 'reading' : effective.state;
  return {
    isInterrupted,
    id: row.id,
    bank: row.bank as Bank,
    format: row.format as FormatName,
    fileName: row.file_name,
    state,
    directoryId: row.directory_id,
    byDirectory: row.by_directory === 1,
    done: row.done,
    total: row.total,
    problem: state === 'failed' && isDead ? DIED : row.problem,
    others: fromJson<OtherReading[]>(row.others),
    storedIds: fromJson<number[]>(row.stored_ids),
    counts: await countItems(id),
  };
}

/** In the content of a question that is held back; within a text of its own the quotation marks would be escaped. */
export const HELD = '%"isHeld":true%';

/** What is stored where no note need be read. */
const NOTHING_TO_READ = [toJson([]), toJson([HAS_PASSAGE])];

async function countItems(importId: string): Promise<ImportCounts> {
  const count = (condition: ReturnType<typeof sql>) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const row = await db()
    .selectFrom('question_import_items')
    .where('import_id', '=', importId)
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      count(sql`problems = '[]'`).as('valid'),
      count(sql`problems <> '[]'`).as('bad'),
      count(sql`notes not in (${sql.join(NOTHING_TO_READ)})`).as('noted'),
      count(sql`notes not in (${sql.join(NOTHING_TO_READ)}) and problems = '[]'`).as('changed'),
      count(sql`problems <> '[]' or notes not in (${sql.join(NOTHING_TO_READ)}) or duplicate <> ''`).as('look'),
      count(sql`duplicate <> ''`).as('duplicate'),
      count(sql`problems = '[]' and is_chosen = 0 and content like ${HELD}`).as('held'),
      count(sql`problems = '[]' and is_chosen = 1`).as('chosen'),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

/** How many imports a teacher chooses questions from. */
const CHOSEN_FROM = 5;

/** The newest of the actor's imports that stored something which is still there, the latest first. */
export async function listStoredImports(actor: Actor): Promise<{ id: string; fileName: string; ids: number[] }[]> {
  const rows = await db()
    .selectFrom('question_imports')
    .select(['id', 'file_name', 'stored_ids'])
    .where('owner_id', '=', actor.id)
    .where('state', '=', 'stored')
    .where('stored_ids', '!=', toJson([]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(CHOSEN_FROM)
    .execute();
  return rows.map((row) => ({ id: row.id, fileName: row.file_name, ids: fromJson<number[]>(row.stored_ids) }));
}

/** Of the questions an import has stored, how many went into other banks than its own, said behind their number. */
export async function storedElsewhere({ id, bank }: Pick<Import, 'id' | 'bank'>): Promise<string> {
  const rows = await db()
    .selectFrom('question_import_items')
    .where('import_id', '=', id)
    .where('is_chosen', '=', 1)
    .where('problems', '=', toJson([]))
    .where('bank', '!=', bank)
    .groupBy('bank')
    .select((eb) => ['bank', eb.fn.countAll<number>().as('count')])
    .orderBy('bank')
    .execute();
  const places = rows.map((row) => `${Number(row.count)} 道在${BANK_LABELS[row.bank as Bank]}题库`);
  return places.length === 0 ? '' : `，其中 ${places.join('、')}`;
}

/** What an import holds by kind, how many share a text, and the sentences for kinds that no bank has, each with how often. */
export async function summarizeItems(importId: string) {
  const kinds = await db()
    .selectFrom('question_import_items')
    .where('import_id', '=', importId)
    .where('problems', '=', '[]')
    .groupBy(['bank', 'kind'])
    .select((eb) => ['bank', 'kind', eb.fn.countAll<number>().as('count')])
    .orderBy('bank')
    .execute();
  // As everywhere, the simple ones first.
  const place = (kind: string) => QUESTION_KINDS.findIndex((one) => one === kind);
  kinds.sort((a, b) => a.bank.localeCompare(b.bank) || place(a.kind) - place(b.kind));
  const foreign = await db()
    .selectFrom('question_import_items')
    .where('import_id', '=', importId)
    .where('bank', '=', '')
    .select(['line', 'problems'])
    .orderBy('position')
    .execute();
  const { passages } = await db()
    .selectFrom('question_import_items')
    .where('import_id', '=', importId)
    .where('problems', '=', '[]')
    .where('notes', 'like', `%${HAS_PASSAGE}%`)
    .select((eb) => eb.fn.countAll<number>().as('passages'))
    .executeTakeFirstOrThrow();
  const unsupported = new Map<string, number[]>();
  for (const { line, problems } of foreign) {
    const sentence = fromJson<string[]>(problems)[0] ?? '';
    unsupported.set(sentence, [...(unsupported.get(sentence) ?? []), line]);
  }
  return {
    kinds: kinds.map(({ bank, kind, count }) => ({
      bank: bank as Bank,
      label: questionKindLabel({ bank, kind }),
      count,
    })),
    /** How many have the text that several share in their stems. */
    passages,
    unsupported: [...unsupported].map(([sentence, lines]) => ({ sentence, lines })),
  };
}

/** What is said of the file rather than of one of its questions. */
export async function listFileNotes(importId: string): Promise<string[]> {
  const first = await db()
    .selectFrom('question_import_items')
    .where('import_id', '=', importId)
    .orderBy('position')
    .limit(1)
    .select('content')
    .executeTakeFirst();
  return first ? (fromJson<ItemContent>(first.content).fileNotes ?? []) : [];
}

/** Condition: the filter shows the item. */
export function narrowItems(show: ImportFilter) {
  return (eb: ExpressionBuilder<Database, 'question_import_items'>) => {
    switch (show) {
      case 'all':
        return eb('position', '>', 0);
      case 'look':
        return eb.or([eb('problems', '<>', '[]'), eb('notes', 'not in', NOTHING_TO_READ), eb('duplicate', '<>', '')]);
      case 'bad':
        return eb('problems', '<>', '[]');
      case 'noted':
        return eb('notes', 'not in', NOTHING_TO_READ);
      case 'duplicate':
        return eb('duplicate', '<>', '');
      case 'left':
        return eb.and([eb('problems', '=', '[]'), eb('is_chosen', '=', 0)]);
    }
  };
}

/** A question of an import as its preview shows it. */
export type ImportItem = {
  position: number;
  line: number;
  /** '' for a kind that no bank has. */
  bank: string;
  kind: string;
  kindLabel: string;
  title: string;
  problems: string[];
  notes: string[];
  duplicate: string;
  isChosen: boolean;
  /** It may have been read wrong: only who asks for it by itself imports it. */
  isHeld: boolean;
  points: number | null;
  level: number | null;
  directories: string[];
  /** As it will look; null when it cannot be imported. */
  question: QuestionSnapshot | null;
  /** Else what the file says. */
  texts: string[];
  /** For the form that mends it. */
  draft: ItemDraft | null;
};

/** The questions of an import that a filter shows, in the file's order. Asks no rights: getImport has. */
export async function listItems(
  importId: string,
  input: PageInput & { show: ImportFilter },
): Promise<Page<ImportItem>> {
  const items = () =>
    db().selectFrom('question_import_items').where('import_id', '=', importId).where(narrowItems(input.show));
  const { totalCount } = await items()
    .select((eb) => eb.fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow();
  const rows = await items().selectAll().orderBy('position').limit(input.pageSize).offset(pageOffset(input)).execute();
  const { currentPage, pageSize } = input;
  return { rows: rows.map(toItem), totalCount, currentPage, pageSize };
}

/** What is said of a question without the question itself, which may be as long as its limit allows. */
export type ItemReport = Pick<
  ImportItem,
  'line' | 'bank' | 'kind' | 'kindLabel' | 'title' | 'problems' | 'notes' | 'duplicate' | 'isChosen' | 'isHeld'
>;

/** Every question of an import in the file's order, without its texts. Asks no rights: getImport has. */
export async function listReports(importId: string): Promise<ItemReport[]> {
  const rows = await db()
    .selectFrom('question_import_items')
    .where('import_id', '=', importId)
    .select(['line', 'bank', 'kind', 'title', 'problems', 'notes', 'duplicate', 'is_chosen'])
    .select(
      sql<number>`case when problems = '[]' and is_chosen = 0 and content like ${HELD} then 1 else 0 end`.as('held'),
    )
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...headOf(row), isHeld: row.held === 1 }));
}

type ItemHead = {
  line: number;
  bank: string;
  kind: string;
  title: string;
  problems: string;
  notes: string;
  duplicate: string;
  is_chosen: number;
};

function headOf(row: ItemHead) {
  return {
    line: row.line,
    bank: row.bank,
    kind: row.kind,
    kindLabel: row.bank === '' ? '' : questionKindLabel({ bank: row.bank, kind: row.kind }),
    title: row.title,
    problems: fromJson<string[]>(row.problems),
    notes: notesOf(fromJson<string[]>(row.notes), row.is_chosen === 1),
    duplicate: row.duplicate,
    isChosen: row.is_chosen === 1,
  };
}

type ItemRow = ItemHead & {
  position: number;
  content: string;
};

function toItem(row: ItemRow): ImportItem {
  const content = fromJson<ItemContent>(row.content);
  const values = 'values' in content ? content.values : null;
  return {
    ...headOf(row),
    position: row.position,
    isHeld: content.isHeld ?? false,
    points: values?.points ?? null,
    level: values ? (values.level ?? 1) : null,
    directories: content.directories ?? [],
    question: values && snapshotOf(values),
    texts: 'texts' in content ? content.texts : [],
    draft: values ? draftOfValues(values) : 'draft' in content ? (content.draft ?? null) : null,
  };
}

const RECENT = 10;

/** The actor's imports of the last day, those not confirmed first, then the newest: one left on its way is found again. */
export function listRecentImports(actor: Actor, now: number, currentPage = 1) {
  return lastPageOr({ currentPage, pageSize: RECENT }, (input) => recentImports(actor, input, now));
}

async function recentImports(actor: Actor, input: PageInput, now: number) {
  const own = () => db().selectFrom('question_imports').where('owner_id', '=', actor.id);
  const { total } = await own()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await own()
    .selectAll()
    .orderBy((eb) => eb.case().when('state', 'in', ['reading', 'ready', 'storing']).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(input.pageSize)
    .offset(pageOffset(input))
    .execute();
  const rows = found.map((row) => {
    const { state } = effectiveState({ state: row.state as ImportState, updatedAt: row.updated_at }, now);
    return {
      id: row.id,
      bank: row.bank as Bank,
      fileName: row.file_name,
      formatLabel: readLabelOf(row.format as FormatName),
      state,
      ...{ total: row.total, done: row.done },
      canUndo: state === 'stored' && fromJson<number[]>(row.stored_ids).length > 0,
      startedAt: formatMinute(row.created_at),
    };
  });
  return { rows, totalCount: Number(total), ...input };
}
