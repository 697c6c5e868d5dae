import { kindOf, type QuestionKind } from '~/domain/question-bank/question.schema';
import { db } from '~/db/db.server';
import { type Kinded } from '~/domain/exam/paper-mix.rules';

/** What each section of a demo paper asks for. */
const INSTRUCTIONS: Partial<Record<QuestionKind, string>> = {
  single: '每题只有一个正确答案，选错或不选不得分。',
  multiple: '每题有两个或两个以上正确答案，全部选对才得分。',
  judge: '判断下列说法是否正确。',
  cloze: '把答案填在横线上，以教材的表述为准。',
  short: '写出要点，条理清楚；每个要点都会给分。',
  written: '按题目要求作答。手写的请写清题号，拍照时对正、拍清楚再上传。',
  oral: '',
};

type DemoItem = { questionId: number; points: number };

/** Sections by kind with instructions for a paper, and its questions in them. */
export async function inDemoSections(items: DemoItem[]) {
  if (items.length === 0) return { items, sections: [] };
  const rows = await db()
    .selectFrom('questions')
    .select(['id', 'bank', 'kind'])
    .where(
      'id',
      'in',
      items.map(({ questionId }) => questionId),
    )
    .execute();
  const kinds = new Map(rows.map(({ id, ...kinded }) => [id, kindOf(kinded as Kinded)]));
  const present = [...new Set(items.flatMap(({ questionId }) => kinds.get(questionId) ?? []))];
  return {
    items: items.map((item) => ({
      ...item,
      section: present.findIndex((kind) => kind === kinds.get(item.questionId)) + 1,
    })),
    sections: present.map((kind, index) => ({ key: index + 1, title: '', instructions: INSTRUCTIONS[kind] ?? '' })),
  };
}
