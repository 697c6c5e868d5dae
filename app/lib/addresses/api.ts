import type { Address } from './address';

/** A call of the API: its name is its path beneath /api. */
export const toCall = (name: string) => `/api/${name}` as Address;
