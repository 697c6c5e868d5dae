import { Link, useLocation } from '@remix-run/react';
import { withParams } from '~/http/with-params';

/** One of several ways to see a page, as links that change one parameter of its address. */
export function LinkChoice({
  label,
  param,
  current,
  options,
}: {
  label: string;
  param: string;
  current: string;
  options: [value: string, text: string][];
}) {
  const location = useLocation();
  return (
    <span className="seg" role="group" aria-label={label}>
      {options.map(([value, text]) => (
        <Link
          key={value}
          to={withParams(location, { [param]: value })}
          aria-current={value === current ? 'true' : undefined}
          preventScrollReset
        >
          {text}
        </Link>
      ))}
    </span>
  );
}
