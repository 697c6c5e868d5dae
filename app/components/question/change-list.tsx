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
          <div className="flex">
            <span className="quiet">{before}：</span>
            <del className="min-w-0 flex-1 whitespace-pre-wrap">{change.before || '（空）'}</del>
          </div>
          <div className="flex">
            <span className="quiet">{after}：</span>
            <ins className="min-w-0 flex-1 whitespace-pre-wrap">{change.after || '（空）'}</ins>
          </div>
        </li>
      ))}
    </ul>
  );
}
