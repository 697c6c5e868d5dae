import { FieldGroup, HintAndError } from '~/components/form/field';
import { useState, type ChangeEvent } from 'react';
import { fieldId, useFieldState, useFormState } from '~/components/form/form-context';
import { optionKey } from '~/domain/question-bank/question.rules';
import type { TheoryBody } from '~/domain/question-bank/question.schema';
import { AlertIcon } from '~/components/ui/icons';
import { FormRows, keptList } from '../form-rows';
import { FieldError } from '~/components/form/field-error';

const MAX_OPTIONS = 10;
const LEAST_OPTIONS = 4;

/** The options of a choice, each with a mark for being right. */
export function OptionRows({ isMultiple, body }: { isMultiple: boolean; body: TheoryBody | undefined }) {
  const { kept, errors, idPrefix } = useFormState();
  const answer = useFieldState('answer');
  const texts = keptList(kept, 'optionText', body?.options.map((option) => option.text) ?? []);
  // As ticked since, for when the kind changes: a choice of one cannot take over several.
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null);
  const right = ticked ?? answer.values(body?.keys ?? []);
  const isTooMany = !isMultiple && right.size > 1;
  const tick = ({ target, currentTarget }: ChangeEvent<HTMLDivElement>) => {
    if ((target as Element).getAttribute('name') !== 'answer') return;
    const inputs = Array.from(currentTarget.querySelectorAll<HTMLInputElement>('[name="answer"]'));
    setTicked(new Set(inputs.flatMap((input) => (input.checked ? [input.value] : []))));
  };
  return (
    <FieldGroup
      name="options"
      label="选项与正确答案"
      hint={`在正确的选项前${isMultiple ? '打勾，可以有几个' : '选中圆点，只有一个'}；空行会忽略`}
    >
      <HintAndError field={answer} />
      {isTooMany ? (
        <p className="error" role="alert">
          <AlertIcon small />
          <span>{`原来有 ${right.size} 个正确答案（${[...right].sort().join('、')}），单选题只有一个，请重新选。`}</span>
        </p>
      ) : null}
      <div onChange={tick}>
        <FormRows
          id="optionRows"
          sent={texts.length}
          least={LEAST_OPTIONS}
          most={MAX_OPTIONS}
          addLabel="加一个选项"
          row={(index) => {
            const key = optionKey(index);
            const name = `options.${index}`;
            const error = errors[name];
            return (
              <>
                <FieldError id={`${fieldId(idPrefix, name)}-error`} text={error} />
                <div className="optrow">
                  <label>
                    <input
                      key={isMultiple ? 'several' : 'one'}
                      type={isMultiple ? 'checkbox' : 'radio'}
                      id={index === 0 ? answer.id : `${answer.id}-${key}`}
                      name="answer"
                      value={key}
                      defaultChecked={right.has(key) && !isTooMany}
                      aria-label={`${key} 是正确答案`}
                    />
                    {key}
                  </label>
                  <input
                    className="input"
                    id={index === 0 ? fieldId(idPrefix, 'options') : fieldId(idPrefix, name)}
                    name="optionText"
                    defaultValue={texts[index] ?? ''}
                    aria-label={`选项 ${key}`}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? `${fieldId(idPrefix, name)}-error` : undefined}
                    maxLength={500}
                  />
                </div>
              </>
            );
          }}
        />
      </div>
    </FieldGroup>
  );
}
