import {
  Document,
  FootnoteReferenceRun,
  ImageRun,
  Packer,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  Textbox,
  TextRun,
  type ISectionOptions,
  type ParagraphChild,
} from 'docx';
import { zipSync } from 'fflate';

/** Writes papers as Chinese teachers lay them out, each another way, from a seed; and says what stands in them. */

export type QuestionKind = 'single' | 'multiple' | 'judge' | 'cloze' | 'short';
export type WrittenQuestion = {
  kind: QuestionKind;
  stem: string;
  options: string[];
  /** Letters, T or F, the alternatives of each blank, or a reference. */
  answer: string[] | string | string[][];
  analysis: string;
  /** What is read out to listen to. */
  script: string;
  points: number | undefined;
};

/** A line of a paper, or a table of it; in a line [图1] is a picture, {注：…} a footnote, {框} in front a text box. */
type Block = string | string[][];
export type WrittenPaper = {
  blocks: Block[];
  /** The answers, when they stand in a file of their own. */
  answers?: Block[];
  questions: WrittenQuestion[];
  layout: string;
  hasColumns: boolean;
};

type Random = () => number;

/** The same numbers for the same seed. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SUBJECTS =
  '光合作用 果蝇的长翅基因（B） 南京临时政府 黄土高原 二次函数 惯性 氯化钠溶液 《论语》 DNA复制 $v_0$'.split(' ');
const CLAIMS = '的说法正确的是 的叙述符合事实的是 的特点是 发生的主要原因是 的意义在于 与下列哪一项无关'.split(' ');
const THINGS =
  '叶绿体 细胞核 3.5 m/s $\\mathrm{~kg}$ 甲、乙 辛亥革命（1911年） 气候湿润 Na+ 维生素B、C 向东流动 x＞2 1949年 “仁”与“礼” 60% A点 先增大后减小 温度升高2℃ 孔子 10 cm（约） 长江'.split(
    ' ',
  );
const FACTS =
  '水往低处流。 地球绕着太阳转。 动能与速度的平方成正比。 《红楼梦》的作者是罗贯中。 植物在夜间只进行呼吸作用。 秦始皇统一了度量衡。'.split(
    ' ',
  );
const REASONS = '由题意可知，该项符合史实。 结合材料分析即可。 根据公式 $F=ma$ 计算得出。 其余各项与题意不符。'.split(
  ' ',
);
const MATERIALS = [
  '近年来，我国坚持生态优先、绿色发展，长江流域的水质明显改善。',
  '某同学用天平和量筒测量小石块的密度，测得质量为 54 g。',
  '下图为某地的地形示意，图中甲地海拔高于乙地。',
];
const GAPS: [string, string[]][] = [
  ['植物进行光合作用的场所是', ['叶绿体']],
  ['中国的首都是', ['北京']],
  ['水的沸点是', ['100℃']],
  ['《静夜思》的作者是', ['李白']],
  ['牛顿第二定律的表达式是', ['F=ma']],
];
const CHINESE = '一二三四五六';

const NAMES: Record<QuestionKind, string[]> = {
  single: ['单项选择题', '单选题'],
  multiple: ['多项选择题', '多选题'],
  judge: ['判断题', '判断正误'],
  cloze: ['填空题'],
  short: ['简答题', '问答题'],
};

type Layout = {
  number: (value: number) => string;
  mark: (letter: string) => string;
  options: 'lines' | 'one' | 'two' | 'table' | 'behind';
  gap: string;
  keys: 'after' | 'table' | 'ranges' | 'list' | 'entries' | 'bracket';
  answer: string;
  analysis: string;
  place: string;
  blank: string;
  isRestarting: boolean;
  isCircled: boolean;
  scripts: 'none' | 'each' | 'list';
};

const wide = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0);

function layoutOf(random: Random, isWord: boolean): Layout {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const layout: Layout = {
    number: pick([(n) => `${n}.`, (n) => `${n}．`, (n) => `${n}、`, (n) => `${n}. `]),
    mark: pick([
      (letter) => `${letter}. `,
      (letter) => `${letter}．`,
      (letter) => `${letter}、`,
      (letter) => `${wide(letter)}．`,
      (letter) => `（${letter}）`,
      (letter) => `(${letter}) `,
      (letter) => `${letter}．`,
    ]),
    options: pick(
      isWord ? (['lines', 'one', 'two', 'table', 'behind'] as const) : (['lines', 'one', 'two', 'behind'] as const),
    ),
    gap: pick(['    ', '\t', '\u3000\u3000', '  ']),
    keys: pick(
      isWord
        ? (['after', 'after', 'table', 'ranges', 'list', 'entries', 'bracket'] as const)
        : (['after', 'after', 'ranges', 'list', 'entries', 'bracket'] as const),
    ),
    answer: pick(['答案：', '【答案】', '参考答案：', '[答案]', '答案: ']),
    analysis: pick(['解析：', '【解析】', '【详解】', '【点评】', '']),
    place: pick(['（　　）', '(    )', '（ ）', '']),
    blank: pick(['____', '______', '（　　）', '________']),
    isRestarting: random() < 0.3,
    isCircled: random() < 0.1,
    scripts: pick(['none', 'none', 'none', 'none', 'each', 'list'] as const),
  };
  if (!layout.isCircled) return layout;
  const options = layout.options === 'one' || layout.options === 'two' ? layout.options : 'lines';
  const keys = layout.keys === 'bracket' ? 'after' : layout.keys;
  return { ...layout, mark: circled, options, keys };
}

const circled = (letter: string) => '①②③④'.charAt(letter.charCodeAt(0) - 65);
const TALKS = ['W: Hello, Tom. M: Hi, Mary.', 'M: 明天几点出发？ W: 八点半。', 'The train leaves at nine.'];
const PICTURES = ['[图1]', '[图2]', '[图3]', '[图4]'];

/** A paper from a seed; `isWord`: with tables and columns. */
export function writePaper(seed: number, isWord: boolean): WrittenPaper {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const layout = layoutOf(random, isWord);
  const blocks: Block[] = [pick(['2024学年第一学期期末考试', '七年级生物单元测验', '高三模拟考试 物理试题'])];
  if (random() < 0.4) blocks.push('班级：________ 姓名：________ 得分：________');
  const kinds = (['single', 'multiple', 'judge', 'cloze', 'short'] as const).filter(() => random() < 0.55);
  if (kinds.length === 0) kinds.push('single');
  const questions: WrittenQuestion[] = [];
  const keys: { kind: QuestionKind; ordinal: number; entries: { number: number; question: WrittenQuestion }[] }[] = [];
  let number = 0;
  kinds.forEach((kind, index) => {
    if (layout.isRestarting) number = 0;
    const count = 2 + Math.floor(random() * 4);
    const each = pick([undefined, 2, 3, 5]);
    const name = pick(NAMES[kind]);
    const points =
      each === undefined
        ? ''
        : pick([`（每小题${each}分，共${each * count}分）`, `（本大题共${count}小题，每小题 ${each} 分）`]);
    blocks.push(`${CHINESE.charAt(index)}、${name}${points}`);
    const entries: { number: number; question: WrittenQuestion }[] = [];
    const shared = kind === 'single' && count >= 3 && random() < 0.35 ? pick(MATERIALS) : '';
    for (let at = 0; at < count; at += 1) {
      number += 1;
      const isFirstShared = shared !== '' && at === count - 2;
      const hasShared = shared !== '' && at >= count - 2;
      if (isFirstShared)
        blocks.push(
          `阅读下面材料，完成${number}—${number + 1}题。`,
          `${isWord && random() < 0.5 ? '{框}' : ''}${shared}`,
        );
      const question = makeQuestion(kind, random, layout, each);
      if (isWord && kind === 'single' && random() < 0.15) question.options = [...PICTURES];
      if (isWord && kind === 'short' && random() < 0.15) question.stem += '{注：见课本第3页}';
      if (kind === 'single' && layout.scripts !== 'none') question.script = pick(TALKS);
      writeQuestion(blocks, question, layout.number(number), layout, random);
      if (hasShared)
        question.stem = `阅读下面材料，完成${isFirstShared ? number : number - 1}—${isFirstShared ? number + 1 : number}题。\n${shared}\n${question.stem}`;
      questions.push(question);
      entries.push({ number, question });
    }
    keys.push({ kind, ordinal: index, entries });
    if (kind === 'single' && layout.scripts === 'list')
      blocks.push('听力原文', ...entries.map((entry) => `${entry.number}. ${entry.question.script}`));
  });
  const answers: Block[] = [];
  const isApart = isWord && random() < 0.3;
  if (!['after', 'bracket'].includes(layout.keys)) {
    if (isApart) answers.push('期末考试参考答案及评分标准（内部）');
    writeKeys(isApart ? answers : blocks, keys, layout, random);
  }
  const { options, keys: place } = layout;
  const apart = answers.length > 0 ? { answers } : {};
  return {
    ...apart,
    blocks,
    questions,
    layout: `${options} ${place} ${layout.mark('A')}`,
    hasColumns: isWord && random() < 0.3,
  };
}

