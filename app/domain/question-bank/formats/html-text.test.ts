import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlToPlain, htmlToText, mathTextToText, textToHtml } from './html-text.server';
import type { TextSink } from './text-builder.server';

function read(html: string) {
  const notes: string[] = [];
  const audio: string[] = [];
  const pictures: string[] = [];
  const sink: TextSink = {
    picture: (source) => {
      if (source.startsWith('http')) return null;
      if (!pictures.includes(source)) pictures.push(source);
      return pictures.indexOf(source);
    },
    audio: (source) => void audio.push(source),
    note: (sentence) => void notes.push(sentence),
  };
  return { text: htmlToText(html, sink), notes, audio, pictures };
}

const textOf = (html: string) => read(html).text;

describe('HTML to text', () => {
  it('breaks lines at blocks and <br>, and keeps an empty paragraph as an empty line', () => {
    expect(textOf('<p>甲</p><p>乙<br>丙</p>\n<div>丁</div>')).toBe('甲\n乙\n丙\n丁');
    expect(textOf('<p>甲</p><p>&nbsp;</p><p>乙<br></p><p dir="ltr">丙</p>')).toBe('甲\n\n乙\n丙');
  });

  it('collapses the white space of the source only', () => {
    expect(textOf('  甲\n   乙 <b> 丙</b> \n')).toBe('甲 乙 丙');
    expect(textOf('a&nbsp;&nbsp;b')).toBe('a  b');
    expect(textOf('<pre>if x:\n    y</pre>')).toBe('if x:\n    y');
  });

  it('leaves out what the page does not show, and says so', () => {
    expect(read('甲<span style="color: red; display:none">答案是乙<b>丙</b></span>丁')).toMatchObject({
      text: '甲丁',
      notes: [expect.stringContaining('不显示的文字没有导入'), expect.anything()],
    });
    expect(read('甲<div style="display: none"> </div>').notes).toEqual([]);
  });

  it('numbers lists, nested ones too', () => {
    expect(textOf('<ol><li>甲<li><p>乙</p></ol><ul><li>丙</li></ul>')).toBe('1. 甲\n2. 乙\n• 丙');
    expect(textOf('<ol start="3"><li>甲<ol><li>乙</li></ol></li><li>丙</li></ol>')).toBe('3. 甲\n1. 乙\n4. 丙');
  });

  it('makes formulas of scripts and MathJax', () => {
    expect(textOf('H<sub>2</sub>O 与 m<sup>3</sup>')).toBe('H$_{2}$O 与 m$^{3}$');
    expect(textOf('解 \\(x &lt; 1\\) 与 \\[y\\] 与 $$z^2$$')).toBe('解 $x < 1$ 与 $y$ 与 $z^2$');
    expect(textOf('<span class="math-tex">\\(\\frac{1}{2}\\)</span>')).toBe('$\\frac{1}{2}$');
    expect(textOf('<img class="equation_image" src="/x" data-equation-content="a+b" alt="LaTeX: a+b">')).toBe('$a+b$');
    expect(textOf('x<sup>注</sup>')).toBe('x$^{\\text{注}}$');
  });

  it('escapes a dollar only where it would begin a formula', () => {
    expect(textOf('价格 $5')).toBe('价格 $5');
    expect(textOf('从$a到$b')).toBe('从\\$a到\\$b');
    expect(textOf('$a或\\(x\\)')).toBe('\\$a或$x$');
  });

  it('gives pictures their marks and reports what a text cannot hold', () => {
    const result = read(
      '<p>看<img src="a.png" alt="甲">和<img src="http://x/b.png" alt="乙"></p><audio><source src="c.mp3"></audio>' +
        '<video src="d.mp4"></video><table><tr><td><p>1</p></td><td>2<tr><td>3</td></table>',
    );
    expect(result.text).toBe('看[图1]和（图：乙）\n1 | 2\n3');
    expect(result.pictures).toEqual(['a.png']);
    expect(result.audio).toEqual(['c.mp3']);
    expect(result.notes).toEqual([
      '嵌入的视频或网页没有导入：d.mp4。',
      '表格已改为文字，每行一行，单元格之间用 | 分开。',
    ]);
  });

  it('drops scripts, styles and comments, and keeps addresses of links', () => {
    expect(textOf('甲<script>alert("<p>")</script><style>p{}</style><!-- 乙 -->丙')).toBe('甲丙');
    expect(textOf('<a href="https://a.cn/x">见此</a>，<a href="https://a.cn/">https://a.cn/</a>')).toBe(
      '见此（https://a.cn/x），https://a.cn/',
    );
  });

  it('takes a sign that begins no tag as a character', () => {
    expect(textOf('a < b 且 c <d')).toBe('a < b 且 c <d');
    expect(textOf('1<2 &amp; 3&gt;2 &unknown; &hellip; &#x4E2D;')).toBe('1<2 & 3>2 &unknown; … 中');
  });

  it('leaves out what is struck out, and tells that and a line below a text', () => {
    const struck = read('<p><s>旧题</s>新<span style="text-decoration: line-through">旧</span>题</p>');
    expect(struck.text).toBe('新题');
    expect(struck.notes).toEqual(Array(2).fill(expect.stringContaining('删除线的文字没有导入')));
    expect(read('<u>划线</u>').notes).toEqual([expect.stringContaining('下面的线没有导入')]);
    expect(read('<u>&nbsp; &nbsp;</u><u>____</u>').notes).toEqual([]);
  });

  it('writes the reading of a sign behind it, with brackets of its own or without', () => {
    const told = [expect.stringContaining('注音')];
    expect(read('<ruby>汉<rt>hàn</rt></ruby>字')).toMatchObject({ text: '汉（hàn）字', notes: told });
    expect(read('<ruby>汉<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby>字')).toMatchObject({
      text: '汉（hàn）字',
      notes: told,
    });
  });

  it('reads underlined spaces as a blank', () => {
    expect(textOf('首都是<u>&nbsp; &nbsp;</u>。')).toBe('首都是____。');
  });

  it('gives plain texts without marks', () => {
    expect(htmlToPlain('<b>$5</b> 到 $6x$')).toBe('$5 到 $6x$');
    expect(mathTextToText('若 \\(x\\)\n则 $$y$$')).toBe('若 $x$\n则 $y$');
  });

  it.each([
    ['<'.repeat(200_000)],
    ['<a '.repeat(70_000) + '>'],
    ['<a b="'.repeat(40_000) + '>'],
    ['\\('.repeat(100_000)],
    ['<div>'.repeat(40_000)],
    ['<li>'.repeat(40_000) + 'x'],
    ['</p><b>'.repeat(30_000)],
    ['&'.repeat(200_000)],
    ['$a'.repeat(100_000)],
  ])('takes linear time for %.20s…', (html) => {
    // What took the square of the length would not end within the test's time limit.
    expect(textOf(html)).toEqual(expect.any(String));
  });
});

