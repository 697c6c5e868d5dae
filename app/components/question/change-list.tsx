import type { Change } from '~/domain/question-bank/question-changes.rules';

/** Changed fields, each with both texts. */
export function ChangeList({
  changes,
  before = '改前',
  after = '改后',
}: {
  changes: Change[];
  before?: string;
  after?: string;
}) {
  return (
    <ul className="bullets">
      {changes.map((change) => (
        <li key={change.field}>
          <strong>{change.label}</strong>
          <div className="whitespace-pre-wrap">
            <span className="quiet">{before}：</span>
            <del>{change.before || '（空）'}</del>
          </div>
          <div className="whitespace-pre-wrap">
            <span className="quiet">{after}：</span>
            <ins>{change.after || '（空）'}</ins>
          </div>
        </li>
      ))}
    </ul>
  );
}