function makeQuestion(kind: QuestionKind, random: Random, layout: Layout, points: number | undefined): WrittenQuestion {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const analysis = random() < 0.5 && layout.analysis !== '' ? pick(REASONS) : '';
  const base = { kind, options: [] as string[], analysis, points, script: '' };
  switch (kind) {
    case 'single':
    case 'multiple': {
      const options: string[] = [];
      while (options.length < 4) {
        const thing = pick(THINGS);
        if (!options.includes(thing)) options.push(thing);
      }
      const letters = ['A', 'B', 'C', 'D'].filter(() => random() < 0.5);
      const answer =
        kind === 'single' || letters.length < 2
          ? kind === 'single'
            ? [pick(['A', 'B', 'C', 'D'])]
            : ['A', 'C']
          : letters;
      return { ...base, stem: `关于${pick(SUBJECTS)}，下列${pick(CLAIMS)}${layout.place}`, options, answer };
    }
    case 'judge':
      return { ...base, stem: pick(FACTS), answer: random() < 0.5 ? 'T' : 'F' };
    case 'cloze': {
      const gaps = [pick(GAPS), pick(GAPS)].slice(0, 1 + Math.floor(random() * 2));
      const stem = gaps.map(([text]) => `${text}${layout.blank}`).join('，');
      return { ...base, stem: `${stem}。`, answer: gaps.map(([, answers]) => answers) };
    }
    case 'short':
      return {
        ...base,
        stem: `简要说明${pick(SUBJECTS)}的意义。`,
        answer: pick(['推动了社会的发展。', '有利于保持生态平衡。', '能量守恒。']),
      };
  }
}

