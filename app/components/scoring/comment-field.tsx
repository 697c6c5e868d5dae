import { Link } from '@remix-run/react';
import { useRef } from 'react';
import { useFieldState } from '~/components/form/form-context';
import { Button } from '~/components/ui/button';
import { useHydrated } from '~/components/ui/use-hydrated';
import { appendComment } from '~/domain/scoring/marking/comments.rules';
import { FieldError } from '~/components/form/field-error';
import { toExamComments } from '~/lib/addresses/scoring';

/**
 * The comment on the whole paper. With script a click puts a quick comment in at the cursor; without script those
 * that are ticked are put after the comment when it is saved.
 */
export function CommentField({ start, quickComments }: { start: string; quickComments: string[] }) {
  const field = useFieldState('comment');
  const ticked = useFieldState('quick').values([]);
  const isHydrated = useHydrated();
  const area = useRef<HTMLTextAreaElement>(null);
  const add = (comment: string) => {
    const { current } = area;
    if (!current) return;
    const { value, selectionStart, selectionEnd } = current;
    // One that was never touched has its cursor before everything.
    const isUntouched = document.activeElement !== current && selectionStart === 0;
    const [from, to] = isUntouched ? [value.length, value.length] : [selectionStart, selectionEnd];
    const before = appendComment(value.slice(0, from), comment);
    current.value = before + value.slice(to);
    current.focus();
    current.setSelectionRange(before.length, before.length);
  };
  return (
    <div className="field">
      <div className="row">
        <label className="label" htmlFor={field.id}>
          评语<span className="field__opt">（选填，学生会看到）</span>
        </label>
        <Link to={toExamComments({ tab: 'bank' })} className="push small">
          评语库
        </Link>
      </div>
      {quickComments.length > 0 ? (
        <div className="cluster quick" role="group" aria-label="常用评语">
          {quickComments.map((comment) =>
            isHydrated ? (
              <Button key={comment} type="button" size="s" onClick={() => add(comment)}>
                {comment}
              </Button>
            ) : (
              <label key={comment} className="check small">
                <input type="checkbox" name="quick" value={comment} defaultChecked={ticked.has(comment)} />
                <span>{comment}</span>
              </label>
            ),
          )}
        </div>
      ) : null}
      {isHydrated || quickComments.length === 0 ? null : <p className="hint">勾选的会在保存时接在评语后面。</p>}
      <FieldError id={field.errorId} text={field.error} />
      <textarea
        ref={area}
        className="input"
        id={field.id}
        name="comment"
        rows={4}
        maxLength={2000}
        defaultValue={field.value(start)}
        aria-invalid={field.error ? true : undefined}
      />
    </div>
  );
}
