import { descendants, element, elements, textContent, type XmlElement } from './xml.server';

/** What the rules of an item of QTI 1.2 give points for. */

/** `values`: what must be chosen or typed, each in the response that it is for. */
export type Rule = { values: { response: string; value: string }[]; score: number };

/** The rules of an item, with what each adds to the score. */
export function rulesOf(processing: XmlElement | undefined): Rule[] {
  const most = mostOf(processing);
  return descendants(processing, 'respcondition').map((condition) => readRule(condition, most));
}

/** What rules want to be chosen or typed. */
export const byValue = (rules: Rule[]) => rules.flatMap(({ values }) => values.map(({ value }) => value));

/** What earns as much as anything does, and what earns less. */
export function byScore(rules: Rule[]): { full: string[]; partial: string[] } {
  const earning = rules.filter((rule) => rule.score > 0);
  const best = Math.max(0, ...earning.map((rule) => rule.score));
  const full = new Set(byValue(earning.filter((rule) => rule.score === best)));
  const partial = new Set(byValue(earning).filter((value) => !full.has(value)));
  return { full: [...full], partial: [...partial] };
}

/**
 * The options that the rules want, and whether others earn something too. Blackboard has a rule for the feedback of each
 * option besides (`<varequal respident="the option's"/>`, 100 or 0 of a hundred): it counts otherwise than the rule of
 * the key, and says what is right only where no other does.
 */
export function rightOptions(
  rules: Rule[],
  options: { identifier: string }[],
  isMultiple: boolean,
): { right: Set<string>; isPartial: boolean } {
  const ownOf = ({ values: [first, ...more] }: Rule) =>
    first?.value === '' && more.length === 0
      ? options.find(({ identifier }) => identifier !== '' && identifier === first.response)?.identifier
      : undefined;
  const earning = rules.filter((rule) => rule.score > 0 && rule.values.length > 0);
  const ofOptions = earning.flatMap((rule) => {
    const own = ownOf(rule);
    return own === undefined ? [] : [{ ...rule, values: [{ response: own, value: own }] }];
  });
  const ofKey = earning.filter((rule) => ownOf(rule) === undefined);
  const stating = ofKey.length > 0 ? ofKey : ofOptions;
  const best = Math.max(0, ...stating.map((rule) => rule.score));
  const full = isMultiple ? stating : stating.filter((rule) => rule.score === best);
  const right = new Set(byValue(full));
  return { right, isPartial: full.length < stating.length || byValue(ofOptions).some((each) => !right.has(each)) };
}

function readRule(condition: XmlElement, most: number): Rule {
  const score = elements(condition, 'setvar').reduce((sum, setvar) => sum + scoreOf(setvar, most), 0);
  return { values: equalsIn(element(condition, 'conditionvar')), score };
}

/** What it adds to the score; Subtract takes its points away. Blackboard writes SCORE.max for all that there are. */
function scoreOf(setvar: XmlElement, most: number): number {
  const text = textContent(setvar).trim();
  const points = /^SCORE\.max$/i.test(text) ? most : Number(text) || 0;
  return /^subtract$/i.test(setvar.attributes.action ?? '') ? -points : points;
}

/** The highest score that the rules declare; 1 where they do not say it. */
function mostOf(processing: XmlElement | undefined): number {
  const said = Number(descendants(processing, 'decvar')[0]?.attributes.maxvalue ?? 'NaN');
  return said > 0 ? said : 1;
}

/** What a condition wants to be chosen; what it wants not to be is left out. */
function equalsIn(node: XmlElement | undefined): Rule['values'] {
  return elements(node).flatMap((child) => {
    if (child.name === 'not') return [];
    if (child.name !== 'varequal') return equalsIn(child);
    return [{ response: child.attributes.respident ?? '', value: textContent(child).trim() }];
  });
}
