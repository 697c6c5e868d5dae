import { useLocation } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { ButtonLink } from '~/components/ui/button';
import { BasketIcon } from '~/components/ui/teacher-icons';
import { toBasket } from '~/lib/addresses/banks';

/** The way to the basket with the number of questions in it (countBasket), for the head of a bank's page. */
export function BasketLink({ count }: { count: number }) {
  return (
    <ButtonLink to={toBasket()}>
      <BasketIcon />
      试题篮
      {count > 0 ? (
        <span className="num ml-1">
          {count}
          <span className="vh"> 题</span>
        </span>
      ) : null}
    </ButtonLink>
  );
}

/** Puts questions into the basket and comes back to this page. */
export function AddToBasket({ ids, title, look = 'link' }: { ids: number[]; title: string; look?: 'link' | 'button' }) {
  const { pathname, search } = useLocation();
  return (
    <IntentButton
      intent="add"
      action={toBasket()}
      fields={{ ids, back: pathname + search }}
      look={look}
      label={`加入试题篮：${title}`}
    >
      加入试题篮
    </IntentButton>
  );
}
