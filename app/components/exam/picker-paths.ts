import type { PickerGo } from '~/domain/exam/wizard-form.rules';
import { withParams } from '~/http/with-params';
import { toStep } from '~/lib/addresses/exams';

const FILTERS = ['keyword', 'bank', 'kind', 'level', 'dirId', 'scope'];

/**
 * Where a button of the paper's picker leads that only shows something else; `url` is the picker's own, `form` has the
 * fields of its filter. Null for a button that does something first.
 */
export function pathOfPickerGo(go: PickerGo, url: URL, examId: number, form: FormData): string | null {
  const here = (changes: Record<string, string | number | null>) => withParams(url, changes);
  switch (go.to) {
    case 'back':
      return toStep('threeadd', { id: examId });
    case 'reset':
      return toStep('threeadd', { id: examId, choose: 1 });
    case 'filter': {
      const typed = FILTERS.map((name) => [name, String(form.get(name) ?? '').trim()]);
      return withParams(new URL(toStep('threeadd', { id: examId, choose: 1 }), url), Object.fromEntries(typed));
    }
    case 'page':
      return here({ currentPage: go.value, look: null });
    case 'look':
      return `${here({ look: go.value || null, currentPage: url.searchParams.get('currentPage') })}${go.value ? '#look' : ''}`;
    default:
      return null;
  }
}
