import { readdirSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { expectSameQuestion, incoming, markedQuestions } from '~tests/support/marked-questions';
import { recognise } from './formats.server';
import { resolvePath } from './qti-package.server';
import { readQti } from './qti-read.server';
import { writeQti } from './qti-write.server';
import { XMLValidator } from 'fast-xml-parser';

const FIXTURES = 'tests/fixtures/questions';

function packed(folder: string, more: Record<string, Uint8Array> = {}): { name: string; bytes: Buffer } {
  const root = `${FIXTURES}/${folder}`;
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(`${root}/${name}`).isFile(),
  );
  const entries = Object.fromEntries(names.map((name) => [name, new Uint8Array(readFileSync(`${root}/${name}`))]));
  return incoming(zipSync({ ...entries, ...more }), 'a.zip');
}

const item = (body: string, head = '') =>
  `<?xml version="1.0"?>${head}<assessmentItem identifier="i" title="题"><itemBody>${body}</itemBody></assessmentItem>`;
const zipOf = (entries: Record<string, string>) =>
  incoming(zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)]))), 'a.zip');

describe('QTI 2.1 as IMS shows it', () => {
  it('reads every item of the manifest', async () => {
    const questions = await readQti(packed('qti21', { 'media/listen.mp3': strToU8('ID3') }));
    const [choice, multi, judge, entry, essay, order, lost, broken, ...rest] = questions;
    expect(rest).toEqual([]);
    expect(choice).toEqual({
      line: 1,
      kind: 'single',
      fields: {
        title: '无人看管的行李',
        stem: '看这张 告示：\n[图1] （图：外面）\n它说的是什么？',
        options: ['行李要一直\n带在身边。', '行李不许带 H$_{2}$O。', 'a < b'],
        answer: ['A'],
        analysis: '要看好行李。\n行李不许带 H$_{2}$O。：水可以带',
        points: 2,
        keyPoint: ['安全', '机场'],
        level: 3,
      },
      pictures: [{ name: 'sign.png', bytes: Buffer.from('\x89PNG', 'latin1') }],
      audio: null,
      directories: [],
      problems: [],
      notes: ['文件里没有这个图片，或它已损坏：../../etc/passwd.png。', '各选项的反馈已并入解析。'],
    });
    expect(multi).toMatchObject({
      kind: 'multiple',
      fields: { stem: '水由哪些元素组成？', answer: ['A', 'C'] },
      notes: [expect.stringContaining('A +1、C +1、D -1、其余 -2，最高 2 分')],
    });
    expect(judge).toMatchObject({
      kind: 'judge',
      fields: { stem: '太阳从西方升起。', answer: 'F' },
      notes: ['自定义的评分规则没有导入，现在按正确答案计分。'],
    });
    expect(entry).toMatchObject({
      kind: 'cloze',
      fields: {
        stem: '补全：\nNow is the ____ of our discontent\nMade glorious summer by this sun of ____;',
        answer: [['冬天', '冬季'], ['York']],
      },
      notes: ['答案“york”原可得部分分，没有列为正确答案。'],
    });
    expect(essay).toMatchObject({
      kind: 'essay',
      fields: {
        prompt: '请用蓝色笔。\n给 Sam 写一张明信片。\n不少于 25 个词。',
        referenceAnswer: '语法正确\n内容完整',
        analysis: '见课本。',
        points: 10,
      },
      audio: { name: 'listen.mp3' },
    });
    expect(order).toMatchObject({
      line: 6,
      kind: null,
      problems: ['排序题（orderInteraction）：题库里没有这种题型，没有导入。'],
    });
    expect(lost).toMatchObject({ kind: null, problems: ['试题包里缺少文件 lost.xml。'] });
    expect(broken?.problems[0]).toContain('broken.xml：这个 XML 文件不完整');
  });

  it('reads one bare item, and a zip without a manifest', async () => {
    const bare = readFileSync(`${FIXTURES}/qti21/judge.xml`);
    expect(await readQti(incoming(bare, 'judge.xml'))).toMatchObject([{ kind: 'judge' }]);
    expect(await readQti(zipOf({ 'x/a.xml': bare.toString('utf8') }))).toMatchObject([{ kind: 'judge' }]);
  });

  it('says which interactions no bank has', async () => {
    const problem = async (body: string) => (await readQti(incoming(item(body))))[0]?.problems.join();
    expect(await problem('<p>甲<inlineChoiceInteraction/></p>')).toContain('下拉选择（inlineChoiceInteraction）');
    expect(await problem('<uploadInteraction/><hotspotInteraction/>')).toContain(
      '上传文件题（uploadInteraction）、热区题（hotspotInteraction）',
    );
    expect(await problem('<choiceInteraction/><choiceInteraction/>')).toContain('2 个作答的地方');
    expect(await problem('<p>甲</p>')).toContain('没有作答的地方');
  });
});

