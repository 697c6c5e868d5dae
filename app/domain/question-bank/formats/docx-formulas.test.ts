import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { OutgoingQuestion } from './format.rules';
import { wordFormula } from './docx-formulas.server';
import { readDocx } from './docx-read.server';
import { writeDocx } from './docx-write.server';

/** What school books write. */
const FORMULAS = [
  String.raw`\frac{1}{2}`,
  String.raw`x=\frac{-b\pm\sqrt{b^{2}-4ac}}{2a}`,
  String.raw`\sqrt[3]{x+1}`,
  String.raw`a_{n+1}=2a_{n}+1`,
  String.raw`x_{1}^{2}+x_{2}^{2}`,
  String.raw`10^{-19}`,
  String.raw`\sum_{i=1}^{n} i=\frac{n\left(n+1\right)}{2}`,
  String.raw`\prod_{k=1}^{n} k`,
  String.raw`\int_{0}^{1} x^{2}`,
  String.raw`\lim_{x\to 0} \frac{\sin x}{x}`,
  String.raw`\begin{pmatrix}a & b \\ c & d\end{pmatrix}`,
  String.raw`\begin{bmatrix}1 & 0 \\ 0 & 1\end{bmatrix}`,
  String.raw`\begin{vmatrix}a & b \\ c & d\end{vmatrix}`,
  String.raw`\begin{cases}x+y=1 \\ x-y=3\end{cases}`,
  String.raw`\alpha+\beta\le \pi`,
  String.raw`\varphi=\omega t+\theta`,
  String.raw`\Delta U=IR`,
  String.raw`\vec{a}\cdot \vec{b}=0`,
  String.raw`\overrightarrow{AB}`,
  String.raw`\widehat{AB}`,
  String.raw`\overline{z}`,
  String.raw`\hat{y}=bx+a`,
  String.raw`\log_{2} 8=3`,
  String.raw`\sin^{2} \alpha+\cos^{2} \alpha=1`,
  String.raw`\tan 45^{\circ}=1`,
  String.raw`A\cap B=\varnothing`,
  String.raw`\forall x\in \mathbb{R},x^{2}\ge 0`,
  String.raw`\angle ABC=90^{\circ}`,
  String.raw`\triangle ABC\cong \triangle DEF`,
  String.raw`f'\left(x\right)=3x^{2}`,
  String.raw`v=3\mathrm{m/s}`,
  String.raw`v_{\text{平均}}=\frac{s}{t}`,
  String.raw`\left|x\right|<3`,
  String.raw`\left[0,1\right)`,
  String.raw`50\%`,
  String.raw`H_{2}O`,
  String.raw`\xrightarrow{\Delta}`,
  String.raw`a\parallel b,a\perp c`,
  String.raw`C_{n}^{k}=\binom{n}{k}`,
];

/** Written another way than Word keeps it. */
const ODD = ['\\dfrac12', 'x^2', '\\mathrm{~kg}', '\\left( x \\right)', 'a \\leq b', '\\frac ab', '{x}', '\\sqrt2'];

const noKey = { options: [], keys: [], blanks: [], reference: '', musicUrl: null, analysis: '' };

/** A question of every place a formula may stand in. */
const asking = (formulas: string[], more: object = {}) =>
  formulas.map((tex): OutgoingQuestion => ({
    ...{
      id: 1,
      ownerId: 1,
      directoryId: null,
      sceneTypeId: null,
      examTypeId: null,
      createdAt: 0,
      updatedAt: 0,
      version: 1,
    },
    ...{ bank: 'theory', kind: 'single', title: '题', level: 1, points: 2, keyPoints: [], imageIds: [] },
    ...{ pictures: [], audio: null, directories: [], sceneTypeName: '', examTypeName: '' },
    body: {
      ...noKey,
      stem: `已知 $${tex}$，则`,
      options: [
        { key: 'A', text: `$${tex}$` },
        { key: 'B', text: '其他' },
      ],
      keys: ['A'],
      analysis: `因为$${tex}$。`,
    },
    ...more,
  }));

const write = (questions: OutgoingQuestion[], withAnswers = true) => writeDocx(questions, { title: '卷', withAnswers });
const read = (bytes: Buffer) => readDocx({ name: '卷.docx', bytes });
const xmlOf = (bytes: Buffer) => strFromU8(unzipSync(bytes)['word/document.xml']!);

/** The file after somebody changed its document. */
function changed(bytes: Buffer, change: (xml: string) => string): Buffer {
  const parts = unzipSync(bytes);
  return Buffer.from(zipSync({ ...parts, 'word/document.xml': strToU8(change(xmlOf(bytes))) }));
}

