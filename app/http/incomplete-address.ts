import { isTeacher } from '~/domain/actor/actor.rules';
import { BEGINNINGS, INCOMPLETE, type Lists, type Needs } from '~/lib/addresses/incomplete';

const pages: Readonly<Record<string, Needs | undefined>> = INCOMPLETE;
const beginnings: Readonly<Record<string, Lists | undefined>> = BEGINNINGS;

function wordsOf(url: URL): string {
  let end = url.pathname.endsWith('.data') ? url.pathname.length - 5 : url.pathname.length;
  while (end > 1 && url.pathname[end - 1] === '/') end -= 1;
  return url.pathname.slice(0, end);
}

/** The list that an address leads to which names none of what its page shows; null: it names one, or is no such page. */
export function listInstead(url: URL, user: { userType: number }): string | null {
  const needs: Needs | undefined = pages[wordsOf(url)];
  if (!needs) return null;
  const named =
    needs.field === ''
      ? [...url.searchParams.keys()].some((name) => name !== '_routes')
      : [needs.field, needs.or ?? needs.field]
          .flatMap((field) => url.searchParams.getAll(field))
          .some((value) => value.trim() !== '');
  return named ? null : listOf(needs, user);
}

/** Whether the address is only the beginning of others. */
export function isBeginning(url: URL): boolean {
  return wordsOf(url) in BEGINNINGS;
}

/** The list that an address without its last word leads to; null: it is none, or one of the other kind of user. */
export function listOfBeginning(url: URL, user: { userType: number }): string | null {
  const beginning = beginnings[wordsOf(url)];
  return beginning ? listOf(beginning, user) : null;
}

function listOf(lists: Lists, user: { userType: number }): string | null {
  return (isTeacher(user) ? lists.teacher : lists.student) ?? null;
}
