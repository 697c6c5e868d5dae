import { listExaminers } from '~/domain/user/user.queries.server';

/** More than these are looked for by name. */
const SHOWN = 60;

/** Colleagues to choose from: those already chosen first, then those the key word leaves. */
export async function listChoices({
  find,
  chosen,
  except,
}: {
  find: string;
  chosen: readonly number[];
  /** Who is not to be chosen: the one who chooses. */
  except: number;
}) {
  const all = (await listExaminers()).filter((one) => one.id !== except);
  const found = find.trim() === '' ? all : (await listExaminers(find)).filter((one) => one.id !== except);
  const picked = all.filter((one) => chosen.includes(one.id));
  const rest = found.filter((one) => !chosen.includes(one.id));
  return {
    find: find.trim(),
    options: [...picked, ...rest.slice(0, SHOWN)],
    chosen: picked.map((one) => one.id),
    /** How many the key word leaves, and how many of them there is no room for. */
    found: found.length,
    left: Math.max(0, rest.length - SHOWN),
  };
}
