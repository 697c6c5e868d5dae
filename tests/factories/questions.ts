import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { QuestionsTable } from '~/db/tables/questions';
import { searchText } from '~/domain/question-bank/question.rules';
import type {
  BankedBody,
  OralBody,
  QuestionSnapshot,
  TheoryBody,
  TheoryKind,
  WrittenBody,
} from '~/domain/question-bank/question.schema';
import { next } from './sequence';

type Columns = Partial<
  Omit<Insertable<QuestionsTable>, 'id' | 'owner_id' | 'bank' | 'kind' | 'body' | 'key_points' | 'image_ids'>
> & {
  owner: { id: number };
  keyPoints?: string[];
  imageIds?: string[];
};

export type OralInput = Columns & { body?: Partial<OralBody> };
export type WrittenInput = Columns & { body?: Partial<WrittenBody> };
export type TheoryInput = Columns & { kind?: TheoryKind; body?: Partial<TheoryBody> };

const ORAL: OralBody = {
  examContent: '春天来了，校园里的花都开了。同学们在操场上跑步！老师站在树下看书。',
  musicUrl: null,
  isPlay: false,
  prepSeconds: 30,
  answerSeconds: 60,
};

const WRITTEN: WrittenBody = {
  prompt: '用自己的话说明水的三态变化，并各举一个例子。',
  referenceAnswer: '固态、液态、气态；例如冰、水、水蒸气。',
  markingPoints: [
    { text: '说出三态', points: 6 },
    { text: '各举一例', points: 4 },
  ],
  answerBy: 'both',
};

const THEORY: Record<TheoryKind, Partial<TheoryBody>> = {
  single: {
    stem: '下列哪一个是中国的首都？',
    options: [
      { key: 'A', text: '上海' },
      { key: 'B', text: '北京' },
      { key: 'C', text: '广州' },
    ],
    keys: ['B'],
  },
  multiple: {
    stem: '下列哪些是质数？',
    options: [
      { key: 'A', text: '2' },
      { key: 'B', text: '4' },
      { key: 'C', text: '7' },
      { key: 'D', text: '9' },
    ],
    keys: ['A', 'C'],
  },
  judge: { stem: '水在标准大气压下 100℃ 沸腾。', keys: ['T'] },
  cloze: { stem: '床前____光，疑是____霜。', blanks: [['明月'], ['地上']] },
  short: { stem: '为什么天空是蓝色的？', reference: '大气对短波的蓝光散射更强。' },
};

/** A reading text in the oral bank. */
export function makeOralQuestion({ body, ...input }: OralInput) {
  return insert(input, { bank: 'oral', kind: '', body: { ...ORAL, ...body } });
}

/** A pen question with two marking points. */
export function makeWrittenQuestion({ body, ...input }: WrittenInput) {
  return insert(input, { bank: 'written', kind: '', body: { ...WRITTEN, ...body } });
}

/** A theory question; a single choice whose right option is B unless `kind` says otherwise. */
export function makeTheoryQuestion({ body, kind = 'single', ...input }: TheoryInput) {
  const blank: TheoryBody = { stem: '', options: [], keys: [], blanks: [], reference: '', analysis: '见课本第一章。' };
  return insert(input, { bank: 'theory', kind, body: { ...blank, ...THEORY[kind], ...body } });
}

/** A question's row together with the snapshot an exam would take of it. */
export type MadeQuestion = Awaited<ReturnType<typeof insert>>;

async function insert({ owner, keyPoints = [], imageIds = [], ...columns }: Columns, banked: BankedBody) {
  const now = Date.now();
  const title = columns.title ?? `题目${next()}`;
  const row = await db()
    .insertInto('questions')
    .values({
      level: 1,
      points: 10,
      created_at: now,
      updated_at: now,
      ...columns,
      title,
      owner_id: owner.id,
      bank: banked.bank,
      kind: banked.kind,
      body: toJson(banked.body),
      key_points: toJson(keyPoints),
      image_ids: toJson(imageIds),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('question_texts')
    .values({ question_id: row.id, text: searchText(title, keyPoints, banked) })
    .execute();
  const snapshot: QuestionSnapshot = { questionId: row.id, title, level: row.level, keyPoints, imageIds, ...banked };
  return { ...row, snapshot };
}
