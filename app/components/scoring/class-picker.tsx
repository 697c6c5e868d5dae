import { Link, useLocation } from '@remix-run/react';
import { withParams } from '~/http/with-params';
import { shownFigure } from './summary-line';

/** Every class of an exam with its mean; the order and the names chosen stay. */
export function ClassPicker({
  classes,
  current,
}: {
  classes: { id: number; name: string; count: number; mean: number | null }[];
  current: number;
}) {
  const location = useLocation();
  if (classes.length < 2) return null;
  return (
    <nav className="classpick" aria-label="班级">
      {classes.map((one) => (
        <Link
          key={one.id}
          to={withParams(location, { classId: one.id })}
          aria-current={one.id === current ? 'page' : undefined}
        >
          <strong>{one.name}</strong>
          <span className="small">
            {one.count} 人，均分 {shownFigure(one.mean)}
          </span>
        </Link>
      ))}
    </nav>
  );
}
