import type { FileRight } from '~/domain/file/file-rights.server';
import { mayReadResourceFile } from './resource-access.queries.server';

/** Teaching material. */
export const resourceFileRight: FileRight = { mayRead: (actor, { refId }) => mayReadResourceFile(actor, refId) };
