import { Fragment, type ReactNode } from 'react';

/** Terms and their values in two columns. */
export function DescriptionList({
  items,
  small = false,
}: {
  items: { term: ReactNode; detail: ReactNode }[];
  small?: boolean;
}) {
  return (
    <dl className={`dl${small ? ' small' : ''}`}>
      {items.map((item, index) => (
        <Fragment key={index}>
          <dt>{item.term}</dt>
          <dd>{item.detail}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export type StatTile = { label: string; value: ReactNode; unit?: string; note?: ReactNode };

/** Figures in a row: units smaller than the value. */
export function StatTiles({ items }: { items: StatTile[] }) {
  return (
    <dl className={`tiles${items.length <= 4 ? ' tiles--4' : ''}`}>
      {items.map((item) => (
        <div className="tile" key={item.label}>
          <dt>{item.label}</dt>
          <dd>
            {item.value}
            {item.unit ? <small>{item.unit}</small> : null}
          </dd>
          {item.note ? <dd className="sub">{item.note}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

/** A native progress bar with its words above. */
export function Progress({
  value,
  max,
  label,
  text,
  thin = false,
}: {
  value: number;
  max: number;
  /** Names the bar. */
  label: string;
  /** Shown above the bar; leave out where the figures stand beside it anyway. */
  text?: ReactNode;
  thin?: boolean;
}) {
  return (
    <>
      {text ? <span className="small quiet">{text}</span> : null}
      <progress className={thin ? 'thin' : undefined} value={value} max={Math.max(max, 1)} aria-label={label}>
        {value} / {max}
      </progress>
    </>
  );
}
