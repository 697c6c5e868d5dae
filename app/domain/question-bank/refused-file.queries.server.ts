import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { REMARK } from './formats/text-labels';
import { getImport } from './import.queries.server';
import { suggestionFor, type ItemContent, type ItemDraft } from './import.rules';
import type { QuestionKind } from './kinds/kinds.schema';
import { KIND_LABELS, LEVEL_LABELS, type Level } from './question.schema';

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
      const problems = fromJson<string[]>(row.problems);
      for (const problem of problems) {
        lines.push(`${REMARK}原因：${oneLine(problem)}`, `${REMARK}建议改成：${suggestionFor(problem)}`);
      }
      lines.push(...questionLines(fromJson<ItemContent>(row.content), number, otherKind(problems)));
    }
    if (rows.length < ROWS) break;
  }
  return {
    name: `${fileName.replace(/\.[^.]{1,8}$/, '')}-不能导入的题.txt`,
    bytes: Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
  };
}

/** 连线题: the name of a kind that no bank has; '' for none. What comes back as it was is refused again. */
const otherKind = (problems: string[]) =>
  problems.map((problem) => /没有“([^”]{1,20})”这种题型/.exec(problem)?.[1]).find((name) => name !== undefined) ?? '';

function questionLines(content: ItemContent, number: number, other: string): string[] {
  if ('values' in content) return [];
  const { draft } = content;
  if (!draft) return content.texts.flatMap((text, index) => (index === 0 ? `${number}. ${text}` : text).split('\n'));
  const { kind, stem, options, answer, analysis, more } = draft;
  const files = (content.images?.length ?? 0) + (content.audio ? 1 : 0);
  return [
    ...(files > 0 ? [`${REMARK}这道题有 ${files} 个图片或音频，不在这个文件里，导入后请补上。`] : []),
    kind === null ? withNumber(stem, number) : `${number}. ${stem}`,
    // Without options and without its answer nothing else would tell what it is, nor of one letter that it is of several.
    ...(kind && SAID.has(kind) ? [`题型：${questionKindName(kind)}`] : []),
    ...(kind === null && other !== '' ? [`${REMARK}改好以后请把下一行的题型也改成新的题型。`, `题型：${other}`] : []),
    // Where an option is missing its letter is left for it.
    ...options.flatMap((text, index) => (text === '' ? [] : `${String.fromCharCode(65 + index)}. ${text}`)),
    `答案：${answer}`,
    ...(analysis === '' ? [] : [`解析：${analysis}`]),
    ...properties(more),
  ].flatMap((text) => text.split('\n'));
}

const SAID = new Set<QuestionKind>(['multiple', 'judge', 'short', 'written', 'oral']);

const questionKindName = (kind: QuestionKind) => `${KIND_LABELS[kind]}题`;

/** A stem of a section that is read as a whole still has its number; one with several keeps them. */
function withNumber(stem: string, number: number): string {
  const isCounted = (line: string) => /^\d{1,3}\s?[.．、]\s{0,3}[^\d\s]/.test(line);
  if (!isCounted(stem)) return `${number}. ${stem}`;
  const isOne = stem.split('\n').filter(isCounted).length === 1;
  return isOne ? `${number}. ${stem.replace(/^\d{1,3}\s?[.．、]\s{0,3}/, '')}` : stem;
}

/** Points, level and the like as the reader of typed papers knows them. */
function properties(more: ItemDraft['more']): string[] {
  const said = (label: string, value: unknown) => {
    const text = Array.isArray(value) ? value.map(String).join('，') : String((value as string | number | null) ?? '');
    return text === '' ? [] : [`${label}：${oneLine(text)}`];
  };
  return [
    ...said('分值', more.points),
    ...said('难度', LEVEL_LABELS[more.level as Level] ?? more.level),
    ...said('关键词', more.keyPoint),
    ...said('标题', more.title),
    ...said('场景类型', more.sceneTypeName),
    ...said('考试类型', more.examTypeName),
  ];
}

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
