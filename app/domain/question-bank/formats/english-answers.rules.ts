/** How teachers of English write what a blank accepts: is not (isn't), (to) go, colour or color. */

const WORDS = "[A-Za-z][A-Za-z'’ -]{0,60}[A-Za-z']";
const BEHIND = new RegExp(`^(${WORDS}) [(（]\\s?([A-Za-z][A-Za-z'’ .-]{0,40})\\s?[)）]$`);
const BEFORE = new RegExp(`^[(（]\\s?([A-Za-z][A-Za-z'’ -]{0,40})\\s?[)）] ?(${WORDS})$`);
const OR = /^([A-Za-z][A-Za-z'’-]{0,30}(?: [A-Za-z'’-]{1,30})?) or ([A-Za-z][A-Za-z'’-]{0,30}(?: [A-Za-z'’-]{1,30})?)$/;
/** more or less, whether or not: one phrase. */
const PHRASE =
  /^(?:more or less|sooner or later|(?:one|two|three|four|five|a day|an hour|a week) or .*|(?:right|now|day|rain|true|yes|dead|win|do|trick|all|once) or .*|.* or (?:not|so|else|other|nothing|never))$|\b(?:more or less|sooner or later)\b|^(?:whether|either|neither|believe|rather)\b/i;
/** v. and sth. say of what kind it is. */
const NOTE = /\.$|^(?:sb|sth|adj|adv|prep|conj|noun|verb|pl|n|v)$/i;

/** Every form that a student may write; null where the text says but one. */
export function englishForms(text: string): string[] | null {
  if (text.length > 120) return null;
  const [, before = '', lead = ''] = BEFORE.exec(text) ?? [];
  if (lead !== '') return [lead, `${before.trim()} ${lead}`];
  const [, own = '', within = ''] = BEHIND.exec(text) ?? [];
  if (own !== '') return forms(own, within.trim());
  const [, first = '', second = ''] = PHRASE.test(text) ? [] : (OR.exec(text) ?? []);
  return first === '' ? null : [first, second];
}

const LEFT_OUT =
  /^(?:a|an|the|to|at|for|of|in|on|up|out|off|that|with|by|about|from|into|over|away|down|back|doing|it|been|be)$/i;

/** isn't behind is not is the same once more; at behind look may be left out; large behind big may be either. */
function forms(own: string, within: string): string[] {
  if (NOTE.test(within)) return [own];
  const isAgain = within.length > 2 && within.charAt(0).toLowerCase() === own.charAt(0).toLowerCase();
  if (isAgain) return [own, within];
  return LEFT_OUT.test(within) ? [own, `${own} ${within}`] : [own];
}
