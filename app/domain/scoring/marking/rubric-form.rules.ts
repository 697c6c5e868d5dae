import { MEASURES } from '~/domain/exam/measures.rules';
import { formatPoints } from '../paper/scoring.rules';
import { rulesOf, type Rubric } from './rubric.rules';

/** The form of a rubric: numbered rows, some of them blank; one without a name says nothing. */

export const MAX_RULES = 20;
const BLANK_ROWS = 3;

export type RuleColumn = 'id' | 'name' | 'way' | 'points' | 'unit' | 'maximum' | 'hint' | 'remove';

/** The name of a row's field, rows from 0. */
export function ruleField(column: RuleColumn, row: number): string {
  return `rule-${column}-${row}`;
}

/** How many rows the form of a rubric has. */
export function ruleRowCount(rubric: Rubric): number {
  const used = rubric.kind === 'deductions' || rubric.kind === 'criteria' ? rulesOf(rubric).length : 0;
  return Math.min(MAX_RULES, used + BLANK_ROWS);
}

/** What the fields hold at first. */
export function rubricFormValues(rubric: Rubric): Record<string, string> {
  const values: Record<string, string> = { kind: rubric.kind, name: rubric.name };
  if (rubric.kind === 'measures') for (const measure of MEASURES) values[measure] = String(rubric.weights[measure]);
  if (rubric.kind === 'deductions') values.full = formatPoints(rubric.full);
  if (rubric.kind !== 'deductions' && rubric.kind !== 'criteria') return values;
  rulesOf(rubric).forEach((rule, row) => {
    const set = (column: RuleColumn, value: string) => (values[ruleField(column, row)] = value);
    set('id', rule.id);
    set('name', rule.name);
    set('hint', rule.hint);
    if (!('kind' in rule)) {
      set('points', formatPoints(rule.points));
      return;
    }
    set('way', rule.kind);
    set('points', rule.kind === 'count' ? String(rule.points) : rule.choices.map(formatPoints).join('、'));
    set('unit', rule.kind === 'count' ? rule.unit : '');
    set('maximum', rule.kind === 'count' && rule.maximum !== null ? formatPoints(rule.maximum) : '');
  });
  return values;
}
