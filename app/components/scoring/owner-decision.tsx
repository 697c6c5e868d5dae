import { CheckboxGroup } from '~/components/form/choice-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { HiddenFields, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import type { DecisionPanel } from '~/domain/scoring/marking/decision.queries.server';
import { formatPoints, scoreText } from '~/domain/scoring/paper/scoring.rules';
import { SCORE_KIND_LABELS, SETTLEMENT_WORDS } from '~/domain/scoring/paper/share-out.rules';
import type { FormProblem } from '~/http/form-problem';
import { formatMinute } from '~/lib/time';

/** What the decision's forms are called. */
export const DECISION_INTENTS = ['decide', 'revoke'] as const;

/** 裁定: whose final scores count, said by the owner where they stay apart. */
export function OwnerDecision({
  panel,
  problem,
  action,
  isClosed,
}: {
  panel: DecisionPanel;
  problem: FormProblem | undefined;
  /** The paper's own page. */
  action: string;
  /** The owner may rule no more (see isReadByName): what was ruled is read. */
  isClosed: boolean;
}) {
  const { scores, decided, settlement } = panel;
  const intent = problem?.values._intent;
  const isOpen = ['owner', 'arbitration', 'decided'].includes(settlement) || intent === 'decide';
  if (isClosed && !decided) return null;
  const ruling = decided ? (
    <span>
      {formatMinute(decided.decidedAt)} 裁定：以
      {scores
        .filter((score) => decided.scoreIds.includes(score.id))
        .map((score) => score.examinerName)
        .join('、')}
      的评分{decided.scoreIds.length > 1 ? '平均' : ''}为准。理由：{decided.reason}
    </span>
  ) : null;
  if (isClosed) return <p className="card card__body decision">{ruling}</p>;
  return (
    <details className="card card__body decision" open={isOpen}>
      <summary>
        <strong>裁定</strong> <span className="quiet">{SETTLEMENT_WORDS[settlement]}</span>
      </summary>
      {decided ? (
        <FieldsForm intent="revoke" reloadDocument action={action} className="row decision__now">
          {ruling}
          <SubmitButton variant="warn" size="s" className="push" busyText="正在撤销…">
            撤销裁定
          </SubmitButton>
        </FieldsForm>
      ) : null}
      <FieldsForm intent="decide" problem={intent === 'decide' ? problem : undefined} reloadDocument action={action}>
        <HiddenFields values={{ mark: panel.mark }} />
        <CheckboxGroup
          name="scoreIds"
          label="以谁的评分为准"
          hint="选一份就用那一份，选两三份取平均。"
          defaultValue={decided?.scoreIds ?? []}
          options={scores.map((score) => ({
            value: score.id,
            label: `${score.examinerName} ${scoreText(score.percent)}`,
            hint: kindText(score),
          }))}
        />
        <TextField name="reason" label="理由" hint="会记入日志，以后可以查。" width="wide" maxLength={500} />
        <div className="formactions">
          <SubmitButton busyText="正在保存…">{decided ? '改为这样裁定' : '裁定'}</SubmitButton>
        </div>
      </FieldsForm>
    </details>
  );
}

/** As what somebody marked, and what stood there before it was rounded: differences are those of the exact figures. */
function kindText({ kind, percent }: DecisionPanel['scores'][number]): string {
  const exact = formatPoints(percent ?? 0);
  return `${exact}分` === scoreText(percent) ? SCORE_KIND_LABELS[kind] : `${SCORE_KIND_LABELS[kind]}，取整前 ${exact}`;
}
