import { describe, expect, test } from 'vitest';
import { mathToTex } from './docx-math';
import { formatNumber } from './docx-numbering';
import { sliceDocument } from './docx-slices';
import { parseXml } from './docx-xml';

const tex = (inner: string) => mathToTex(parseXml(`<m:oMath>${inner}</m:oMath>`)[0]!);
const r = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const e = (name: string, inner: string) => `<m:${name}>${inner}</m:${name}>`;

describe('formulas', () => {
  test.each([
    [e('f', e('num', r('a+b')) + e('den', r('2'))), '\\frac{a+b}{2}'],
    [e('sSup', e('e', r('x')) + e('sup', r('2'))), 'x^{2}'],
    [e('sSub', e('e', r('ab')) + e('sub', r('n'))), '{ab}_{n}'],
    [e('sSubSup', e('e', r('x')) + e('sub', r('1')) + e('sup', r('2'))), 'x_{1}^{2}'],
    [e('rad', '<m:radPr><m:degHide m:val="1"/></m:radPr>' + e('deg', '') + e('e', r('2'))), '\\sqrt{2}'],
    [e('rad', e('deg', r('3')) + e('e', r('x'))), '\\sqrt[3]{x}'],
    [
      e('nary', '<m:naryPr><m:chr m:val="∑"/></m:naryPr>' + e('sub', r('i=1')) + e('sup', r('n')) + e('e', r('i'))),
      '\\sum_{i=1}^{n} i',
    ],
    [e('d', e('e', r('x+1'))), '\\left(x+1\\right)'],
    [e('d', '<m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>' + e('e', r('x'))), '\\left\\{x\\right.'],
    [e('func', e('fName', r('sin')) + e('e', r('θ'))), '\\sin \\theta'],
    [r('α≤β×50%'), '\\alpha \\le \\beta \\times 50\\%'],
    [r('𝑥'), 'x'],
    [r('速度'), '\\text{速度}'],
    [r('a&lt;b'), 'a<b'],
  ])('%#', (inner, expected) => expect(tex(inner)).toBe(expected));

  test('what is not known is not guessed', () => {
    expect(tex(e('unheard', r('x')))).toBeNull();
    expect(tex('')).toBeNull();
  });
});

test.each([
  [3, 'decimal', '3'],
  [2, 'upperLetter', 'B'],
  [12, 'chineseCounting', '十二'],
  [20, 'chineseCountingThousand', '二十'],
  [4, 'upperRoman', 'IV'],
  [3, 'decimalEnclosedCircle', '③'],
  [2, 'ideographTraditional', '乙'],
  [7, 'decimalFullWidth', '７'],
])('%i as %s is %s', (number, format, label) => expect(formatNumber(number, format)).toBe(label));

describe('slices of a document', () => {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const document = (body: string) => `<w:document><w:body>${body}<w:sectPr/></w:body></w:document>`;

  test('hold every block once, in order, and tables whole', () => {
    const blocks = Array.from({ length: 700 }, (_, index) =>
      index % 7 === 0
        ? `<w:tbl><w:tr><w:tc>${paragraph(`表${index}`)}<w:p/></w:tc></w:tr></w:tbl>`
        : paragraph(`段${index}`),
    );
    const slices = sliceDocument(document(blocks.join('')));
    expect(slices.length).toBeGreaterThan(3);
    const bodies = slices.map((slice) => /<w:body>(.*)<\/w:body>/.exec(slice)?.[1] ?? '');
    expect(bodies.join('').replace(/<w:sectPr\/>/g, '')).toBe(blocks.join(''));
    for (const slice of slices) expect(() => parseXml(slice)).not.toThrow();
  });

  test('leave alone what is none', () => {
    expect(sliceDocument('<a/>')).toEqual(['<a/>']);
    expect(sliceDocument(document('</w:p><w:p>'))).toHaveLength(1);
  });
});
