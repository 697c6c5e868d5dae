import { useRef } from 'react';
import { useFieldState } from '~/components/form/form-context';
import { Button } from '~/components/ui/button';
import { useHydrated } from '~/components/ui/use-hydrated';

/** The comment on the whole paper; with script, quick comments are put in by a click. */
export function CommentField({ start, quickComments }: { start: string; quickComments: string[] }) {
  const field = useFieldState('comment');
  const isHydrated = useHydrated();
  const area = useRef<HTMLTextAreaElement>(null);
  const add = (comment: string) => {
    if (!area.current) return;
    const text = area.current.value.trim();
    area.current.value = text === '' ? `${comment}。` : `${text}${/[。！？；]$/.test(text) ? '' : '。'}${comment}。`;
    area.current.focus();
  };
  return (
    <div className="field">
      <label htmlFor={field.id}>
        评语<span className="field__opt">（选填，学生会看到）</span>
      </label>
      {isHydrated && quickComments.length > 0 ? (
        <div className="cluster quick" role="group" aria-label="常用评语">
          {quickComments.map((comment) => (
            <Button key={comment} type="button" size="s" onClick={() => add(comment)}>
              {comment}
            </Button>
          ))}
        </div>
      ) : null}
      {field.error ? (
        <p className="error" id={field.errorId}>
          {field.error}
        </p>
      ) : null}
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
