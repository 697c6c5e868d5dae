import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { REMARK } from './formats/text-labels';
import { getImport } from './import.queries.server';
import { suggestionFor, type ItemContent } from './import.rules';

/** What an import cannot take, as a text to mend and to import again. */

const ROWS = 500;

/**
 * Every refused question of an import in the form of a typed paper, each with why and what to do in lines that the
 * reader of such papers passes over.
 * @throws AppError not_found
 */
export async function refusedFile(actor: Actor, id: string, now: number): Promise<{ name: string; bytes: Buffer }> {
  const { fileName, counts } = await getImport(actor, id, now);
  const lines = [
    `${REMARK}“${fileName}”里不能导入的 ${counts.bad} 道题。改好后把这个文件再导入一次；以“${REMARK.trim()}”开头的行不会读进题目。`,
  ];
  let number = 0;
  for (let after = 0; ;) {
    const rows = await db()
      .selectFrom('question_import_items')
      .select(['position', 'line', 'problems', 'content'])
      .where('import_id', '=', id)
      .where('problems', '<>', '[]')
      .where('position', '>', after)
      .orderBy('position')
      .limit(ROWS)
      .execute();
    for (const row of rows) {
      after = row.position;
      number += 1;
      lines.push('', `${REMARK}原文件第 ${row.line} 行`);
      for (const problem of fromJson<string[]>(row.problems)) {
        lines.push(`${REMARK}原因：${oneLine(problem)}`, `${REMARK}建议改成：${suggestionFor(problem)}`);
      }
      lines.push(...questionLines(fromJson<ItemContent>(row.content), number));
    }
    if (rows.length < ROWS) break;
  }
  return {
    name: `${fileName.replace(/\.[^.]{1,8}$/, '')}-不能导入的题.txt`,
    bytes: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
  };
}

function questionLines(content: ItemContent, number: number): string[] {
  if ('values' in content) return [];
  const { draft } = content;
  if (!draft) return content.texts.flatMap((text, index) => (index === 0 ? `${number}. ${text}` : text).split('\n'));
  const { kind, stem, options, answer, analysis } = draft;
  return [
    `${number}. ${stem}`,
    // Without options and without its answer nothing else would tell what it is.
    ...(kind === 'judge' ? ['题型：判断题'] : []),
    ...options.map((text, index) => `${String.fromCharCode(65 + index)}. ${text}`),
    `答案：${answer}`,
    ...(analysis === '' ? [] : [`解析：${analysis}`]),
  ].flatMap((text) => text.split('\n'));
}

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
