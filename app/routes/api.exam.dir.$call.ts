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
import { call, defineApi } from '~/http/api.server';

const { loader, action } = defineApi({
  add: call('POST', 'user', addDirectorySchema, ({ actor, input, now }) => addDirectory(actor, input, now)),
  rename: call('POST', 'user', renameDirectorySchema, ({ actor, input, now }) => renameDirectory(actor, input, now)),
  move: call('POST', 'user', moveDirectorySchema, ({ actor, input, now }) => moveDirectory(actor, input, now)),
  delete: call('POST', 'user', directoryIdSchema, ({ actor, input, now }) => deleteDirectory(actor, input.id, now)),
});

export { loader, action };
