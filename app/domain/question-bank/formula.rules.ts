import { splitRichText } from './rich-text.rules';

/** Every formula that stands in any text of a stored value, once each. */
export function formulasOf(value: unknown): string[] {
  const found = new Set<string>();
  collect(value, found);
  return [...found];
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    if (!value.includes('$')) return;
    for (const part of splitRichText(value, 0)) if (part.kind === 'formula') found.add(part.tex);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) collect(part, found);
  }
}
