import { address, addressOf, type Id } from './address';

// Files, and pictures that are drawn.

/** A stored file. */
export const toFile = (id: Id) => addressOf('/api/file/:id', id);

/** A formula as a picture. */
export const toFormula = (query: { tex: string }) => address('/formula', query);
