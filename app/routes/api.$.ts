import { defineApi } from '~/http/api.server';

/** Unknown API paths answer 404 in the envelope. */
export const { loader, action } = defineApi({});
