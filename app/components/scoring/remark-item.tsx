import type { CorrectionFields, FrequentAnswers } from '~/domain/question-bank/kinds/kind.schema';
import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { CheckboxGroup, RadioGroup } from '~/components/form/choice-fields';
import { ErrorSummary } from '~/components/form/error-summary';
import { FormContext } from '~/components/form/form-context';
import { QuestionReview } from '~/components/question/question-review';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { formatKeys, questionKindLabel } from '~/domain/question-bank/question.rules';
import { formatBlankLine } from '~/domain/question-bank/kinds/cloze/blank-line.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { CORRECTION_LABELS, correctionWord, type CorrectionKind } from '~/domain/exam/correction.rules';
import type { RemarkItemView } from '~/domain/scoring/correction/remark-page.queries.server';
import { formatPoints } from '~/domain/scoring/paper/scoring.rules';
import { toQuestion } from '~/lib/addresses/banks';
import { toRemark } from '~/lib/addresses/scoring';
import type { FieldErrors } from '~/lib/errors';
import { formatMinute } from '~/lib/time';

/** What was asked for and cannot be previewed, with the reasons. */
export type RemarkProblem = { kind: CorrectionKind | null; fields: FieldErrors; message: string };

/** One item, what was answered, and the ways to put it right; each form leads to its preview. */
export function RemarkItem({ view, problem }: { view: RemarkItemView; problem: RemarkProblem | null }) {
  const { exam, item, position, kinds, fields, history, bankQuestionId } = view;
  const { snapshot } = item;
  const keys = snapshot.bank === 'theory' ? snapshot.body.keys : [];
  return (
    <>
      <Card
        title={`${PART_LABELS[item.part]}第 ${position} 题`}
        hint={`${questionKindLabel(snapshot)}，${formatPoints(item.points)} 分，${view.papers} 份作答`}
        actions={item.correction ? <Chip tone="theme">{correctionWord(item.correction)}</Chip> : null}
      >
        <QuestionReview question={snapshot} titleId="remark-item" heading="h3" points={item.points} />
        {bankQuestionId === null ? null : (
          <p className="small quiet">
            这里只改这场考试。题库里的原题不变，需要时 <Link to={bankHref(snapshot, bankQuestionId)}>去题库修改</Link>。
          </p>
        )}
      </Card>
      {kinds.includes('key') && fields ? (
        <AskForm view={view} kind="key" problem={problem} text="原来的答案不再算对，所有人按新的答案重新判分。">
          <KeyFields fields={fields} keys={keys} />
        </AskForm>
      ) : null}
      {kinds.includes('accept') && fields ? (
        <AskForm view={view} kind="accept" problem={problem} text="原来的答案仍然算对，只会加分，不会减分。">
          <AcceptFields snapshot={snapshot} fields={fields} frequent={view.frequent} />
        </AskForm>
      ) : null}
      {kinds.includes('credit') ? (
        <AskForm
          view={view}
          kind="credit"
          problem={problem}
          text={`题目本身有问题时用：不管怎么答、有没有作答，都得满分 ${formatPoints(item.points)} 分。`}
        />
      ) : null}
      {kinds.includes('none') ? (
        <AskForm view={view} kind="none" problem={problem} text="恢复考试时的答案和老师给的分数。" />
      ) : null}
      {history.length > 0 ? (
        <Card title="更正记录">
          <ul className="bullets">
            {history.map((one) => (
              <li key={one.id}>
                {formatMinute(one.at)}，{one.by}：{CORRECTION_LABELS[one.kind]}。原因：{one.reason}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <p>
        <Link to={toRemark({ examId: exam.id })}>选择别的题</Link>
      </p>
    </>
  );
}

function AskForm({
  view,
  kind,
  text,
  problem,
  children,
}: {
  view: RemarkItemView;
  kind: CorrectionKind;
  text: string;
  problem: RemarkProblem | null;
  children?: ReactNode;
}) {
  const own = problem?.kind === kind ? problem : null;
  const state = {
    idPrefix: `${kind}-`,
    intent: undefined,
    formKey: kind,
    errors: own?.fields ?? {},
    kept: null,
  };
  return (
    <FormContext.Provider value={state}>
      <Card title={CORRECTION_LABELS[kind]}>
        {own ? <ErrorSummary errors={own.fields} message={own.message} idPrefix={state.idPrefix} /> : null}
        <p>{text}</p>
        <Form method="get" preventScrollReset>
          <input type="hidden" name="examId" value={view.exam.id} />
          <input type="hidden" name="itemId" value={view.item.id} />
          <input type="hidden" name="kind" value={kind} />
          {children}
          <div className="formactions">
            <Button>
              预览影响
              <span className="vh">：{CORRECTION_LABELS[kind]}</span>
            </Button>
          </div>
        </Form>
      </Card>
    </FormContext.Provider>
  );
}

function KeyFields({ fields, keys }: { fields: CorrectionFields; keys: string[] }) {
  if (fields.type === 'blanks') return <BlankFields blanks={fields.blanks} isFilled prefix="key" />;
  const { options, isOneOnly } = fields;
  const shared = { name: 'keys', label: '正确答案', layout: 'list', options } as const;
  return isOneOnly ? (
    <RadioGroup {...shared} defaultValue={keys[0]} />
  ) : (
    <CheckboxGroup {...shared} defaultValue={keys} />
  );
}

function AcceptFields({
  snapshot,
  fields,
  frequent,
}: {
  snapshot: QuestionSnapshot;
  fields: CorrectionFields;
  frequent: FrequentAnswers;
}) {
  if (fields.type === 'blanks') {
    return (
      <>
        {frequent.blanks.map((answers, index) => (
          <CheckboxGroup
            key={index}
            name="more"
            label={`第 ${index + 1} 空答得最多、现在不算对的`}
            layout="list"
            empty="没有"
            options={answers.map(({ text, count }) => ({
              value: `${index}|${text}`,
              label: text,
              hint: `${count} 人`,
            }))}
          />
        ))}
        <BlankFields blanks={fields.blanks} isFilled={false} prefix="accept" />
      </>
    );
  }
  const options = snapshot.bank === 'theory' ? snapshot.body.options : [];
  return (
    <>
      <CheckboxGroup
        name="sets"
        label="选得最多、现在不算对的"
        layout="list"
        empty="没有"
        options={frequent.sets.map(({ keys, count }) => ({
          value: keys.join(','),
          label: formatKeys(snapshot.kind, keys, options),
          hint: `${count} 人`,
        }))}
      />
      {fields.isOneOnly ? null : (
        <CheckboxGroup name="keys" label="或者选出另一组" layout="list" options={fields.options} />
      )}
    </>
  );
}

/** One line per blank; several answers are separated by |. */
function BlankFields({ blanks, isFilled, prefix }: { blanks: string[][]; isFilled: boolean; prefix: string }) {
  return (
    <>
      {blanks.map((alternatives, index) => (
        <div className="field" key={index}>
          <label htmlFor={`${prefix}-blank-${index}`}>
            {isFilled ? `第 ${index + 1} 空的答案` : `第 ${index + 1} 空还接受`}
            <span className="field__opt">（几个答案用 | 隔开）</span>
          </label>
          <input
            className="input"
            id={`${prefix}-blank-${index}`}
            name="blanks"
            autoComplete="off"
            defaultValue={isFilled ? formatBlankLine(alternatives) : ''}
          />
        </div>
      ))}
    </>
  );
}

function bankHref({ bank }: QuestionSnapshot, id: number): string {
  return toQuestion(bank, { id });
}
