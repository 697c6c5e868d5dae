import { Form, Link, useLocation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { buttonClass } from '~/components/ui/button';
import { FormContext, OUTSIDE } from '~/components/form/form-context';
import { HiddenFields } from '~/components/form/submit';

/**
 * The filters of a list: a GET form, so that every result has its own URL. The fields inside (TextField,
 * SelectField …) take their defaultValue from the list parameters; className `field--grow` lets one take the room
 * that is left. A new search starts at page 1.
 */
export function FilterBar({
  children,
  keep = ['tab'],
  label = '筛选',
  problems = {},
}: {
  children: ReactNode;
  /** Parameters of the URL that stay as they are, also after 重置. */
  keep?: string[];
  label?: string;
  /** What is wrong with what the URL says, by field. */
  problems?: Record<string, string>;
}) {
  const location = useLocation();
  const form = useRef<HTMLFormElement>(null);
  const search = new URLSearchParams(location.search);
  const kept = Object.fromEntries(keep.map((name) => [name, search.getAll(name)]));
  const rest = new URLSearchParams(keep.flatMap((name) => search.getAll(name).map((value) => [name, value])));
  const resetHref = rest.toString() ? `${location.pathname}?${rest.toString()}` : location.pathname;
  // The inputs are uncontrolled; after 重置 or Back they must show what the URL says.
  useEffect(() => {
    const params = new URLSearchParams(location.search);
    for (const element of Array.from(form.current?.elements ?? [])) {
      if (!(element instanceof HTMLInputElement) || element.type === 'hidden') continue;
      if (element.type === 'checkbox' || element.type === 'radio') {
        element.checked = params.getAll(element.name).includes(element.value);
      } else {
        element.value = params.get(element.name) ?? '';
      }
    }
  }, [location.search]);
  return (
    <Form method="get" action={location.pathname} className="filter" role="search" aria-label={label} ref={form}>
      <HiddenFields values={kept} />
      <FormContext.Provider value={{ ...OUTSIDE, errors: problems }}>{children}</FormContext.Provider>
      <div className="row">
        <button type="submit" className={buttonClass()}>
          查询
        </button>
        <Link className={buttonClass({ variant: 'quiet' })} to={resetHref}>
          重置
        </Link>
      </div>
    </Form>
  );
}
