import { z } from 'zod';
import { checkbox, idField, idList } from '~/lib/zod';

const exam = { id: idField('考试'), version: z.coerce.number().max(2_147_483_647) };
const ticks = { id: idField('考试'), shown: idList('', { min: 0 }), ids: idList('', { min: 0 }) };
/** What the forms of step 3 ask for: of the paper, and of the picker of its questions. */
export const paperStepSchema = z.discriminatedUnion('_intent', [
  z.object({
    _intent: z.literal('save'),
    ...exam,
    order: idList('', { min: 0 }),
    shuffleItems: checkbox(),
    shuffleOptions: checkbox(),
  }),
  z.object({ _intent: z.literal('pick'), ...ticks }),
  z.object({ _intent: z.literal('tick'), ...ticks }),
  z.object({ _intent: z.literal('reset'), ...exam }),
]);