describe('blanks of Canvas', () => {
  type Blank = { name: string; type?: string; how?: string; labels: [string, string][]; right: string[] };
  const blanks = (stem: string, all: Blank[]) => `<questestinterop><assessment><section><item ident="i" title="填空">
    <itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel>
    <fieldentry>fill_in_multiple_blanks_question</fieldentry></qtimetadatafield></qtimetadata></itemmetadata>
    <presentation><material><mattext texttype="text/html">${stem}</mattext></material>${all
      .map(
        ({ name, type = 'openEntry', how = 'TextEquivalence', labels }) =>
          `<response_lid ident="response_${name}" rcardinality="Single"><material><mattext>${labels[0]?.[1]}</mattext></material><render_choice>${labels
            .map(
              ([ident, text]) =>
                `<response_label scoring_algorithm="${how}" answer_type="${type}" ident="${ident}"><material><mattext texttype="text/plain">${text}</mattext></material></response_label>`,
            )
            .join('')}</render_choice></response_lid>`,
      )
      .join('')}</presentation><resprocessing>${all
      .flatMap(({ name, right }) =>
        right.map(
          (ident) =>
            `<respcondition><conditionvar><varequal respident="response_${name}">${ident}</varequal></conditionvar><setvar action="Add" varname="SCORE">50</setvar></respcondition>`,
        ),
      )
      .join('')}</resprocessing></item></section></assessment></questestinterop>`;
  const read = async (stem: string, all: Blank[]) => (await readQti(incoming(blanks(stem, all))))[0];

  it('have the answers of their own responses, and none of them stands in the stem', async () => {
    // Each response counts its labels from 1, and the rules want but the first of the second one.
    const question = await read('玫瑰是[a]的，天是[b]的。', [
      { name: 'a', labels: [['1', '红'], ['2', 'red']], right: ['1', '2'] }, // prettier-ignore
      { name: 'b', labels: [['1', '蓝'], ['2', '蓝色']], right: ['1'] }, // prettier-ignore
    ]);
    expect(question).toMatchObject({
      kind: 'cloze',
      fields: {
        stem: '玫瑰是____的，天是____的。',
        answer: [
          ['红', 'red'],
          ['蓝', '蓝色'],
        ],
      },
      problems: [],
      notes: [],
    });
  });

  it('that are chosen or compared otherwise say so; a pattern is refused', async () => {
    const chosen = await read('天是[b]的。', [
      { name: 'b', type: 'dropdown', how: 'Equivalence', labels: [['1', '绿'], ['2', '蓝']], right: ['2'] }, // prettier-ignore
    ]);
    expect(chosen).toMatchObject({ fields: { stem: '天是____的。', answer: [['蓝']] }, problems: [] });
    expect(chosen?.notes.join()).toContain('下拉选择（绿、蓝）');
    const pattern = await read('天是[b]的。', [
      { name: 'b', how: 'TextRegex', labels: [['1', 'bl(ue|eu)']], right: ['1'] },
    ]);
    expect(pattern?.problems.join()).toContain('正则表达式（bl(ue|eu)）');
    const near = await read('天是[b]的。', [
      { name: 'b', how: 'TextCloseEnough', labels: [['1', 'blue']], right: ['1'] },
    ]);
    expect(near?.notes.join()).toContain('拼写相近');
  });

  it('without a place in the text are said', async () => {
    const lost = await read('天是什么颜色？', [{ name: 'b', labels: [['1', '蓝']], right: ['1'] }]);
    expect(lost?.problems.join()).toContain('[b]');
  });
});

