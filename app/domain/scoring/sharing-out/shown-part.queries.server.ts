import type { Actor } from '~/domain/actor/actor.rules';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { countAwaiting, countOpenPapers } from './awaiting.queries.server';

/**
 * Which part the owner is shown of an exam's 分卷 and 一致性: the wanted one, else the first in which papers wait for an
 * arbiter or the owner, then for somebody to be given to, then for marks; else the first. Asks no rights.
 */
export async function shownPart(
  actor: Pick<Actor, 'id'>,
  exam: Pick<ExamView, 'id' | 'testType'>,
  wanted: Part | null,
): Promise<Part> {
  const parts = partsOf(exam.testType);
  const [first = 'oral'] = parts;
  if (wanted !== null) return parts.includes(wanted) ? wanted : first;
  if (parts.length === 1) return first;
  const awaiting = await countAwaiting(actor, [exam.id]);
  const waits = (of: 'contested' | 'unshared') =>
    parts.find((part) => (awaiting.get(`${exam.id}.${part}`)?.[of] ?? 0) > 0);
  const open = await countOpenPapers([exam.id]);
  return (
    waits('contested') ?? waits('unshared') ?? parts.find((part) => (open.get(`${exam.id}.${part}`) ?? 0) > 0) ?? first
  );
}
