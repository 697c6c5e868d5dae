import type { Actor } from '~/domain/actor/actor.rules';
import { undrawnFormulas } from './formula.server';
import { plainFormulas } from './formula-text.rules';
import { PICTURE_MARK } from './rich-text.rules';

type Saved = { title: string; body: object; imageIds: readonly unknown[] };

const MOST_TOLD = 3;

/** What the page says once a question is saved, and of what in it no student sees what is meant. */
export async function savedWords(
  actor: Actor,
  { title, body, imageIds }: Saved,
): Promise<[text: string, kind: 'success' | 'warn']> {
  const formulas = await undrawnFormulas(actor, body);
  const marks = [...new Set(JSON.stringify(body).match(PICTURE_MARK) ?? [])].filter((mark) => {
    const number = Number(/\d+/.exec(mark)?.[0]);
    return number < 1 || number > imageIds.length;
  });
  const told = [
    ...formulas.slice(0, MOST_TOLD).map((tex) => `公式“${tex.slice(0, 60)}”画不出来，学生会看到原来打的字`),
    ...(marks.length > 0 ? [`${marks.slice(0, MOST_TOLD).join('、')}没有对应的图片，学生会看到这几个字`] : []),
  ];
  const saved = `已保存“${plainFormulas(title)}”`;
  return told.length > 0 ? [`${saved}。请核对：${told.join('；')}。`, 'warn'] : [saved, 'success'];
}
