import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { addsNothing, answerParts, duplicateKey, type CheckedQuestion } from './import.rules';
import { questionNumber } from './question-name.rules';
import { BANKS, type BankedBody } from './question.schema';

/** Which questions of an import are in the bank already, or twice in the file. */

/** So many are compared at a time. */
const BODIES = 500;

/** For each item the sentence that says which question it repeats; '' for none. `turn` lets others be answered. */
export async function findDuplicates(
  actor: Actor,
  items: CheckedQuestion[],
  turn: () => Promise<void>,
): Promise<string[]> {
  const inFile = new Map<string, Known[]>();
  const inBank = new Map<string, Known[]>();
  for (const bank of BANKS) {
    if (!items.some((item) => item.bank === bank && item.values)) continue;
    for (let after = 0; ;) {
      const rows = await db()
        .selectFrom('questions')
        .select(['id', 'kind', 'body'])
        .where('owner_id', '=', actor.id)
        .where('bank', '=', bank)
        .where('deleted_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BODIES)
        .execute();
      for (const { id, kind, body } of rows) {
        const banked = { bank, kind, body: fromJson(body) } as BankedBody;
        note(inBank, duplicateKey(banked), { parts: answerParts(banked), at: id });
        after = id;
      }
      await turn();
      if (rows.length < BODIES) break;
    }
  }
  const sentences: string[] = [];
  for (const item of items) {
    sentences.push(sentenceFor(item, inBank, inFile));
    await turn();
  }
  return sentences;
}

/** Says what an item repeats and notes it as one that later ones may repeat. */
function sentenceFor(item: CheckedQuestion, inBank: Map<string, Known[]>, inFile: Map<string, Known[]>): string {
  if (!item.values) return '';
  const key = duplicateKey(item.values.banked);
  const parts = answerParts(item.values.banked);
  const stored = inBank.get(key);
  const above = inFile.get(key);
  const sentence = stored
    ? sameText(stored, parts, (id) => `题库里的 ${questionNumber({ bank: item.bank, id })} `)
    : above
      ? sameText(above, parts, (line) => `第 ${line} 行的题`)
      : '';
  note(inFile, key, { parts, at: item.line });
  return sentence;
}

/** A question that asks the same: what it says of the answer, and where it stands. */
type Known = { parts: string[]; at: number };

function note(known: Map<string, Known[]>, key: string, one: Known): void {
  const same = known.get(key);
  if (same) same.push(one);
  else known.set(key, [one]);
}

function sameText(known: Known[], parts: string[], place: (at: number) => string): string {
  const same = known.find((one) => addsNothing(parts, one.parts));
  if (same) return `与${place(same.at)}相同`;
  return `题干和选项与${place(known[0]?.at ?? 0)}相同，答案或解析不同；勾选会另存一道`;
}
