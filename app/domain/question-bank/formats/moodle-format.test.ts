import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSameQuestion, incoming, markedQuestions } from '~tests/support/marked-questions';
import { splitEmbedded, writeShortAnswer } from './moodle-cloze.server';
import { readMoodle } from './moodle-read.server';
import { writeMoodle } from './moodle-write.server';

const sample = readFileSync('tests/fixtures/questions/moodle-sample.xml', 'utf8');
const read = (text: string) => readMoodle(incoming(text, 'a.xml'));
const wrap = (questiontext: string, type = 'essay') =>
  `<quiz><question type="${type}"><questiontext format="html">${questiontext}</questiontext></question></quiz>`;

describe('Moodle XML as Moodle writes it', () => {
  it('reads every kind with its line, directory, pictures, sound and key words', async () => {
    const questions = await read(sample);
    const byTitle = (title: string) => questions.find((question) => question.fields.title === title);
    expect(byTitle('首都')).toEqual({
      line: 15,
      kind: 'single',
      directories: ['七年级/八年级', '上册'],
      fields: {
        title: '首都',
        stem: '看图[图1]，中国的首都是 哪里？\n（图：外图）',
        options: ['北京', '上海 <沪>'],
        answer: ['A'],
        analysis: '北京是首都。\n1. 建城早\n2. 位置好\n北京：答对了',
        points: 2,
        keyPoint: ['地理', '城市'],
      },
      pictures: [{ name: '地 图.png', bytes: Buffer.from('iVBORw0KGgo=', 'base64') }],
      audio: null,
      problems: [],
      notes: ['外部网址上的图片没有导入：https://example.com/x.png。请下载后补上。', '各选项的反馈已并入解析。'],
    });
    expect(byTitle('质数')).toMatchObject({
      kind: 'multiple',
      fields: {
        stem: '哪些是质数？$x > 1$，单价 $5',
        options: ['$2^1$', '3', 'H$_{2}$'],
        answer: ['A', 'B'],
        points: 1.5,
      },
      notes: ['分值 1.3 已改为 1.5 分（分值只能是整数或 .5）。', 'Moodle 的提示没有导入。'],
    });
    expect(byTitle('太阳')).toMatchObject({
      kind: 'judge',
      fields: { stem: '太阳 <b> 从东方升起。', answer: 'F', analysis: '选“正确”：再想想' },
    });
    expect(byTitle('诗人')).toMatchObject({
      kind: 'cloze',
      fields: { stem: '谁写了《静夜思》？____', answer: [['李白', '李太白']] },
      notes: ['答案“青莲居士”原可得部分分，没有列为正确答案。'],
    });
    expect(byTitle('听力作文')).toMatchObject({
      kind: 'essay',
      fields: { prompt: '听录音。\n一 | 二\n写[图1]', referenceAnswer: '言之有物', analysis: '略', points: 10 },
      audio: { name: 'a.mp3' },
      pictures: [{ name: '内嵌.png' }],
      notes: ['表格已改为文字，每行一行，单元格之间用 | 分开。', '附件“讲义.pdf”没有导入。'],
    });
    expect(byTitle('水')).toMatchObject({
      kind: 'cloze',
      fields: {
        stem: '水由____和____组成。',
        answer: [
          ['氢', '氢元素'],
          ['氧&}', 'O'],
        ],
        analysis: 'H：差一点',
        points: 3,
      },
    });
    expect(byTitle('选一个')).toMatchObject({
      kind: 'single',
      fields: { stem: '天是____的。', options: ['红', '蓝', '绿'], answer: ['B'], analysis: '蓝：对' },
    });
    expect(byTitle('整数')).toMatchObject({ kind: 'cloze', fields: { stem: '1+1=____', answer: [['2']] } });
  });

  it('says what is marked otherwise than Moodle does, and what stays as it is typed', async () => {
    const answer = (fraction: number, text: string) => `<answer fraction="${fraction}"><text>${text}</text></answer>`;
    const one = async (type: string, inner: string, format = 'html', text = '选') => {
      const stem = `<questiontext format="${format}"><text>${text}</text></questiontext>`;
      const [question] = await read(`<quiz><question type="${type}">${stem}${inner}</question></quiz>`);
      return question?.notes;
    };
    const choice = (...shares: number[]) =>
      `<single>false</single>${shares.map((share, at) => answer(share, '甲乙丙'.charAt(at))).join('')}`;
    expect(await one('multichoice', choice(70, 30, 0))).toEqual([expect.stringContaining('得分不同（70%、30%）')]);
    expect(await one('multichoice', choice(50, 50, -50))).toEqual([]);
    const cased = (usecase: number, text: string) => `<usecase>${usecase}</usecase>${answer(100, text)}`;
    expect(await one('shortanswer', cased(1, 'Paris'))).toEqual([expect.stringContaining('区分大小写')]);
    expect(await one('shortanswer', cased(1, '巴黎'))).toEqual([]);
    expect(await one('shortanswer', cased(0, 'Paris'))).toEqual([]);
    expect(await one('essay', '', 'markdown', '**重点**是什么')).toEqual([expect.stringContaining('Markdown')]);
    expect(await one('essay', '', 'markdown', '2*3*4')).toEqual([]);
    const embedded = (type: string) => one('cloze', '', 'html', `{1:${type}:=Paris}是首都`);
    expect(await embedded('SHORTANSWER_C')).toEqual([expect.stringContaining('区分大小写')]);
    expect(await embedded('SHORTANSWER')).toEqual([]);
    expect(await one('essay', '<attachments>2</attachments>')).toEqual([expect.stringContaining('附件')]);
    expect(await one('essay', '<attachments>0</attachments>')).toEqual([]);
  });

  it('takes \\* for the sign itself', async () => {
    const [question] = await read(
      '<quiz><question type="shortanswer"><questiontext><text>写 a*b</text></questiontext><answer fraction="100"><text>a\\*b</text></answer></question></quiz>',
    );
    expect(question).toMatchObject({ fields: { answer: [['a*b']] }, notes: [] });
  });

  it('says what cannot be imported, by the name of its kind', async () => {
    const questions = await read(sample);
    expect(questions.filter((each) => each.kind === null).map((each) => [each.fields.title, ...each.problems])).toEqual(
      [
        [
          '混合',
          '完形填空（cloze）里有选择（MULTICHOICE）和有误差范围的数值（NUMERICAL），题库里没有这种题型；请拆成几道题。',
        ],
        ['圆周率', '数值题（numerical）允许误差，题库里没有这种题型；请改成填空题或选择题。'],
        ['配对', '匹配题（matching）：题库里没有这种题型，没有导入。'],
        ['拖', '拖拽填词题（ddwtos）：题库里没有这种题型，没有导入。'],
        ['说明', '说明文字（description）不是题目，没有导入。'],
      ],
    );
  });

  it('reads the encoding that the file declares', async () => {
    const text = wrap('<text>ABC</text>').replace('<quiz>', '<?xml version="1.0" encoding="GBK"?><quiz>');
    const bytes = Buffer.concat([
      Buffer.from(text.split('ABC')[0] ?? ''),
      Buffer.from([0xcc, 0xe2]),
      Buffer.from(text.split('ABC')[1] ?? ''),
    ]);
    expect((await readMoodle(incoming(bytes)))[0]?.fields.prompt).toBe('题');
  });
});

