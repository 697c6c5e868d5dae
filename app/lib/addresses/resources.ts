import { address, addressOf, type Address, type Id } from './address';

// The shared files.

/** The files. */
export const toResources = (query?: { tab?: 'mine'; kind?: string }) => address('/resource/index', query);

/** One file. */
export const toResource = (query: { id: number }) => address('/resource/preview', query);

/** Its name and whom it is for. */
export const toResourceEdit = (query: { id: number }) => address('/resource/edit', query);

/** A new one. */
export const toResourceUpload = () => address('/resource/upload');

/** What the file holds. */
export const toResourceFile = (id: Id, query?: { inline?: 1 }) => addressOf('/resource/file/:id', id, query);

/** A recording's loudness over time; plain, in a colour that suits where it only decorates. */
export const toWaveform = (id: Id, isPlain = false) => {
  const image = addressOf('/waveform/:id', id);
  return isPlain ? (`${image}?plain` as Address) : image;
};
