import { createHash } from 'node:crypto';

/** How a formula of Word's was typed, beside it in a Word file of ours. */

/** Around what was typed in a hidden run: a sign that nobody types. */
export const TYPED_END = '\u2063';

/** Behind a formula in a hidden run: how it was typed, and what it must still say for that to hold. */
export function typedTex(tex: string, shown: string): string {
  return `${TYPED_END}${fingerprint(shown)}:${tex}${TYPED_END}`;
}

/** Whether a hidden run begins what was typed. */
export const isTypedTex = (hidden: string) => hidden.startsWith(TYPED_END);

/** Whether a run holds all of what was typed: nobody else writes such a text, hidden or not. */
export const isTypedWhole = (text: string) => TYPED.test(text);

/** The TeX as it was typed; what the formula shows where nothing tells that, or where somebody changed it in Word. */
export function texAsTyped(hidden: string, shown: string): string {
  const [, known, tex = ''] = TYPED.exec(hidden) ?? [];
  return known === fingerprint(shown) ? tex : shown;
}

const TYPED = /^\u2063([0-9a-f]{12}):([^\u2063$\n]{1,2000})\u2063$/;

const fingerprint = (tex: string) => createHash('sha256').update(tex).digest('hex').slice(0, 12);
