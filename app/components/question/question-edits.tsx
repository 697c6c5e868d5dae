import { Link } from '@remix-run/react';
import { Card } from '~/components/ui/card';
import type { QuestionEdit } from '~/domain/question-bank/question-edits.server';
import type { Bank } from '~/domain/question-bank/question.schema';
import { toHistory } from '~/lib/addresses/banks';
import { ChangeList } from './change-list';

/** An edit with its time as it is said. */
export type ShownEdit = QuestionEdit & { when: string };
export type LatestEdits = { rows: ShownEdit[]; total: number };

/** 谁改了什么, the last of it; nothing for who may only read. */
export function EditsCard({
  question: { bank, id },
  edits,
}: {
  question: { bank: Bank; id: number };
  edits: LatestEdits | null;
}) {
  if (edits === null) return null;
  return (
    <Card title="谁改了什么" hint="出题的老师和可以编辑的老师能看到" id="edits">
      {edits.total === 0 ? <p className="quiet">出题以后还没有改过。</p> : <EditList rows={edits.rows} />}
      {edits.total > edits.rows.length ? (
        <p className="mt-2">
          <Link to={toHistory({ bank, id })}>全部 {edits.total} 次修改</Link>
        </p>
      ) : null}
    </Card>
  );
}

/** Changes one below the other, latest first. */
export function EditList({ rows }: { rows: ShownEdit[] }) {
  return (
    <ol className="stack">
      {rows.map((row) => (
        <li key={row.id}>
          <p>
            <strong>{row.editor}</strong> <span className="quiet num">{row.when}</span>
          </p>
          <ChangeList changes={row.changes} />
        </li>
      ))}
    </ol>
  );
}
