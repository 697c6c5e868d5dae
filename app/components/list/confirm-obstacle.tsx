import { Link } from '@remix-run/react';
import { useId } from 'react';
import { buttonClass } from '~/components/ui/button';

/** In place of a question (ConfirmSection): why what was asked for cannot be done now. */
export function ConfirmObstacle({ title, text, cancelHref }: { title: string; text: string; cancelHref: string }) {
  const titleId = useId();
  return (
    <section className="confirm" id="confirm" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <div className="confirm__text">
        <p>{text}</p>
      </div>
      <div className="row confirm__buttons">
        <Link className={buttonClass()} to={cancelHref} preventScrollReset>
          知道了
        </Link>
      </div>
    </section>
  );
}