describe('QTI 1.2 as Canvas writes it', () => {
  it('reads every kind', async () => {
    const questions = await readQti(packed('canvas', { 'web_resources/Uploaded Media/a.png': strToU8('PNG') }));
    expect(questions).toMatchObject([
      {
        kind: 'single',
        fields: {
          stem: '看图 [图1]\n$x^2$ & 哪个？',
          options: ['甲', '乙'],
          answer: ['B'],
          analysis: '乙对。\n甲：不对\n答对：好',
          points: 2,
        },
        pictures: [{ name: 'a.png' }],
      },
      { kind: 'judge', fields: { stem: '地是平的', answer: 'F' } },
      { kind: 'multiple', fields: { options: ['2', '4', '5'], answer: ['A', 'C'] } },
      { kind: 'cloze', fields: { stem: '中国首都____', answer: [['北京', '北京市']] } },
      { kind: 'cloze', fields: { stem: '玫瑰是____的，天是____的[注]。', answer: [['红', 'red'], ['蓝']] } },
      { kind: 'essay', fields: { prompt: '谈谈理想', analysis: '言之有理', points: 10 } },
      { kind: null, problems: ['匹配题（matching_question）：题库里没有这种题型，没有导入。'] },
      { kind: null, problems: ['数值题（numerical_question）：题库里没有这种题型，没有导入。'] },
      { kind: null, problems: ['说明文字（text_only_question）：题库里没有这种题型，没有导入。'] },
    ]);
    expect(questions.map((question) => question.line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('reads a bare file with its lines', async () => {
    const [first] = await readQti(incoming(readFileSync(`${FIXTURES}/canvas/quiz1/quiz1.xml`), 'quiz1.xml'));
    expect(first).toMatchObject({
      line: 6,
      kind: 'single',
      notes: expect.arrayContaining([expect.stringContaining('没有这个图片')]) as unknown,
    });
  });
});

describe('a text that is typed in QTI 1.2', () => {
  const readTyped = async (presentation: string, scores: [string, number][]) => {
    const rules = scores.map(
      ([value, score]) =>
        `<respcondition><conditionvar><varequal respident="r">${value}</varequal></conditionvar><setvar action="Set" varname="SCORE">${score}</setvar></respcondition>`,
    );
    const xml = `<questestinterop><assessment><section><item ident="a"><presentation>${presentation}</presentation><resprocessing>${rules.join('')}</resprocessing></item></section></assessment></questestinterop>`;
    return (await readQti(incoming(strToU8(xml), 'a.xml')))[0];
  };
  const text = (words: string) => `<material><mattext>${words}</mattext></material>`;
  const typed = '<response_str ident="r"><render_fib/></response_str>';

  it('has its blank where it stands', async () => {
    const within = await readTyped(`${text('床前')}${typed}${text('光。')}`, [['明月', 100]]);
    expect(within?.fields).toMatchObject({ stem: '床前____光。', answer: [['明月']] });
    const behind = await readTyped(`<flow>${text('默写下句')}</flow><flow>${text('床前')}${typed}</flow>`, [['a', 1]]);
    expect(behind?.fields.stem).toBe('默写下句\n床前____');
  });

  it('accepts what earns all points; what earns some is told', async () => {
    const question = await readTyped(`${text('首都是')}${typed}`, [['北京', 100], ['北京市', 100], ['南京', 40]]); // prettier-ignore
    expect(question?.fields.answer).toEqual([['北京', '北京市']]);
    expect(question?.notes).toEqual(['答案“南京”原可得部分分，没有列为正确答案。']);
  });
});

describe('hostile and broken packages', () => {
  it.each([['../evil.xml'], ['/etc/evil.xml'], ['a\\b.xml'], ['C:/evil.xml'], ['a/../../evil.xml']])(
    'refuses the name %s',
    async (name) => {
      await expect(readQti(zipOf({ 'a.xml': item(''), [name]: item('') }))).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('指向包外') as string,
      });
    },
  );

  it('refuses what unpacks to too much, a truncated archive and a package without questions', async () => {
    const bomb = incoming(zipSync({ 'imsmanifest.xml': new Uint8Array(40 * 1024 * 1024) }, { level: 9 }), 'a.zip');
    expect(bomb.bytes.length).toBeLessThan(100_000);
    await expect(readQti(bomb)).rejects.toMatchObject({ code: 'too_large' });
    const whole = packed('qti21').bytes;
    await expect(readQti(incoming(whole.subarray(0, whole.length - 40)))).rejects.toMatchObject({
      code: 'unsupported_type',
    });
    await expect(readQti(zipOf({ 'a.txt': 'x' }))).rejects.toMatchObject({ code: 'invalid' });
    await expect(readQti(incoming('<html/>'))).rejects.toMatchObject({ code: 'invalid' });
  });

  it('refuses entities in the manifest, and reports them in a single item', async () => {
    const laughs = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    await expect(readQti(zipOf({ 'imsmanifest.xml': `${laughs}<manifest/>` }))).rejects.toMatchObject({
      code: 'invalid',
    });
    const questions = await readQti(zipOf({ 'a.xml': item('&x;', laughs), 'b.xml': item('<p>'.repeat(10_000)) }));
    expect(questions.map((question) => question.problems.join())).toEqual([
      expect.stringContaining('实体定义'),
      expect.stringContaining('嵌套超过'),
    ]);
  });

  it('finds relative addresses inside the archive only', () => {
    expect(resolvePath('items/', '../media/%E5%9B%BE.png?x#y')).toBe('media/图.png');
    expect(resolvePath('', './a/b/../c.png')).toBe('a/c.png');
    for (const address of ['../a.png', '/a.png', 'http://x/a.png', 'a\\b.png', '%2e%2e/a.png', 'C:/a.png', '%', '']) {
      expect(resolvePath('', address)).toBeNull();
    }
  });
});

describe('QTI 2.2 out and in', () => {
  it('brings every question back whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(markedQuestions({ files: true }), { minLength: 1, maxLength: 3 }), async (sent) => {
        const file = await writeQti(sent, { title: '题库', withAnswers: true });
        for (const [name, bytes] of Object.entries(unzipSync(file.bytes))) {
          if (name.endsWith('.xml')) expect(XMLValidator.validate(Buffer.from(bytes).toString('utf8'))).toBe(true);
        }
        const back = await readQti(incoming(file.bytes, 'a.zip'));
        expect(back).toHaveLength(sent.length);
        sent.forEach((question, index) => expectSameQuestion(question, back[index], true));
      }),
      { numRuns: 150 },
    );
  });
});

