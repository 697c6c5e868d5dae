import { KIND_LABELS, kindOf, QUESTION_KINDS } from '~/domain/question-bank/question.schema';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { invalid } from '~/lib/errors';
import { claim, keepDraft, movedOn, saved, type SavedStep } from './draft.commands.server';
import { refreshFileUses, writeSettings } from './draft-write.commands.server';
import type { ExamSettings } from './exam-settings.schema';
import { parsePoints, POINTS_RULE, type FormValues } from './exam.schema';
import { kindPointsField } from './paper-mix.rules';
import { numbersOfGroups } from './paper-numbers.rules';
import { rearranged, toStore, type Arrangement, type PlacedDraw, type TypedPlaces } from './paper-moves.rules';
import {
  groupPaper,
  MAX_SECTION_TEXT,
  MAX_SECTION_TITLE,
  MAX_SECTIONS,
  MIXED_TITLE,
  withKind,
  type SectionDraw,
  type StoredSection,
} from './paper-sections.rules';
import { SECTION_RULES } from './paper-sections.schema';
import type { PaperMove } from './wizard-form.rules';
import { getWizardExam, type WizardView } from './wizard.queries.server';
import {
  drawSectionField,
  itemSectionField,
  paperSize,
  placeField,
  pointsField,
  sectionFields,
  writtenItems,
} from './wizard-steps.rules';

/** Step 3: the written paper as it is composed. */

/** What of the paper is in another order for each student. */
export type ShuffleSettings = Pick<ExamSettings, 'shuffleItems' | 'shuffleOptions'>;

type Item = ReturnType<typeof itemsOf>[number];
type Paper = Arrangement<Item, PlacedDraw & { points: number }>;

const itemsOf = (exam: WizardView) => writtenItems(exam).map(withKind);

/** The sections of a paper as the page shows them; [] where it is one list. */
function sectionsOf({ groups }: WizardView): StoredSection[] {
  return groups.flatMap(({ key, title, instructions, name }) => (name === '' ? [] : { key, title, instructions }));
}

/**
 * Saves the written paper as typed: points, what is shuffled, its sections with names and instructions, and its order by
 * the places typed and by a move. Points that break the rule stay in the form as a draft; the paper keeps the earlier ones.
 * @throws AppError invalid at a place that is none, at what a section is called, and at points for many questions at
 * once; nothing is saved then
 */
export async function savePaper(
  actor: Actor,
  input: {
    examId: number;
    version: number;
    order: number[];
    /** Points, places, sections and what is typed of these, each in its field. */
    points: FormValues;
    move: PaperMove;
    /** Left out, the settings stay. */
    shuffle?: ShuffleSettings;
  },
  now: number,
): Promise<SavedStep> {
  return transaction(async () => {
    const exam = await getWizardExam(actor, input.examId);
    const stored = itemsOf(exam);
    const wanted = wantedPaper(exam, stored, input);
    const { items, problems, raw } = withPoints(wanted, input);
    const paper = { ...wanted, items };
    if (exam.version !== input.version) {
      // The same click twice: what it wants already stands.
      const { move } = input;
      const isLeft = (id: number) => move.kind === 'remove' && move.itemId === id;
      const stands =
        input.order.every((id) => isLeft(id) || stored.some((item) => item.id === id)) &&
        same(shapeOf(storedPaper(exam, stored)), shapeOf(paper)) &&
        isShuffled(exam.settings, input.shuffle);
      if (stands) return saved(exam, problems);
      throw movedOn();
    }
    // Removing and ordering work on what is there; items another window added would be lost otherwise.
    const ids = stored.map((item) => item.id);
    if (!same([...input.order].sort(byNumber), ids.sort(byNumber))) throw movedOn();
    await claim(exam, now);
    if (input.move.kind === 'remove') {
      await db().deleteFrom('exam_items').where('exam_id', '=', exam.id).where('id', '=', input.move.itemId).execute();
    }
    await writeArrangement(exam.id, paper);
    if (input.move.kind === 'remove') await refreshFileUses(exam.id);
    if (input.shuffle) await writeSettings(exam, input.shuffle);
    await keepDraft(exam, 'threeadd', Object.keys(raw).length > 0 ? raw : null);
    await recordAudit(actor, { action: 'exam.save', entity: 'exam', entityId: exam.id, detail: { step: 3 } }, now);
    return saved(exam, problems);
  });
}

/** The paper after what was typed and pressed, as it is to be stored. */
function wantedPaper(
  exam: WizardView,
  stored: Item[],
  { order, points: values, move }: { order: number[]; points: FormValues; move: PaperMove },
): Paper {
  const items = order.flatMap((id) => stored.find((item) => item.id === id) ?? []);
  const typed = typedPlaces(exam, items, values);
  const before: Paper = { sections: withTexts(sectionsOf(exam), values), items, draws: exam.draws };
  const after = rearranged(before, typed, move);
  if (after.sections.length > MAX_SECTIONS) throw invalid({ sections: SECTION_RULES.count });
  return toStore(isOrderOnly(exam, typed, move) ? (byOrderAlone(after) ?? after) : after);
}

