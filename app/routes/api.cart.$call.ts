import { z } from 'zod';
import { addBasketItem, clearBasket, removeFromBasket, updateBasketItem } from '~/domain/basket/basket.commands.server';
import { listBasket, toCartItem } from '~/domain/basket/basket.queries.server';
import { cartAddSchema, cartDeleteSchema, cartUpdateSchema } from '~/domain/basket/basket.schema';
import { call, defineApi } from '~/http/api.server';

const { loader, action } = defineApi({
  list: call('GET', 'teacher', z.object({}), async ({ actor }) => (await listBasket(actor)).map(toCartItem)),
  add: call(['POST', 'PUT'], 'teacher', cartAddSchema, async ({ actor, input, now }) =>
    toCartItem(await addBasketItem(actor, input, now)),
  ),
  update: call(['POST', 'PUT'], 'teacher', cartUpdateSchema, async ({ actor, input }) =>
    toCartItem(await updateBasketItem(actor, input)),
  ),
  delete: call(['POST', 'DELETE'], 'teacher', cartDeleteSchema, ({ actor, input, now }) =>
    input.clear ? clearBasket(actor, now) : removeFromBasket(actor, input.ids, now),
  ),
});

export { loader, action };
