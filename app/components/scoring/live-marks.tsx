import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
} from 'react';
import { useFieldState, type FieldState } from '~/components/form/form-context';
import type { FieldErrors } from '~/lib/errors';
import type { Rubric } from '~/domain/scoring/marking/rubric.rules';
import { readMarks, readScoreFields, type ItemMark, type RawMark } from '~/domain/scoring/marking/score-form.rules';
import { partPercent, type Mark } from '~/domain/scoring/paper/scoring.rules';
import type { SheetItem } from './sheet-item';

type LiveMarks = {
  /** What stood in the fields when the page was made. */
  initial: Map<number, RawMark>;
  /** What stands there now, as far as it is right. */
  marks: Map<number, Mark & Partial<Pick<ItemMark, 'measures' | 'pointMarks' | 'details'>>>;
  percent: number | null;
  /** What is wrong with it by now, by the fields' names. */
  problems: FieldErrors;
  /** What the part's items are marked by. */
  rubric: Rubric;
};

const Context = createContext<LiveMarks | null>(null);

/** The marks of the scoring form around. */
export function useLiveMarks(): LiveMarks {
  const value = useContext(Context);
  if (!value) throw new Error('useLiveMarks stands outside of LiveMarksProvider');
  return value;
}

/** A field of a mark: with script what is wrong with it is said as it is typed. */
export function useMarkField(name: string): FieldState {
  const { problems } = useLiveMarks();
  const field = useFieldState(name);
  return { ...field, error: problems[name] ?? field.error };
}

/**
 * Works out totals from what stands in the form: on the server from what is stored (or was sent), with script again
 * at every change. `onInput` belongs on an element around all fields.
 */
export function LiveMarksProvider({
  items,
  initial,
  rubric,
  children,
}: {
  items: SheetItem[];
  initial: RawMark[];
  rubric: Rubric;
  children: ReactNode;
}) {
  const [raw, setRaw] = useState(initial);
  const value = useMemo<LiveMarks>(() => {
    const { marks: byHand, problems } = readMarks(items, raw, false, rubric);
    const byKey = items.flatMap((item) => (item.auto ? [{ itemId: item.id, points: item.auto.points }] : []));
    const marks: LiveMarks['marks'] = new Map([...byHand, ...byKey].map((mark) => [mark.itemId, mark]));
    return {
      initial: new Map(initial.map((mark) => [mark.itemId, mark])),
      marks,
      percent: partPercent(items, marks),
      problems,
      rubric,
    };
  }, [items, initial, raw, rubric]);
  const onInput = useCallback((event: FormEvent<HTMLDivElement>) => {
    const { form } = event.target as HTMLInputElement;
    if (form) setRaw(fieldsOf(form));
  }, []);
  const root = useRef<HTMLDivElement>(null);
  // What was filled in before the script came to the page counts too.
  useEffect(() => {
    const form = root.current?.querySelector('form') ?? root.current?.closest('form');
    if (form && isTouched(form)) setRaw(fieldsOf(form));
  }, []);
  return (
    <Context.Provider value={value}>
      <div onInput={onInput} ref={root}>
        {children}
      </div>
    </Context.Provider>
  );
}

function fieldsOf(form: HTMLFormElement): RawMark[] {
  const values: Record<string, string> = {};
  new FormData(form).forEach((field, name) => {
    if (typeof field === 'string') values[name] = field;
  });
  return readScoreFields(values);
}

function isTouched(form: HTMLFormElement): boolean {
  return Array.from(form.elements).some(
    (field) =>
      field instanceof HTMLInputElement &&
      (/^(checkbox|radio)$/.test(field.type)
        ? field.checked !== field.defaultChecked
        : field.value !== field.defaultValue),
  );
}