describe('what a choice is worth', () => {
  const choice = (declared: string, processing = '') =>
    `<assessmentItem identifier="i"><responseDeclaration identifier="RESPONSE" cardinality="multiple" baseType="identifier">${declared}</responseDeclaration>
    <itemBody><choiceInteraction responseIdentifier="RESPONSE" maxChoices="0"><prompt>选</prompt><simpleChoice identifier="c1">甲</simpleChoice>
    <simpleChoice identifier="c2">乙</simpleChoice><simpleChoice identifier="c3">丙</simpleChoice></choiceInteraction></itemBody>
    <responseProcessing>${processing}</responseProcessing></assessmentItem>`;
  const readItem = async (...given: [string, string?]) => (await readQti(incoming(choice(...given), 'a.xml')))[0];
  const mapping = (second: string) =>
    `<mapping><mapEntry mapKey="c1" mappedValue="1"/><mapEntry mapKey="c2" mappedValue="${second}"/></mapping>`;

  it('is told where it differs from choice to choice', async () => {
    expect((await readItem(mapping('1')))?.notes).toEqual([]);
    expect((await readItem(mapping('0.5')))?.notes.join()).toContain('得分不同');
  });

  it('is told where points are taken off, or given beside those for the stated answer', async () => {
    const right = '<correctResponse><value>c1</value><value>c2</value></correctResponse>';
    const scored = (bounds: string, third: string) =>
      `${right}<mapping ${bounds}><mapEntry mapKey="c1" mappedValue="1"/><mapEntry mapKey="c2" mappedValue="1"/>${third}</mapping>`;
    const notes = async (bounds: string, third: string) => (await readItem(scored(bounds, third)))?.notes;
    expect(await notes('', '')).toEqual([]);
    expect(
      await notes('lowerBound="0" upperBound="2" defaultValue="-2"', '<mapEntry mapKey="c3" mappedValue="-1"/>'),
    ).toEqual([expect.stringContaining('（A +1、B +1、C -1、其余 -2，最高 2 分）')]);
    expect(await notes('', '<mapEntry mapKey="c3" mappedValue="0.5"/>')).toEqual([expect.stringContaining('C +0.5')]);
  });

  it('is a doubt where the rules give points for another', async () => {
    const rule = (value: string, score: number) =>
      `<responseCondition><responseIf><match><variable identifier="RESPONSE"/><baseValue baseType="identifier">${value}</baseValue></match>
      <setOutcomeValue identifier="SCORE"><baseValue baseType="float">${score}</baseValue></setOutcomeValue></responseIf></responseCondition>`;
    const right = '<correctResponse><value>c2</value></correctResponse>';
    expect(await readItem(right, rule('c1', 1))).toMatchObject({ isDoubtful: true, fields: { answer: ['B'] } });
    expect((await readItem(right, rule('c2', 1) + rule('c1', 0)))?.isDoubtful).toBeUndefined();
  });
});

it('a question of QTI 3 is refused by its version', async () => {
  const file = incoming(
    '<qti-assessment-item identifier="i" title="t"><qti-item-body/></qti-assessment-item>',
    'a.xml',
  );
  expect(recognise(file).format).toBe('qti');
  expect((await readQti(file)).map(({ problems }) => problems.join())).toEqual([expect.stringContaining('QTI 3')]);
});
