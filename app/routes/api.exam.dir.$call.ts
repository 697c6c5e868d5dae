import { z } from 'zod';
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

const { loader, action } = defineApi('exam/dir', {
  add: call('POST', 'user', addDirectorySchema, z.unknown(), ({ actor, input, now }) =>
    addDirectory(actor, input, now),
  ),
  rename: call('POST', 'user', renameDirectorySchema, z.unknown(), ({ actor, input, now }) =>
    renameDirectory(actor, input, now),
  ),
  move: call('POST', 'user', moveDirectorySchema, z.unknown(), ({ actor, input, now }) =>
    moveDirectory(actor, input, now),
  ),
  delete: call('POST', 'user', directoryIdSchema, z.unknown(), ({ actor, input, now }) =>
    deleteDirectory(actor, input.id, now),
  ),
});

export { loader, action };