/** Nothing was said of the sections, which were what the order makes of them. */
function isOrderOnly(exam: WizardView, typed: TypedPlaces, move: PaperMove): boolean {
  const isOfSections = move.kind === 'put' || move.kind.startsWith('section-');
  return exam.sections.length === 0 && typed.itemSections.size + typed.drawSections.size === 0 && !isOfSections;
}

/** The order without its sections, where it goes by kind still: they follow it. */
function byOrderAlone({ sections, items, draws }: Paper): Paper | null {
  if (sections.some(({ title, instructions }) => title !== '' || instructions !== '')) return null;
  const plain = {
    items: items.map((item) => ({ ...item, section: null })),
    draws: draws.map((draw) => ({ ...draw, section: null })),
  };
  return groupPaper(plain.items, [], plain.draws)[0]?.name === '' ? null : { sections: [], ...plain };
}

function storedPaper(exam: WizardView, items: Item[]): Paper {
  return toStore({ sections: sectionsOf(exam), items, draws: exam.draws });
}

/** What tells one paper from another. */
function shapeOf({ sections, items, draws }: Paper): string[] {
  return [
    JSON.stringify(sections),
    ...items.map(({ id, section, points }) => [id, section, points].join()),
    ...draws.map(({ id, section, points }) => [id, section, points].join()),
  ];
}

/** The points as typed: one by one, for a whole kind, or for a whole section, whatever was pressed. */
function withPoints(paper: Paper, { points: values, move }: { points: FormValues; move: PaperMove }) {
  const problems: Record<string, string> = {};
  const raw: FormValues = {};
  const { wide, wrong } = widePoints(paper, values, move);
  for (const { field, typed, problem } of wrong) [problems[field], raw[field]] = [problem, typed];
  const numbers = numbersOfGroups(groupPaper(paper.items, paper.sections, paper.draws)).items;
  const items = paper.items.map((item) => {
    const all = wide.find((one) => one.isOf(item));
    if (all) return { ...item, points: all.points };
    const typed = String(values[pointsField(item.id)] ?? item.points);
    const parsed = parsePoints(typed);
    if (parsed !== undefined) return { ...item, points: parsed };
    problems[pointsField(item.id)] = `第 ${numbers.get(item.id) ?? 0} 题的${POINTS_RULE}`;
    raw[pointsField(item.id)] = typed;
    return item;
  });
  const ofSections = wide.filter((one) => one.isOfSection);
  paper.draws = paper.draws.map((draw) => {
    const all = ofSections.find((one) => one.isOf(draw));
    return all ? { ...draw, points: all.points } : draw;
  });
  return { items, problems, raw };
}

type WidePoints = { points: number; isOfSection: boolean; isOf: (one: SectionDraw | Item) => boolean };
type WideMove = Extract<PaperMove, { kind: 'points' } | { kind: 'section-points' }>;

/**
 * What was typed for more than one item: first what its own button was pressed for, then sections before kinds. A wrong
 * number beside another button is a problem of the draft.
 * @throws AppError invalid where its own button was pressed
 */
function widePoints(paper: Paper, values: FormValues, move: PaperMove) {
  const typedFor = (one: WideMove) => String(values[fieldOf(one)] ?? '').trim();
  const others: WideMove[] = [
    ...groupPaper(paper.items, paper.sections, paper.draws).map(({ key }) => ({
      kind: 'section-points' as const,
      section: key,
    })),
    ...QUESTION_KINDS.map((of) => ({ kind: 'points' as const, of })),
  ].filter((one) => typedFor(one) !== '');
  const isRight = (one: WideMove) => parsePoints(typedFor(one)) !== undefined;
  const pressed = move.kind === 'points' || move.kind === 'section-points' ? [move] : [];
  return {
    wide: [...pressed, ...others.filter(isRight)].map((one) => pointsForAll(paper, values, one)),
    wrong: others
      .filter((one) => !isRight(one))
      .map((one) => ({ field: fieldOf(one), typed: typedFor(one), problem: problemOf(one) })),
  };
}

const problemOf = (move: WideMove) =>
  `${move.kind === 'points' ? `${KIND_LABELS[move.of]}题` : '每题'}的${POINTS_RULE}`;

const fieldOf = (move: WideMove) =>
  move.kind === 'points' ? kindPointsField(move.of) : sectionFields.points(move.section);

function pointsForAll(paper: Paper, values: FormValues, move: WideMove): WidePoints {
  const field = fieldOf(move);
  const points = parsePoints(String(values[field] ?? ''));
  if (points === undefined) {
    throw invalid({ [field]: problemOf(move) });
  }
  if (move.kind === 'points') return { points, isOfSection: false, isOf: (one) => kindOf(one) === move.of };
  const inside = groupPaper(paper.items, paper.sections, paper.draws).find(({ key }) => key === move.section);
  const [items, draws] = [inside?.items ?? [], inside?.draws ?? []] as [unknown[], unknown[]];
  return { points, isOfSection: true, isOf: (one) => items.includes(one) || draws.includes(one) };
}

