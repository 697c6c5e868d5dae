/**
 * 或 in the key of one blank parts words, 一或二, of which either is right; x=2或x=-2 is all that solves an equation, and
 * half of it is no answer.
 */

const PARTED = /\s?[，,、;；]?\s?或者?\s?/;
const HAN = /[\u3400-\u9fff]/;
/** Signs of numbers, letters for the unknown, relations, brackets and TeX. */
const MATHS =
  /^[A-Za-z0-9α-ωΑ-Ωπ√±∓+\-−—.,，/÷×*·^()（）[\]{}|\u0001<>≤≥≠=≈＝＜＞∞°′'″%％²³¹ⁿ∠△∪∩∈∉∅:：$\\_∶!⁻⁰-⁹₀-₉\s]+$/;
const RELATION = /[<>≤≥≠=≈＝＜＞∈]/;
const TUPLE = /^[A-Za-z]?[([（［][^()（）]{1,60}[,，][^()（）]{1,60}[)\]）］]$/;
const NAMED_SIGN = /\\[a-z]{1,10}|sin|cos|tan|cot|log|lg|ln|sqrt|arc/g;
/** CO2, Fe3+, NaOH */
const FORMULA = /^[A-Z][A-Za-z0-9₀-₉()]{0,20}[+\-⁺⁻]?$/;
const NUMBER = '[-−+±]?\\s?\\d{1,8}(?:\\.\\d{1,8})?(?:\\s?[/∶:]\\s?\\d{1,8})?';
const AMOUNT = new RegExp(`^(${NUMBER})\\s?([^\\d\\s/+\\-−*×÷=<>≤≥^(（)）,，.]{0,6})$`);

/** `isSure`: nothing else can be meant. */
export type SolutionSet = { parts: string[]; isSure: boolean };

/** The solutions that a key joins by 或; null where these are words, or one amount written twice. */
export function solutionSet(text: string): SolutionSet | null {
  if (text.length > 200 || !text.includes('或')) return null;
  const parts = text.split(PARTED).map((part) => part.trim());
  if (parts.length < 2 || parts.length > 6 || parts.includes('')) return null;
  const amounts = parts.map((part) => AMOUNT.exec(part));
  if (amounts.every((amount) => amount !== null)) return isOneAmount(amounts) ? null : { parts, isSure: false };
  // k或-k: a letter alone is of such a set where another part is.
  if (!parts.some(isMaths) || !parts.every((part) => isMaths(part) || /^[a-zα-ω]$/.test(part))) return null;
  return { parts, isSure: parts.every((part) => TUPLE.test(part)) || isOfOneUnknown(parts) };
}

function isMaths(part: string): boolean {
  if (HAN.test(part) || !MATHS.test(part)) return false;
  if (RELATION.test(part) || TUPLE.test(part)) return true;
  if (FORMULA.test(part) || /[A-Za-z]{2}/.test(part.replace(NAMED_SIGN, ''))) return false;
  return /[\d+\-−±√π∅∞\\]/.test(part);
}

/** 0.5或1/2, 10cm或10厘米, 3或3cm say the same in two ways. */
function isOneAmount(amounts: RegExpExecArray[]): boolean {
  const units = amounts.map(([, , unit = '']) => unit).filter((unit) => unit !== '');
  const values = amounts.map(([, number = '', unit = '']) => valueOf(number) / (/^[%％]$/.test(unit) ? 100 : 1));
  const isAlike = values.every((value) => Math.abs(value - (values[0] ?? 0)) < 1e-9);
  return isAlike || new Set(units).size > 1;
}

function valueOf(number: string): number {
  const [above = '', below] = number.replace(/\s/g, '').replace('−', '-').split(/[/∶:]/);
  return Number(above.replace('±', '')) / (below === undefined ? 1 : Number(below));
}

/** x=2或x=-2, x<1或x>3: what is said of the same letter, which stands nowhere else. */
function isOfOneUnknown(parts: string[]): boolean {
  const unknowns = parts.map(
    (part) => /^\$?\s?([A-Za-zα-ω][₀-₉\d]?)\s?(?:\\[a-z]{1,4}\s?)?[<>≤≥≠=＝＜＞]/.exec(part)?.[1],
  );
  const [unknown] = unknowns;
  return (
    unknown !== undefined &&
    unknowns.every((each) => each === unknown) &&
    parts.every((part) => part.split(unknown).length === 2)
  );
}

/** Every way to write such a key whole: with 或, a comma or 、 between its parts, in either order. */
export function solutionForms(text: string, { parts }: SolutionSet): string[] {
  const orders = [parts, [...parts].reverse()];
  // The comma of (1,2) would part it otherwise.
  const signs = parts.some((part) => /[,，]/.test(part)) ? ['或', '、'] : ['或', '、', '，'];
  return [...new Set([text, ...orders.flatMap((order) => signs.map((sign) => order.join(sign)))])];
}
