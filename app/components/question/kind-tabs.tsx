import { DefaultSubmit } from '~/components/form/default-submit';
import { Tabs } from '~/components/list/tabs';
import { KIND_LABELS, THEORY_KINDS, type TheoryKind } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { QUESTION_FORM_ID } from './question-form';

/**
 * The kinds of a theory question's form. With script they are links, and the fields keep what was typed; without it
 * they send the form, and the page comes back with it as the other kind.
 */
export function KindTabs({ current }: { current: TheoryKind }) {
  const kinds = THEORY_KINDS.map((each) => ({ label: KIND_LABELS[each], value: each }));
  return (
    <>
      <div className="with-script">
        <Tabs label="题型" param="kind" current={current} items={kinds} />
      </div>
      <DefaultSubmit form={QUESTION_FORM_ID} name="_intent" value="save" />
      <nav className="tabs without-script" aria-label="题型">
        {kinds.map(({ label, value }) => (
          <button
            key={value}
            form={QUESTION_FORM_ID}
            name="_kind"
            value={value}
            aria-current={value === current ? 'page' : undefined}
          >
            {label}
          </button>
        ))}
      </nav>
    </>
  );
}

/** The kind that a form was sent back as, else the page's own. */
export function shownKind(problem: FormProblem | null | undefined, own: TheoryKind): TheoryKind {
  return THEORY_KINDS.find((each) => each === problem?.values.kind) ?? own;
}
