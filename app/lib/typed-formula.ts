/** Pixels of one em: the size of a question's text, a little more since the letters of formulas are small. */
export const EM_PX = 17;

/** The picture of a formula that is not drawn: its letters as they were typed. */
export function typedFormula(tex: string): string {
  const width = [...tex].reduce((sum, letter) => sum + (letter.charCodeAt(0) < 256 ? 9 : EM_PX), 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="24"><text y="17" font-family="monospace" font-size="15">${escapeXml(tex)}</text></svg>`;
}

function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
