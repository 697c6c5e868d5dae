import { z } from 'zod';
import { addBasketItem, clearBasket, removeFromBasket, updateBasketItem } from '~/domain/basket/basket.commands.server';
import { listBasket, toCartItem } from '~/domain/question-bank/basket.queries.server';
import { cartAddSchema, cartDeleteSchema, cartUpdateSchema } from '~/domain/basket/basket.schema';
import { count } from '~/http/answers/common';
import { cartItem } from '~/http/answers/questions';
import { call, defineApi } from '~/http/api.server';

const { loader, action } = defineApi('cart', {
  list: call('GET', 'teacher', z.object({}), z.array(cartItem), async ({ actor }) =>
    (await listBasket(actor)).map(toCartItem),
  ),
  add: call(['POST', 'PUT'], 'teacher', cartAddSchema, cartItem, ({ actor, input, now }) =>
    addBasketItem(actor, input, now),
  ),
  update: call(['POST', 'PUT'], 'teacher', cartUpdateSchema, cartItem, async ({ actor, input }) =>
    toCartItem(await updateBasketItem(actor, input)),
  ),
  delete: call(['POST', 'DELETE'], 'teacher', cartDeleteSchema, count, ({ actor, input, now }) =>
    input.clear ? clearBasket(actor, now) : removeFromBasket(actor, input.ids, now),
  ),
});

export { loader, action };