const bare = (tex: string) => tex.replace(/\s/g, '');

describe('formulas of Word', () => {
  test.each(FORMULAS)('%s is one, and is read back from it alone', (tex) => {
    const formula = wordFormula(tex);
    expect(formula).not.toBeNull();
    expect(bare(formula?.tex ?? '')).toBe(bare(tex));
  });

  test('in stems, options and analyses come back as they were typed', async () => {
    const all = [...FORMULAS, ...ODD];
    const { bytes } = await write(asking(all));
    const xml = xmlOf(bytes);
    expect(xml.match(/<m:oMath>/g)).toHaveLength(all.length * 3);
    // Nothing that a reader of the paper sees has the signs of TeX.
    expect(xml.replace(/<w:r><w:rPr>(?:<[^>]*>)*?<w:vanish\/>.*?<\/w:r>/g, '')).not.toMatch(/\$/);
    const back = await read(bytes);
    expect(back.flatMap(({ problems, notes }) => [...problems, ...notes])).toEqual([]);
    expect(back.map(({ fields }) => [fields.stem, (fields.options as string[])[0], fields.analysis])).toEqual(
      all.map((tex) => [`已知 $${tex}$，则`, `$${tex}$`, `因为$${tex}$。`]),
    );
  });

  test('that begin with a lowered or raised sign come back so, behind whatever letter', async () => {
    const { bytes } = await write(asking(['_{0}', '^{2}']));
    const back = await read(bytes);
    expect(back.map(({ fields }) => [fields.stem, (fields.options as string[])[0]])).toEqual([
      ['已知 $_{0}$，则', '$_{0}$'],
      ['已知 $^{2}$，则', '$^{2}$'],
    ]);
  });

  test('stand on a paper for students too, options beside each other', async () => {
    const { bytes } = await write(asking(['x^2']), false);
    expect(xmlOf(bytes).match(/<m:oMath>/g)).toHaveLength(2);
    expect(xmlOf(bytes)).not.toContain('x^2');
  });

  test('changed in Word are what they then show', async () => {
    const { bytes } = await write(asking(['\\dfrac12']));
    const [question] = await read(changed(bytes, (xml) => xml.replaceAll('<m:t>2</m:t>', '<m:t>3</m:t>')));
    expect(question?.fields.stem).toBe('已知 $\\frac{1}{3}$，则');
  });

  test('whose hidden text Word cut in two, or lost its formula, leave nothing of it behind', async () => {
    const { bytes } = await write(asking(['\\dfrac12']));
    const cut = changed(bytes, (xml) =>
      xml.replace(
        /(<w:r>(<w:rPr>(?:<[^>]*>)*?<w:vanish\/>(?:<[^>]*>)*?<\/w:rPr>)<w:t[^>]*>\u2063[^<]{15})/g,
        (head, _all, look) => `${head}</w:t></w:r><w:r>${look}<w:t xml:space="preserve">`,
      ),
    );
    expect((await read(cut))[0]?.fields.stem).toBe('已知 $\\dfrac12$，则');
    const [lost] = await read(changed(bytes, (xml) => xml.replace(/<m:oMath>.*?<\/m:oMath>/g, '')));
    expect(lost?.fields.stem).toBe('已知 ，则');
  });

  test('that Word has no form for stay as they are typed, and a remark says so', async () => {
    const tex = '\\ce{2H2 + O2 -> 2H2O}';
    const { bytes } = await write(asking([tex, 'x']));
    const shown = xmlOf(bytes).replace(/<[^>]*>/g, '');
    expect(shown).toContain('有 1 种公式 Word 写不出');
    const back = await read(bytes);
    expect(back.map(({ fields }) => fields.stem)).toEqual([`已知 $${tex.replace('>', '>')}$，则`, '已知 $x$，则']);
    expect(back[1]?.fields.analysis).toBe('因为$x$。');
  });

  test('of a stranger end', async () => {
    const deep = [
      '{',
      '\\xrightarrow{',
      '\\sqrt{',
      '\\left(',
      '\\frac',
      '^',
      '\\begin{matrix}',
      '\\not',
      '\\text{$',
      '&',
    ];
    const odd = deep.map((part) => part.repeat(500 / part.length).slice(0, 480));
    const closed = deep.map((part) => `${part.repeat(12)}x${'}'.repeat(12)}`);
    for (const tex of [...odd, ...closed]) expect(() => wordFormula(tex)).not.toThrow();
  });
});
