import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Note } from '~/components/ui/feedback';
import { getStored, putStored, removeStored } from '~/lib/stored-values';
import { formatMinute } from '~/lib/time';

/** What was typed into a step of the wizard and not saved, as the browser keeps it under the specification's name. */
type Kept = {
  userId: number;
  /** Null: an exam that was never saved. */
  examId: number | null;
  step: string;
  version: number;
  values: Record<string, string[]>;
  /** It was sent; a later version on the server means that it arrived. */
  isSent: boolean;
  at: number;
};

const KEY = 'getExam';
const MAX_AGE_MS = 7 * 24 * 3_600_000;
const PAUSE_MS = 400;
/** Said by the form while this holds what was typed into it; signing in empties it, and the window's own drafts are offered. */
const OFFERS = 'data-offers';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTyped(field: Element): field is Field {
  if (field instanceof HTMLInputElement) return !['hidden', 'file', 'submit', 'button'].includes(field.type);
  return field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement;
}

const isTicked = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** The form by which a step is saved. */
function stepForm(): HTMLFormElement | null {
  return document.querySelector<HTMLInputElement>('form input[name="_intent"][value="save"]')?.form ?? null;
}

function readValues(form: HTMLFormElement): Kept['values'] {
  const values: Kept['values'] = {};
  for (const field of Array.from(form.elements).filter(isTyped)) {
    if (field.name === '') continue;
    const list = (values[field.name] ??= []);
    if (!isTicked(field) || field.checked) list.push(field.value);
  }
  return values;
}

function writeValues(form: HTMLFormElement, values: Kept['values']): void {
  for (const field of Array.from(form.elements).filter(isTyped)) {
    const list = values[field.name];
    if (!list) continue;
    if (isTicked(field)) field.checked = list.includes(field.value);
    else field.value = list[0] ?? '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('blur'));
  }
}

/** Keeps what is typed until it is saved, and offers it again after a reload, a crash or a session that ended. */
export function KeptDraft({ examId, step, version }: { examId: number | null; step: string; version: number }) {
  const userId = useRouteLoaderData<{ user: { id: number } }>('routes/_app')?.user.id ?? 0;
  const [found, setFound] = useState<Kept | null>(null);

  // What lies in the browser is compared with the page as it came.
  useEffect(() => {
    setFound(null);
    const kept = getStored<Kept>(KEY, MAX_AGE_MS);
    if (!kept || kept.userId !== userId) return;
    const hasArrived =
      kept.isSent && (kept.examId === null ? examId !== null : kept.examId === examId && kept.version < version);
    if (hasArrived) removeStored(KEY);
    else if (kept.examId === examId && kept.step === step) {
      const form = stepForm();
      form?.setAttribute(OFFERS, '');
      if (form && JSON.stringify(readValues(form)) !== JSON.stringify(kept.values)) setFound(kept);
    }
  }, [userId, examId, step, version]);

  // The fields are the form's own; what they say is read from it, wherever in the step they stand.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (isSent: boolean) => {
      clearTimeout(timer);
      const form = stepForm();
      if (!form) return;
      const kept: Kept = { userId, examId, step, version, values: readValues(form), isSent, at: Date.now() };
      if (putStored(KEY, kept)) form.setAttribute(OFFERS, '');
      setFound(null);
    };
    const onInput = (event: Event) => {
      if ((event.target as Partial<Field>).form !== stepForm()) return;
      clearTimeout(timer);
      timer = setTimeout(() => keep(false), PAUSE_MS);
    };
    const onSubmit = (event: Event) => {
      if (event.target === stepForm()) keep(true);
    };
    document.addEventListener('input', onInput);
    document.addEventListener('submit', onSubmit, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('input', onInput);
      document.removeEventListener('submit', onSubmit, true);
    };
  }, [userId, examId, step, version]);

  if (!found) return null;
  const restore = () => {
    const form = stepForm();
    if (form) writeValues(form, found.values);
    setFound(null);
  };
  const discard = () => {
    removeStored(KEY);
    setFound(null);
  };
  return (
    <div className="mb-4">
      <Note tone="warn">
        <p>这一步有 {formatMinute(found.at)} 填写、还没有保存的内容，留在这台电脑上。</p>
        <p className="row mt-2">
          <Button type="button" size="s" onClick={restore}>
            恢复
          </Button>
          <Button type="button" size="s" className="ml-2" onClick={discard}>
            不要了
          </Button>
        </p>
      </Note>
    </div>
  );
}