const keyText = ({ kind, answer, options }: WrittenQuestion, random: Random, { isCircled }: Layout): string => {
  if (isCircled && options.length > 0) return (answer as string[]).map(circled).join('');
  if (kind === 'judge') return answer === 'T' ? (random() < 0.5 ? '√' : '正确') : random() < 0.5 ? '×' : '错误';
  if (kind === 'cloze') return (answer as string[][]).map((each) => each[0]).join('；');
  return Array.isArray(answer) ? answer.join('') : answer;
};

function writeQuestion(
  blocks: Block[],
  question: WrittenQuestion,
  number: string,
  layout: Layout,
  random: Random,
): void {
  const isChoice = question.options.length > 0;
  const isBracket = layout.keys === 'bracket' && (isChoice || question.kind === 'judge');
  const key = keyText(question, random, layout);
  let stem = question.stem;
  if (isBracket && isChoice) {
    stem = layout.place === '' ? `${stem}（ ${key} ）` : stem.replace(/[（(][\s\u3000]*[)）]$/, `（ ${key} ）`);
    question.stem = stem.replace(/（ [A-D]+ ）$/, '（\u3000\u3000）');
  } else if (isBracket) stem = `${stem}（${key}）`;
  const options = question.options.map((text, index) => `${layout.mark('ABCD'.charAt(index))}${text}`);
  if (isChoice && layout.options === 'behind')
    blocks.push(`${number}${stem}${layout.place === '' && !isBracket ? ' ' : ''}${options.join(layout.gap)}`);
  else {
    blocks.push(`${number}${stem}`);
    if (isChoice) {
      if (layout.options === 'lines') blocks.push(...options);
      else if (layout.options === 'table' && question.options[0] === PICTURES[0] && random() < 0.5)
        blocks.push([PICTURES, ['A', 'B', 'C', 'D']]);
      else if (layout.options === 'table') blocks.push([options.slice(0, 2), options.slice(2)]);
      else if (layout.options === 'two')
        blocks.push(options.slice(0, 2).join(layout.gap), options.slice(2).join(layout.gap));
      else blocks.push(options.join(layout.gap));
    }
  }
  if (question.script !== '' && layout.scripts === 'each') blocks.push(`【听力原文】${question.script}`);
  const isAfter = layout.keys === 'after' || (layout.keys === 'bracket' && !isBracket);
  if (isAfter) blocks.push(`${layout.answer}${key}`);
  if (layout.keys === 'entries') return;
  if (!isAfter && layout.keys !== 'bracket') {
    question.analysis = '';
    return;
  }
  if (question.analysis !== '') blocks.push(`${layout.analysis}${question.analysis}`);
  if (isAfter && random() < 0.15) {
    blocks.push('【分值】4分');
    question.points = 4;
  }
}