describe('text to HTML and back', () => {
  const pieces = [
    '甲',
    'a',
    '3',
    ' ',
    '  ',
    '\n',
    '\t',
    '<',
    '>',
    '&',
    '&amp;',
    '"',
    '\\',
    '(',
    ')',
    '[',
    '[图1]',
    '[图3]',
    '$',
    '$$',
    '\\$',
    '$x$',
    '$ ',
    '$a\\)b$',
    '$_{2}$',
    '$^{ 2}$',
    '\\(',
    '\\)',
    '<br>',
    '</span>',
  ];

  it('is the same text for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), (parts) => {
        const text = parts.join('').trim();
        const html = textToHtml(text, { pictures: ['p1.png', 'p2.png'] });
        const back = htmlToText(html, {
          picture: (source) => Number(source.slice(1, 2)) - 1,
          audio: () => undefined,
          note: () => undefined,
        });
        expect(back).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  it('writes what other systems draw', () => {
    expect(textToHtml('水 $H_2O$ 与 m$^{2}$\n<甲> 看[图1]', { pictures: ['a&b.png'] })).toBe(
      '水 <span class="math-tex">\\(H_2O\\)</span> 与 m<sup>2</sup><br />&lt;甲&gt; 看<img src="a&amp;b.png" alt="" />',
    );
  });
});