describe('hostile and broken Moodle XML', () => {
  const laughs = `<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  it.each([
    ['billion laughs', `<?xml version="1.0"?>\n${laughs}${wrap('<text>&b;</text>')}`, '实体定义'],
    [
      'an external entity',
      `<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]>${wrap('<text>&x;</text>')}`,
      '实体定义',
    ],
    ['10,000 levels', wrap(`<text>${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}</text>`), '嵌套超过'],
    ['a truncated file', sample.slice(0, 3000), '不完整'],
    ['tags closed in the wrong order', '<quiz><question></quiz></question>', '不完整'],
    ['another XML', '<html></html>', '不是 Moodle'],
    ['no questions', '<quiz></quiz>', '没有题目'],
    ['nothing', '', '不完整'],
    ['no XML', 'quiz', '不完整'],
    ['names of prototypes', '<quiz><constructor/><__proto__/></quiz>', '不完整'],
  ])('refuses %s with a sentence', async (_, text, sentence) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(sentence) as string,
    });
  });

  it('takes a DOCTYPE that defines nothing, and entities that nobody defined as text', async () => {
    const questions = await read(`<!DOCTYPE quiz SYSTEM "http://x/quiz.dtd">${wrap('<text>&b; &lt;</text>')}`);
    expect(questions[0]?.fields.prompt).toBe('&b; <');
  });

  it('imports a question with a broken picture without it and says so', async () => {
    const [question] = await read(
      wrap(
        '<text>&lt;img src="@@PLUGINFILE@@/a.png"&gt;&lt;img src="data:image/png;base64,###"&gt;甲</text><file name="a.png" encoding="base64">%%%</file>',
      ),
    );
    expect(question).toMatchObject({
      fields: { prompt: '甲' },
      pictures: [],
      notes: ['文件里没有这个图片，或它已损坏：@@PLUGINFILE@@/a.png。', '有一个图片的内容已损坏，没有导入。'],
    });
  });

  it.each([['{1:SA:'], ['{1:SA:=a~'], ['{'], ['{1'], ['\\}'], ['#&#'], ['%1%']])(
    'splits %s over and over in linear time',
    (piece) => {
      // What took the square of the length would not end within the test's time limit.
      expect(splitEmbedded(piece.repeat(200_000 / piece.length))).toBeDefined();
      expect(splitEmbedded(`{1:SA:${piece.repeat(100_000 / piece.length)}}`)).toBeDefined();
    },
  );
});

describe('Moodle XML out and in', () => {
  it('writes what Moodle takes for the same', () => {
    expect(writeShortAnswer(['a*b', '氧{}~#=%\\', '1 < 2'])).toBe(
      '{1:SHORTANSWER:=a\\*b~=氧&#123;&#125;&#126;&#35;&#61;&#37;&#92;~=1 &#60; 2}',
    );
  });

  it('brings every question back whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(markedQuestions({ files: true }), { minLength: 1, maxLength: 3 }), async (sent) => {
        const file = await writeMoodle(sent, { title: '题库', withAnswers: true });
        const back = await readMoodle(incoming(file.bytes));
        expect(back).toHaveLength(sent.length);
        sent.forEach((question, index) => expectSameQuestion(question, back[index], true));
      }),
      { numRuns: 150 },
    );
  });
});
