import { describe, expect, test } from 'vitest';
import { incoming } from '~tests/support/marked-questions';
import { writeSheet } from '~/lib/spreadsheet.server';
import { htmlToText } from './html-text.server';
import { readQti } from './qti-read.server';
import { parseText, toLines } from './text-format';
import { readXlsx } from './xlsx-format.server';

/** Papers as people and programs that know nothing of us have put them on the web. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const said = (...lines: string[]) =>
  read(...lines).map(({ kind, fields, problems }) => [kind, fields.stem, fields.answer, ...problems]);

test.each(['【点睛】', '【名师点睛】', '[点睛]：'])(
  '%s right behind an answer is its analysis, behind an analysis a part of it',
  (sign) => {
    const choice = ['1. 选一个（ ）', 'A. 甲', 'B. 乙', '【答案】B'];
    const analysis = (...lines: string[]) => read(...choice, ...lines).map((one) => [one.fields.analysis, one.notes]);
    expect(analysis(`${sign}先看条件。`)).toEqual([['先看条件。', []]]);
    expect(analysis('【解析】乙对。', `${sign}先看条件。`)).toEqual([[`乙对。\n${sign}先看条件。`, []]]);
  },
);

describe('between two questions', () => {
  test.each(['------', '————————', '======', '* * * *', '---'])('a drawn line %s is none of the answer', (drawn) => {
    expect(
      said('1. 天是蓝的。( )', '参考答案：✔', drawn, '', '2. 选一个（ ）', 'A. 甲', 'B. 乙', '答案：B', drawn),
    ).toEqual([
      ['judge', '天是蓝的。', 'T'],
      ['single', '选一个（ ）', ['B']],
    ]);
  });

  test.each(['第二章 绪论', '第02讲 工程伦理方法', '第三节'])('a title %s is none of the answer', (title) => {
    expect(said('1. 天是蓝的。( )', '答案：×', '----', '', title, '2. 草是绿的。( )', '答案：√')).toEqual([
      ['judge', '天是蓝的。', 'F'],
      ['judge', '草是绿的。', 'T'],
    ]);
  });

  test('a title that is no heading is left out, and is named', () => {
    const questions = read(
      '1. 天是蓝的。( )',
      '答案：✔',
      '',
      '绪论',
      '2. 草是绿的。( )',
      '答案：×',
      '------',
      '附录',
      '3. 乙。( )',
      '答案：√',
    );
    expect(questions.map(({ kind, fields }) => [kind, fields.stem, fields.answer])).toEqual([
      ['judge', '天是蓝的。', 'T'],
      ['judge', '草是绿的。', 'F'],
      ['judge', '乙。', 'T'],
    ]);
    expect(questions[0]?.notes).toEqual(['答案后面的文字没有导入：“绪论”。']);
  });

  test('a drawn line within a long answer keeps what follows it', () => {
    const [question] = read('1. 简述意义。', '答案：第一，甲。', '------', '第二，乙。', '2. 下一题', '答案：略');
    expect(question?.fields.answer).toBe('第一，甲。\n\n第二，乙。');
  });

  test("a page's header behind the letter of a choice is left out, and is named", () => {
    const [question] = read(
      '1. 选',
      'A. 甲',
      'B. 乙',
      '答案：B',
      '安全生产考核第六批题库',
      '2. 选',
      'A. 甲',
      'B. 乙',
      '答案：A',
    );
    expect(question).toMatchObject({ fields: { answer: ['B'] }, problems: [] });
    expect(question?.notes).toEqual(['答案后面的文字没有导入：“安全生产考核第六批题库”。']);
  });
});

describe('right or wrong', () => {
  test.each([
    ['❌', 'F'],
    ['✖️', 'F'],
    ['✅', 'T'],
    ['✔️', 'T'],
    ['T', 'T'],
  ])('%s with true and false as its options', (sign, key) => {
    const [question] = read('1. 天是蓝的。( )', '   true. 正确', '   false. 错误', `参考答案：${sign}`);
    expect(question).toMatchObject({ kind: 'judge', fields: { stem: '天是蓝的。', answer: key }, problems: [] });
  });

  test('a page header behind its options hides none of them', () => {
    expect(said('三、判断题', '1. 天是蓝的。', 'A.正确 B.错误', '第六批题库', '正确答案：B')).toEqual([
      ['judge', '天是蓝的。', 'F'],
    ]);
  });
});

describe('a key of letters without options', () => {
  test.each(['C', 'c', 'ACD', 'A、C', 'B\n\n下一题的文字'])('%s is said, and not chosen', (key) => {
    const [question] = read(
      '1. 排队打饭时，正确的是（）',
      '插队以节省时间',
      'B 让人代打',
      '耐心等待',
      `正确答案 ${key}`,
    );
    expect(question).toMatchObject({ isDoubtful: true });
    expect(question?.notes.join()).toContain('像选项字母，题里没有读出选项');
  });

  test('a word of letters is a key like any other', () => {
    const questions = read('1. I have ____ apple.', '答案：an', '2. He is ____ boy.', '答案：a');
    expect(questions.map(({ notes, isDoubtful }) => [notes, isDoubtful])).toEqual([
      [[], undefined],
      [[], undefined],
    ]);
  });
});

describe('where an answer begins', () => {
  test.each(['答案是：正确', '答案为：正确', '正确答案是:正确', '参考答案为：正确', '答案应为：正确'])('%s', (line) => {
    expect(said('1. 天是蓝的。', line)).toEqual([['judge', '天是蓝的。', 'T']]);
  });

  test('behind a sign that only parts', () => {
    expect(said('题目：天是蓝的。^*^答案：错误', '题目：草是绿的。^*^答案：正确')).toEqual([
      ['judge', '天是蓝的。', 'F'],
      ['judge', '草是绿的。', 'T'],
    ]);
  });

  test('behind what somebody once answered', () => {
    const line = (mine: string) => [`我的答案:${mine}正确答案:B`, '答案解析：', '知识点：', '0.0分'];
    const one = (number: number, mine: string) => [`${number}. (单选题, 1.0 分) 选`, 'A. 甲', 'B. 乙', ...line(mine)];
    const questions = read('一. 单选题（共 2 题，2.0 分）', ...one(1, ''), ...one(2, 'A'));
    expect(questions.map(({ kind, fields, problems }) => [kind, fields, problems])).toEqual([
      ['single', { stem: '选', options: ['甲', '乙'], answer: ['B'], points: 1 }, []],
      ['single', { stem: '选', options: ['甲', '乙'], answer: ['B'], points: 1 }, []],
    ]);
  });

  test('right behind an option ends it, and the next question is none of it', () => {
    const questions = read(
      '以下正确的是：（）',
      'A 睡觉',
      'B 听讲',
      '玩手机正确答案',
      '',
      '以下错误的是：（）',
      'A 借书',
      'B 还书',
      '正确答案 B',
    );
    expect(questions.map(({ fields, problems }) => [fields.options, fields.answer, problems.length])).toEqual([
      [['睡觉', '听讲\n玩手机'], [], 1],
      [['借书', '还书'], ['B'], 0],
    ]);
  });

  test.each(['本题答案选：B。', '正解答案：B', '这道题的答案是B'])(
    'a stem that still says %s is not chosen',
    (line) => {
      const [question] = read('1. 选', line, 'A. 甲', 'B. 乙', '答案：A');
      expect(question).toMatchObject({ isDoubtful: true });
    },
  );

  test('an option may speak of answers', () => {
    const questions = read(
      '1. 选',
      'A. 甲',
      'B. 以上都不是正确答案',
      '',
      '2. 选',
      'A. 甲',
      'B. 这就是正确答案',
      '答案：1-2 AB',
    );
    expect(questions.map(({ fields, isDoubtful }) => [fields.options, fields.answer, isDoubtful])).toEqual([
      [['甲', '以上都不是正确答案'], ['A'], undefined],
      [['甲', '这就是正确答案'], ['B'], undefined],
    ]);
  });

  test('a place to write the answer into stays in the text', () => {
    expect(said('1. 1 + 1 等于几？答案是：____。', '答案：2', '2. 想一想。', '你的答案：____', '答案：甲')).toEqual([
      ['cloze', '1 + 1 等于几？答案是：____。', [['2']]],
      ['cloze', '想一想。\n你的答案：____', [['甲']]],
    ]);
  });

  test.each([
    '把正确答案填在括号里（ ）',
    '他的答案是错误的，因为（ ）',
    '方程的答案是唯一的（ ）',
    '把答案选出来（ ）',
    '下列答案是（ ）',
    '请写出答案：____',
    '答案正确的一项是（ ）',
  ])('a stem may speak of answers: %s', (stem) => {
    const [question] = read(`1. ${stem}`, 'A. 甲', 'B. 乙', '答案：A');
    expect(question?.isDoubtful).toBeUndefined();
  });
});

describe('a word of a kind alone on its line', () => {
  test('is the end of a stem or of an option that goes on', () => {
    const paper = [
      '一、单选题',
      '1.错误的是（ ）。',
      'A.不应依靠主观',
      '判断',
      'B.可以',
      '答案：A',
      '2.选（ ）。',
      'A.甲',
      'B.乙',
      '答案：B',
    ];
    const judges = [
      '三、判断题',
      '1.应当具有监督检验',
      '证明。',
      'A.正确 B.错误',
      '答案：B',
      '2.应当维修。',
      'A.正确 B.错误',
      '答案：A',
    ];
    expect(said(...paper, ...judges)).toEqual([
      ['single', '错误的是（ ）。', ['A']],
      ['single', '选（ ）。', ['B']],
      ['judge', '应当具有监督检验\n证明。', 'F'],
      ['judge', '应当维修。', 'T'],
    ]);
  });

  test('and so is a chapter that a text names', () => {
    const law = ['1. 违反（ ）的规定处罚，按照', '第三章的规定执行', 'A. 甲，见', '第四章第二节', 'B. 乙', '答案：B'];
    expect(said(...law, '第二章 处罚', '1. 选', 'A. 甲', 'B. 乙', '答案：A')).toEqual([
      ['single', '违反（ ）的规定处罚，按照\n第三章的规定执行', ['B']],
      ['single', '选', ['A']],
    ]);
  });

  test('is a heading between two questions', () => {
    expect(
      said('判断', '1. 天是蓝的。', '答案：对', '单选', '1. 选', 'A. 甲', 'B. 乙', '答案：B').map(([kind]) => kind),
    ).toEqual(['judge', 'single']);
  });

  test('a question with options and their letters is a choice under any heading, and says so', () => {
    const [question] = read('一、判断题', '1. 选（ ）', 'A. 甲', 'B. 乙', 'C. 丙', '答案：C');
    expect(question).toMatchObject({ kind: 'single', fields: { answer: ['C'] }, problems: [] });
    expect(question?.notes.join()).toContain('已按选择题读取');
  });
});

describe('options', () => {
  test('with letters in 【】', () => {
    const text = [
      '第1题(单选)：',
      '()是目标',
      '【A】 10、二',
      '【B】 11、四',
      '正确答案:B',
      '',
      '第2题(判断)：',
      '天是蓝的',
      '【A】 对',
      '【B】 错',
      '正确答案:A',
    ];
    expect(read(...text).map(({ kind, fields }) => [kind, fields.stem, fields.options ?? [], fields.answer])).toEqual([
      ['single', '()是目标', ['10、二', '11、四'], ['B']],
      ['judge', '天是蓝的', [], 'T'],
    ]);
  });

  test('right behind each other are parted where the letters run on', () => {
    const [question] = read(
      '1. 不正确的是（ ）',
      'A、先支的先拆',
      'B、先拆非承重部分，后拆承重部分C、应有方案\tD、其他',
      '答案：A',
    );
    expect(question?.fields.options).toEqual(['先支的先拆', '先拆非承重部分，后拆承重部分', '应有方案', '其他']);
  });

  test('the last one right behind another is told, and the question not chosen', () => {
    const [question] = read('1. 选（ ）', 'A、甲', 'B、乙', 'C、预算成本，实际成本D、计划成本', '答案：C');
    expect(question).toMatchObject({ isDoubtful: true });
    expect(question?.notes.join()).toContain('选项 C 里像是还有选项 D');
  });

  test('letters of a text stay in it', () => {
    const [question] = read('1. 选（ ）', 'A、维生素B、C和D', 'B、缺乏维生素C、易出血', 'C、丙', '答案：A');
    expect(question?.fields.options).toEqual(['维生素B、C和D', '缺乏维生素C、易出血', '丙']);
  });
});

describe('answers at the end', () => {
  const paper = [
    '注   意   事   项',
    '1．考试时间：90min。',
    '2．请在规定的位置填写您的答案。',
    '一、判断题',
    '( ) 1. 天是蓝的。',
    '( ) 2. 草是红的。',
    '二、单选题',
    '1. 选（ ）',
    '（A）甲',
    '（B）乙',
    '2. 选（ ）',
    '（A）丙',
    '（B）丁',
  ];

  test.each([
    ['below', ['单选题参考答案（1-2）：', '1-2）   AB']],
    ['on the same line', ['单选题参考答案（1-2）： 1-2）   AB']],
    ['with its number', ['二、单选题答案：', '1-2 AB']],
    ['one by one', ['单选题参考答案（1-2）：', '1）A', '2）B']],
  ])('by the names of their sections, %s; what comes before the first question is none', (_where, singles) => {
    expect(said(...paper, '理论知识试卷答案', '判断题参考答案（1-2）：', '1-2）(√) (×)', ...singles)).toEqual([
      ['judge', '天是蓝的。', 'T'],
      ['judge', '草是红的。', 'F'],
      ['single', '选（ ）', ['A']],
      ['single', '选（ ）', ['B']],
    ]);
  });

  test('notices that begin behind their title are none either', () => {
    expect(
      said('注意事项：1．考试时间：90分钟。', '2．请用钢笔。', '1. 天是蓝的。', '答案：对').map(([, stem]) => stem),
    ).toEqual(['天是蓝的。']);
  });

  test('notices end where the numbers begin again', () => {
    expect(
      said('注意事项', '1. 考试时间：90分钟。', '2. 请用钢笔。', '1. 天是蓝的。', '答案：对').map(([, stem]) => stem),
    ).toEqual(['天是蓝的。']);
  });
});

describe('a key as 学习通 exports it', () => {
  const asked = (key: string) =>
    said('1. (多选题) 下列属于操作系统的是', 'A. Windows', 'B. Linux', 'C. Word', 'D. macOS', `正确答案: ${key}`);

  test('names every right option with its text', () => {
    expect(asked('A:Windows; B:Linux; D:macOS;')).toEqual([['multiple', '下列属于操作系统的是', ['A', 'B', 'D']]]);
  });

  test('one that names another text than the option has is refused: the first letter alone would be wrong', () => {
    expect(asked('A:Windows; B:Unix;')).toEqual([
      ['multiple', '下列属于操作系统的是', 'A:Windows; B:Unix;', expect.stringContaining('不是选项的字母')],
    ]);
  });

  test('several answers of one blank are one, and that is said', () => {
    const [question] = read('1. 1字节等于____位，1KB等于____字节。', '正确答案：', '(1) 8', '(2) 1024;2^10');
    expect(question).toMatchObject({ fields: { answer: [['8'], ['1024;2^10']] }, problems: [] });
    expect(question?.notes.join()).toContain('第 2 空的答案“1024;2^10”里有分号');
  });
});

test('a Canvas number between two others is refused, not made into its first bound', async () => {
  const item = `<questestinterop><assessment><section><item ident="i" title="数">
    <presentation><material><mattext>约是多少</mattext></material>
      <response_str ident="r" rcardinality="Single"><render_fib fibtype="Decimal"><response_label ident="a"/></render_fib></response_str>
    </presentation>
    <resprocessing><respcondition><conditionvar><or><varequal respident="r">0.0</varequal>
      <and><vargte respident="r">41.5</vargte><varlte respident="r">42.5</varlte></and></or></conditionvar>
      <setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>
  </item></section></assessment></questestinterop>`;
  const [question] = await readQti(incoming(item, 'a.xml'));
  expect(question?.problems.join()).toContain('数值范围');
});

describe('a workbook', () => {
  const table = async (name: string, headers: string[], ...rows: (string | number)[][]) => {
    const bytes = await writeSheet([{ name, columns: headers.map((header) => ({ header, width: 10 })), rows }]);
    const questions = await readXlsx({ name: 'a.xlsx', bytes });
    return questions.map(({ kind, fields, problems, notes }) => [
      kind,
      fields.stem,
      fields.options,
      fields.answer,
      ...problems,
      ...notes,
    ]);
  };

  test('问卷星: options by numbers, and the kind behind the stem', async () => {
    const headers = ['题目', '题型', '选项1', '选项2', '选项3', '答案'];
    expect(
      await table(
        'Sheet',
        headers,
        ['甲[单选题]', '', '一', '二', '三', 2],
        ['乙', '多选', '一', '二', '三', '1,3'],
        ['丙', '单选', '1', '2', '4', '4'],
      ),
    ).toEqual([
      ['single', '甲', ['一', '二', '三'], ['B'], '答案“2”已读作第 2 个选项：B。'],
      ['multiple', '乙', ['一', '二', '三'], ['A', 'C'], '答案“1,3”已读作第 1、3 个选项：AC。'],
      // The option that says 4 is meant.
      ['single', '丙', ['1', '2', '4'], ['C']],
    ]);
  });

  test('雨课堂: letters and answers between bars, blanks by their marks', async () => {
    const headers = ['题目类型', '题目内容', 'A', 'B', 'C', '答案'];
    expect(
      await table(
        'Sheet',
        headers,
        ['多选题', '乙', '一', '二', '三', 'A|C'],
        ['填空题', '水由[填空1]和[填空2]组成', '', '', '', '氢|氧'],
      ),
    ).toEqual([
      ['multiple', '乙', ['一', '二', '三'], ['A', 'C']],
      ['cloze', '水由____和____组成', undefined, [['氢'], ['氧']]],
    ]);
  });

  test('all options in one cell, by lines or between bars', async () => {
    const headers = ['试题', '备选答案', '标准答案', '题型'];
    expect(
      await table(
        'Sheet',
        headers,
        ['甲', 'A.一|B.二|C.三', 'B', '单选'],
        ['乙', 'A、一\nB、二', 'A,B', '多选'],
        ['丁', 'A.是\nB.否', 'A', '判断'],
      ),
    ).toEqual([
      ['single', '甲', ['一', '二', '三'], ['B']],
      ['multiple', '乙', ['一', '二'], ['A', 'B']],
      ['judge', '丁', undefined, 'T'],
    ]);
  });

  test('a sheet named for its kind, with 1 and 0 as right and wrong', async () => {
    expect(await table('判断题', ['题干', '答案'], ['戊', 1], ['己', 0])).toEqual([
      ['judge', '戊', undefined, 'T', '答案“1”已读作“正确”。'],
      ['judge', '己', undefined, 'F', '答案“0”已读作“错误”。'],
    ]);
  });

  const columns = ['题型', '题干', '选项A', '选项B', '答案'].map((header) => ({ header, width: 10 }));
  const sheet = (name: string, ...rows: string[][]) => ({ name, columns, rows });
  const readSheets = async (...sheets: Parameters<typeof writeSheet>[0]) =>
    readXlsx({ name: 'a.xlsx', bytes: await writeSheet(sheets) });

  test('is read with all its sheets, and what is none of them is named', async () => {
    const questions = await readSheets(
      { name: '封面', columns: [{ header: '题库', width: 10 }], rows: [['2026']] },
      sheet('单选', ['单选题', '选', '甲', '乙', 'B']),
      sheet('判断', ['判断题', '天是蓝的', '', '', '正确'], ['判断题', '草是绿的', '', '', '']),
    );
    expect(questions.map(({ kind, fields }) => [kind, fields.stem])).toEqual([
      ['single', '选'],
      ['judge', '天是蓝的'],
      ['judge', '草是绿的'],
    ]);
    expect(questions[0]?.notes).toEqual(['整个文件：工作表“封面”没有读取：没有找到“题干”这一列。']);
    expect(questions[2]?.problems).toEqual(['工作表“判断”：“答案”这一列是空的，请填“正确”或“错误”。']);
  });

  test('an empty cell is asked for as a cell', async () => {
    const questions = await readSheets(
      sheet(
        '题目',
        ['单选题', '选', '甲', '乙', ''],
        ['填空题', '首都是____', '', '', ''],
        ['单选题', '选', '', '', 'A'],
      ),
    );
    expect(questions.flatMap(({ problems }) => problems.slice(0, 1))).toEqual([
      '“答案”这一列是空的，请填选项的字母，如 A 或 ACD。',
      '“答案”这一列是空的，请填每个空的答案，每空一行。',
      '单选题至少要有 2 个选项，请填在“选项A”“选项B”……各列。',
    ]);
  });
});

test.each(['\\[6x-10\\]', '\\(6x-10\\)', '$6x-10$', '$$6x-10$$', '6x-10'])('TeX beside MathML as %s', (tex) => {
  const html = `是<math><semantics><mi>x</mi><annotation encoding="LaTeX">${tex}</annotation></semantics></math>吗`;
  const sink = { picture: () => null, audio: () => undefined, note: () => undefined };
  expect(htmlToText(html, sink)).toBe('是$6x-10$吗');
});

test('a number of Canvas may be typed either way, and says so', async () => {
  const item = `<questestinterop><assessment><section><item ident="a" title="Question"><presentation>
    <material><mattext>一打是多少</mattext></material><response_str ident="r" rcardinality="Single">
    <render_fib fibtype="Decimal"><response_label ident="1"/></render_fib></response_str></presentation><resprocessing>
    <respcondition><conditionvar><varequal respident="r">12.0</varequal></conditionvar><setvar>100</setvar></respcondition>
    </resprocessing></item></section></assessment></questestinterop>`;
  const [question] = await readQti(incoming(item, 'a.xml'));
  expect(question).toMatchObject({ kind: 'cloze', fields: { answer: [['12.0', '12']] } });
  expect(question?.notes).toEqual(['数值题已改为填空题，学生填的数要与答案写法相同。']);
});
