import { Link, useLocation } from '@remix-run/react';
import { useId, type ReactNode } from 'react';
import { FieldsForm } from '~/components/form/fields-form';
import { HiddenFields, IntentButton, SubmitButton, type HiddenValue } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import {
  NAMED_TYPE_LABELS,
  NAMED_TYPES,
  type NamedType,
  type NamedTypeList,
} from '~/domain/question-bank/named-type.rules';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';

/** A short form that the URL opens (`confirm=…`): cancelling leads back to the list. */
export function AskSection({
  title,
  intent,
  fields = {},
  problem,
  children,
}: {
  title: string;
  intent: string;
  /** Sent along unseen. */
  fields?: Record<string, HiddenValue>;
  problem: FormProblem | null | undefined;
  children: ReactNode;
}) {
  const titleId = useId();
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  return (
    <section className="confirm confirm--calm" aria-labelledby={titleId} id="confirm">
      <h2 id={titleId}>{title}</h2>
      <FieldsForm intent={intent} problem={problem}>
        <HiddenFields values={fields} />
        {children}
        <div className="row confirm__buttons">
          <Link className={buttonClass()} to={withParams(location, { confirm: null, ids: null, currentPage })}>
            取消
          </Link>
          <SubmitButton>确定</SubmitButton>
        </div>
      </FieldsForm>
    </section>
  );
}

/** A question's new title; its place is the list's URL with confirm=rename. */
export function RenameQuestion({
  question,
  problem,
}: {
  question: { id: number; title: string };
  problem: FormProblem | null | undefined;
}) {
  return (
    <AskSection title="重命名" intent="rename" fields={{ id: question.id }} problem={problem}>
      <TextField name="title" label="标题" defaultValue={question.title} maxLength={100} width="wide" />
    </AskSection>
  );
}

/** The school's scene and exam types: add one, delete one that no question uses. */
export function NamedTypesPanel({
  types,
  problem,
}: {
  types: Record<NamedTypeList, NamedType[]>;
  problem: FormProblem | null | undefined;
}) {
  const location = useLocation();
  return (
    <Card
      title="场景类型与考试类型"
      hint="全校共用；还有题目在用的不能删除"
      actions={<Link to={withParams(location, { manage: null })}>收起</Link>}
      id="types"
    >
      <div className="types">
        {NAMED_TYPES.map((list) => (
          <section key={list} aria-label={NAMED_TYPE_LABELS[list]}>
            <h3>{NAMED_TYPE_LABELS[list]}</h3>
            {types[list].length === 0 ? (
              <p className="quiet">还没有{NAMED_TYPE_LABELS[list]}。</p>
            ) : (
              <ul className="types__list">
                {types[list].map((type) => (
                  <li key={type.id}>
                    <span>{type.name}</span>
                    <IntentButton
                      intent="deleteType"
                      fields={{ list, ids: type.id }}
                      look="link"
                      label={`删除${NAMED_TYPE_LABELS[list]}：${type.name}`}
                    >
                      删除
                    </IntentButton>
                  </li>
                ))}
              </ul>
            )}
            <FieldsForm intent="addType" formKey={list} problem={problem} key={types[list].length}>
              <input type="hidden" name="list" value={list} />
              <div className="types__add">
                <TextField name="name" label={`新的${NAMED_TYPE_LABELS[list]}`} maxLength={20} width="m" />
                <SubmitButton variant="default">新增</SubmitButton>
              </div>
            </FieldsForm>
          </section>
        ))}
      </div>
    </Card>
  );
}
