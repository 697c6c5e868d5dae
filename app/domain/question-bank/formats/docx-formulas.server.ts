import { Math as WordMath, type MathComponent } from 'docx';
import { latexToMath } from 'docx/math';
import { mathToTex } from './docx-math';
import { encodeEntities, type XmlNode } from './docx-xml';

/** TeX as formulas of Word's. */

export type WordFormula = {
  parts: readonly MathComponent[];
  /** What a reader of the formula alone makes of it: as much, but maybe written otherwise. */
  tex: string;
};

/** A formula of Word's; null for what it has no form for (\ce) or what is no TeX. */
export function wordFormula(tex: string): WordFormula | null {
  try {
    const parts = latexToMath(tex);
    const shown = mathToTex(asNode(new WordMath({ children: parts }).prepForXml({ stack: [] } as never)));
    return shown === null ? null : { parts, tex: shown };
  } catch {
    return null;
  }
}

/** An element as the library hands it to its writer: { name: [{ _attr }, child, 'text'] }. */
function asNode(prepared: unknown): XmlNode {
  if (typeof prepared !== 'object' || prepared === null) return { '#text': encodeEntities(String(prepared)) };
  const [[name, inside] = ['', []]] = Object.entries(prepared as Record<string, unknown>);
  const attributes: Record<string, string> = {};
  const children = [inside].flat().flatMap((each) => {
    const given = (each as { _attr?: Record<string, unknown> } | null)?._attr;
    if (given) for (const [key, value] of Object.entries(given)) attributes[key] = encodeEntities(String(value));
    return given || isEmpty(each) ? [] : [asNode(each)];
  });
  return { [name]: children, ':@': attributes };
}

const isEmpty = (each: unknown) => typeof each === 'object' && (each === null || Object.keys(each).length === 0);
