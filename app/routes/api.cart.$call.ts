import { z } from 'zod';
import { addBasketItem, clearBasket, removeFromBasket, updateBasketItem } from '~/domain/basket/basket.commands.server';
import { listBasket, toCartItem } from '~/domain/basket/basket.queries.server';
import { cartAddSchema, cartDeleteSchema, cartUpdateSchema } from '~/domain/basket/basket.schema';
import { call, defineApi } from '~/http/api.server';

const { loader, action } = defineApi('cart', {
  list: call('GET', 'teacher', z.object({}), z.unknown(), async ({ actor }) =>
    (await listBasket(actor)).map(toCartItem),
  ),
  add: call(['POST', 'PUT'], 'teacher', cartAddSchema, z.unknown(), async ({ actor, input, now }) =>
    toCartItem(await addBasketItem(actor, input, now)),
  ),
  update: call(['POST', 'PUT'], 'teacher', cartUpdateSchema, z.unknown(), async ({ actor, input }) =>
    toCartItem(await updateBasketItem(actor, input)),
  ),
  delete: call(['POST', 'DELETE'], 'teacher', cartDeleteSchema, z.unknown(), ({ actor, input, now }) =>
    input.clear ? clearBasket(actor, now) : removeFromBasket(actor, input.ids, now),
  ),
});

export { loader, action };