function writeKeys(
  blocks: Block[],
  keys: { kind: QuestionKind; ordinal: number; entries: { number: number; question: WrittenQuestion }[] }[],
  layout: Layout,
  random: Random,
): void {
  blocks.push(random() < 0.5 ? '参考答案' : '参考答案与解析');
  for (const { kind, ordinal, entries } of keys) {
    const isShort = kind === 'single' || kind === 'multiple' || kind === 'judge';
    blocks.push(`${CHINESE.charAt(ordinal)}、${NAMES[kind][0] ?? ''}`);
    const first = entries[0]?.number ?? 1;
    const last = entries[entries.length - 1]?.number ?? 1;
    const signs = entries.map(({ question }) =>
      kind === 'judge' ? (question.answer === 'T' ? '√' : '×') : keyText(question, random, layout),
    );
    if (layout.keys === 'table' && isShort) {
      blocks.push([
        ['题号', ...entries.map(({ number }) => String(number))],
        ['答案', ...signs],
      ]);
    } else if (layout.keys === 'ranges' && isShort) {
      blocks.push(`${first}-${last} ${signs.join(kind === 'multiple' ? ' ' : '')}`);
    } else if (layout.keys === 'list' && isShort) {
      blocks.push(entries.map(({ number }, index) => `${number}.${signs[index]}`).join('  '));
    } else {
      for (const { number, question } of entries) {
        const key = keyText(question, random, layout);
        const hasAnalysis = layout.keys === 'entries' && question.analysis !== '';
        if (!hasAnalysis) question.analysis = '';
        blocks.push(`${number}.${key}`);
        if (hasAnalysis) blocks.push(`${layout.analysis}${question.analysis}`);
      }
    }
  }
}

/** The paper as a text. */
export function asText({ blocks }: WrittenPaper): string {
  return blocks
    .map((block) => (typeof block === 'string' ? block : block.map((row) => row.join('\t')).join('\n')))
    .join('\n');
}

/** The paper as a Word file, or as a zip of it and of its answers. */
export async function asWord({ blocks, answers, hasColumns }: WrittenPaper): Promise<Buffer> {
  const paper = await wordFile(blocks, hasColumns);
  if (!answers) return paper;
  return Buffer.from(zipSync({ '期末试卷.docx': paper, '期末试卷 答案.docx': await wordFile(answers, false) }));
}

function wordFile(blocks: Block[], hasColumns: boolean): Promise<Buffer> {
  const footnotes: Record<string, { children: Paragraph[] }> = {};
  const runs = (text: string): ParagraphChild[] =>
    text.split(/(\t|\[图\d\]|\{注：[^}]*\})/).flatMap((part): ParagraphChild[] => {
      const note = /^\{注：(.*)\}$/.exec(part)?.[1];
      const picture = /^\[图(\d)\]$/.exec(part)?.[1];
      if (part === '\t') return [new TextRun({ children: [new Tab()] })];
      if (picture)
        return [new ImageRun({ type: 'png', data: png(picture), transformation: { width: 20, height: 20 } })];
      if (note === undefined) return part === '' ? [] : [new TextRun(part)];
      const id = Object.keys(footnotes).length + 1;
      footnotes[String(id)] = { children: [new Paragraph(note)] };
      return [new FootnoteReferenceRun(id)];
    });
  const children = blocks.map((block) => {
    if (typeof block !== 'string') {
      const cell = (text: string) => new TableCell({ children: [new Paragraph({ children: runs(text) })] });
      return new Table({ rows: block.map((row) => new TableRow({ children: row.map(cell) })) });
    }
    const paragraph = new Paragraph({ children: runs(block.replace(/^\{框\}/, '')) });
    return block.startsWith('{框}')
      ? new Textbox({ alignment: 'center', children: [paragraph], style: { width: '200pt', height: 'auto' } })
      : paragraph;
  });
  const properties: ISectionOptions['properties'] = hasColumns ? { column: { count: 2, space: 700 } } : {};
  return Packer.toBuffer(new Document({ footnotes, sections: [{ properties, children }] }));
}

/** Each another file: what is told apart must differ. */
const png = (name: string) => Buffer.concat([PNG, Buffer.from(name)]);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
