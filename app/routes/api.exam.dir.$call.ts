import {
  addDirectory,
  deleteDirectory,
  moveDirectory,
  renameDirectory,
} from '~/domain/question-bank/directory.commands.server';
import {
  addDirectorySchema,
  directoryIdSchema,
  moveDirectorySchema,
  renameDirectorySchema,
} from '~/domain/question-bank/directory.schema';
import { shareDirectory, unshareDirectory } from '~/domain/question-bank/directory-share.commands.server';
import { sharedDirectorySchema } from '~/domain/question-bank/share.schema';
import { count } from '~/http/answers/common';
import { directory } from '~/http/answers/directories';
import { call, defineApi } from '~/http/api.server';

const { loader, action } = defineApi('exam/dir', {
  add: call('POST', 'user', addDirectorySchema, directory, ({ actor, input, now }) => addDirectory(actor, input, now)),
  rename: call('POST', 'user', renameDirectorySchema, directory, ({ actor, input, now }) =>
    renameDirectory(actor, input, now),
  ),
  move: call('POST', 'user', moveDirectorySchema, directory, ({ actor, input, now }) =>
    moveDirectory(actor, input, now),
  ),
  delete: call('POST', 'user', directoryIdSchema, count, ({ actor, input, now }) =>
    deleteDirectory(actor, input.id, now),
  ),
  // All that is in it and will be, with teachers; sharing again changes the right.
  shared: call('POST', 'teacher', sharedDirectorySchema, count, async ({ actor, input, now }) => {
    await (input.cancel ? unshareDirectory : shareDirectory)(actor, input, now);
    return 1;
  }),
});

export { loader, action };
