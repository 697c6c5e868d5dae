import { defineApi } from '~/http/api.server';

/** Unknown API paths answer 404 in the envelope. */
const { loader, action } = defineApi('', {});

export { loader, action };
