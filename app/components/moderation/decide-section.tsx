import { useLocation } from '@remix-run/react';
import { CheckboxGroup } from '~/components/form/choice-fields';
import { ErrorSummary } from '~/components/form/error-summary';
import { FormContext } from '~/components/form/form-context';
import { TextArea } from '~/components/form/text-fields';
import { ConfirmSection } from '~/components/list/confirm-section';
import { QUICK_REASONS, TARGET_LABELS, targetText, type Decision } from '~/domain/work/comment.rules';
import type { QueueRow, QueueTab } from '~/domain/work/moderation.queries.server';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';

const WORDS: Record<Decision, string> = { approve: '通过', reject: '驳回', withdraw: '撤回' };

/** Asks for the reason of a rejection, and before many things are decided at once. */
export function DecideSection({
  decision,
  rows,
  tab,
  problem,
}: {
  decision: Decision;
  rows: QueueRow[];
  tab: QueueTab;
  problem: FormProblem | undefined;
}) {
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  return (
    <ConfirmSection
      title={decision === 'approve' ? undefined : `${WORDS[decision]}的原因`}
      text={<Summary decision={decision} rows={rows} />}
      intent={decision}
      fields={{ ids: rows.map(targetText), from: tab }}
      cancelHref={withParams(location, { confirm: null, ids: null, currentPage })}
      danger={decision !== 'approve'}
    >
      {decision === 'approve' && !problem ? null : (
        <FormContext.Provider
          value={{
            idPrefix: '',
            intent: decision,
            formKey: undefined,
            errors: problem?.fieldErrors ?? {},
            kept: problem?.values ?? null,
          }}
        >
          {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
          {decision === 'approve' ? null : (
            <>
              <CheckboxGroup
                name="reasons"
                label="常用原因"
                optional
                layout="list"
                options={QUICK_REASONS.map((reason) => ({ value: reason, label: reason }))}
              />
              <TextArea name="reason" label="补充说明" hint="原因会发给作者。" rows={2} maxLength={200} optional />
            </>
          )}
        </FormContext.Provider>
      )}
    </ConfirmSection>
  );
}

function Summary({ decision, rows }: { decision: Decision; rows: QueueRow[] }) {
  const marked = rows.filter((row) => row.flagged.length > 0).length;
  const [first] = rows;
  if (rows.length === 1 && first) {
    const text = (first.kind === 'work' ? first.title : first.text).map((part) => part.text).join('');
    return (
      <p>
        {WORDS[decision]} {first.author} 的{TARGET_LABELS[first.kind]}
        {text === '' ? '' : `：${text.slice(0, 60)}`}
      </p>
    );
  }
  const count = (kind: QueueRow['kind']) => rows.filter((row) => row.kind === kind).length;
  const counts = [`${count('work')} 份作品`, `${count('comment')} 条评论`].filter((text) => !text.startsWith('0 '));
  return (
    <>
      <p>
        将{WORDS[decision]} {counts.join('和 ')}，作者都会收到消息。
      </p>
      {decision === 'approve' && marked > 0 ? <p>其中 {marked} 项含敏感词，请确认已经看过。</p> : null}
    </>
  );
}
