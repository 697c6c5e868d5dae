import { db } from '~/db/db.server';
import { groupIdsOf } from '~/domain/teaching-group/group.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';

/**
 * The shares of directories, each once for every directory it reaches: the one that is shared, and those under it, of
 * which there are MAX_DEPTH levels at most.
 */
export function directoryShares() {
  return db()
    .selectFrom('directories')
    .leftJoin('directories as above', 'above.id', 'directories.parent_id')
    .leftJoin('directories as top', 'top.id', 'above.parent_id')
    .innerJoin('directory_shares', (join) =>
      join.on((eb) =>
        eb.or([
          eb('directory_shares.directory_id', '=', eb.ref('directories.id')),
          eb('directory_shares.directory_id', '=', eb.ref('directories.parent_id')),
          eb('directory_shares.directory_id', '=', eb.ref('above.parent_id')),
          eb('directory_shares.directory_id', '=', eb.ref('top.parent_id')),
        ]),
      ),
    );
}

/** Those of them that reach a teacher. */
export function directorySharesWith(actor: Actor) {
  return directoryShares().where((or) =>
    or.or([
      or('directory_shares.audience', '=', 'teachers'),
      or('directory_shares.teacher_id', '=', actor.id),
      or('directory_shares.group_id', 'in', groupIdsOf(actor.id)),
    ]),
  );
}

/** The ids of all directories whose questions a teacher has by a share, for a condition; some may be their own. */
export function sharedDirectoryIds(actor: Actor) {
  return directorySharesWith(actor).select('directories.id');
}