/** The names and instructions as typed. */
function withTexts(sections: StoredSection[], values: FormValues): StoredSection[] {
  const problems: Record<string, string> = {};
  const text = (field: string, before: string, most: number, problem: string) => {
    const given = values[field];
    const value = given === undefined ? before : String(given).replace(/\r\n/g, '\n').trim();
    if (value.length > most) problems[field] = problem;
    return value;
  };
  const typed = sections.map(({ key, title, instructions }) => ({
    key,
    title: text(sectionFields.title(key), title, MAX_SECTION_TITLE, SECTION_RULES.title),
    instructions: text(sectionFields.instructions(key), instructions, MAX_SECTION_TEXT, SECTION_RULES.instructions),
  }));
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return typed;
}

/**
 * The places and sections that were typed or chosen anew. A question's place is its number on paper: where others are
 * drawn it goes to the near end of them.
 */
function typedPlaces(exam: WizardView, items: Item[], values: FormValues): TypedPlaces {
  const problems: Record<string, string> = {};
  const numbers = numbersOfGroups(groupPaper(items, sectionsOf(exam), exam.draws)).items;
  const places = (
    ids: number[],
    fieldOf: (id: number) => string,
    what: (number: number) => string,
    { numberOf, last }: { numberOf: (id: number) => number; last: number },
  ) => {
    const found = new Map<number, number>();
    for (const id of ids) {
      const own = numberOf(id);
      const text = String(values[fieldOf(id)] ?? own).trim();
      const wanted = Number(text);
      if (!/^\d{1,4}$/.test(text) || wanted < 1 || wanted > last)
        problems[fieldOf(id)] = `${what(own)}的序号应为 1 到 ${last} 的整数`;
      else if (wanted > own) found.set(id, ids.filter((one) => numberOf(one) <= wanted).length);
      else if (wanted < own) found.set(id, ids.filter((one) => numberOf(one) < wanted).length + 1);
    }
    return found;
  };
  const order = items.map(({ id }) => id);
  const sectionKeys = sectionsOf(exam).map(({ key }) => key);
  const chosen = (list: { id: number; section: number | null }[], fieldOf: (id: number) => string) =>
    new Map(
      list.flatMap(({ id, section }) => {
        const key = Number(values[fieldOf(id)] ?? 0);
        return key > 0 && key !== section ? [[id, key] as const] : [];
      }),
    );
  const typed = {
    places: places(order, placeField, (number) => `第 ${number} 题`, {
      numberOf: (id) => numbers.get(id) ?? 0,
      last: paperSize(exam),
    }),
    sectionPlaces: places(sectionKeys, sectionFields.place, (place) => `第 ${place} 大题`, {
      numberOf: (key) => sectionKeys.indexOf(key) + 1,
      last: sectionKeys.length,
    }),
    itemSections: chosen(itemsOf(exam), itemSectionField),
    drawSections: chosen(exam.draws, drawSectionField),
  };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return typed;
}

/** Writes sections, order, places and points of a claimed draft; see toStore. */
export async function writeArrangement(
  examId: number,
  {
    sections,
    items,
    draws,
  }: {
    sections: StoredSection[];
    items: { id: number; points: number; section: number | null }[];
    draws: { id: number; points: number; section: number | null }[];
  },
): Promise<void> {
  await writeSections(examId, sections);
  for (const [index, { id, points, section }] of items.entries()) {
    await db()
      .updateTable('exam_items')
      .set({ position: index + 1, points, section })
      .where('id', '=', id)
      .execute();
  }
  for (const [index, { id, points, section }] of draws.entries()) {
    await db()
      .updateTable('exam_draws')
      .set({ position: index + 1, points, section })
      .where('id', '=', id)
      .execute();
  }
}

async function writeSections(examId: number, sections: StoredSection[]): Promise<void> {
  const text = sections.length === 0 ? null : toJson(sections);
  await db().updateTable('exams').set({ sections: text }).where('id', '=', examId).execute();
}

/**
 * Fixes the sections of a paper that is published, as it goes by them from here on: every question knows its own, and
 * empty ones are gone. A paper that is one list stays one. Call it in that transaction; the rules are then in order.
 */
export async function fixSections(exam: WizardView): Promise<void> {
  const groups = exam.groups.filter((group) => group.name !== '' && group.items.length + group.draws.length > 0);
  const sections = groups.map(({ key, title, instructions, draws }) => {
    // What a rule of any kind draws differs between students: the name does not.
    const isOfAnyKind = draws.some((draw) => draw.bank === 'theory' && draw.kind === '');
    return { key, title: title === '' && isOfAnyKind ? MIXED_TITLE : title, instructions };
  });
  await writeArrangement(exam.id, { sections, items: itemsOf(exam), draws: exam.draws });
}

function isShuffled(settings: ExamSettings, wanted: ShuffleSettings | undefined): boolean {
  if (!wanted) return true;
  return settings.shuffleItems === wanted.shuffleItems && settings.shuffleOptions === wanted.shuffleOptions;
}

const byNumber = (a: number, b: number) => a - b;

function same<T>(a: T[], b: T[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
