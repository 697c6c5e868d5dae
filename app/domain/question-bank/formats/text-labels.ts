/** The labels of a line, 答案： 【解析】 …, and the signs by which a line of ours is known. Every pattern is anchored or has bounded
 * repeats, so that no line of a stranger can take longer than its length. */

/** After this sign (word joiner, never seen) a line is nothing but text: so we write what must come back as it is. */
export const VERBATIM = '\u2060';

/** Behind the letter of who speaks in a dialogue (a separator, never seen): it begins no option. */
export const SPOKEN = '\u2063';

/** A line that begins so is a remark about a question, never part of one. */
export const REMARK = '※ ';

/** Longer lines are text, whatever they contain. */
export const MAX_LINE = 20_000;

export type Label =
  | 'answer'
  | 'given'
  | 'analysis'
  | 'level'
  | 'points'
  | 'keyPoint'
  | 'marking'
  | 'solution'
  | 'kind'
  | 'title'
  | 'stem'
  | 'options'
  | 'sceneTypeName'
  | 'examTypeName'
  | 'answerBy'
  | 'prepSeconds'
  | 'answerSeconds'
  | 'isPlay'
  | 'script';

/** 答案 and 正确答案 …, and each as a sentence goes on: 答案是：, 答案为： */
const ANSWER_WORDS = ['参考答案要点', '答案要点', '参考答案', '正确答案', '标准答案', '答案'].flatMap((word) => [
  word,
  ...['应为', '应是', '应选', '是', '为', '选'].map((verb) => word + verb),
]);

/** Suggested answers: before the word alone, which would leave the other in the text. */
const ENGLISH_ANSWERS = ['Reference ', 'Suggested ', 'Sample ', 'Model ', 'Possible ', 'Correct ', '']
  .map((word) => `${word}Answers?`)
  .join('|');

const LABELS: [Label, string][] = [
  ['answer', `${ANSWER_WORDS.join('|')}|正确选项|参考范文|范文|${ENGLISH_ANSWERS}|Ans|Keys?`],
  [
    'analysis',
    '答案解析|试题解析|试题分析|题目解析|习题解析|解题思路|名师点评|解析|详解|分析|点评|讲解|Explanation|Analysis',
  ],
  ['level', '难度系数|难度等级|难易程度|难易度|难度|Difficulty'],
  ['points', '本题分值|分值|分数|满分|Points'],
  ['keyPoint', '考查知识点|知识要点|知识点|考查点|考点|关键词|关键字|标签|Tags'],
  ['marking', '评分标准|评分要点|评分细则|评分参考|评分说明|得分要点|采分点'],
  ['kind', '题目类型|试题类型|题型|Type'],
  ['title', '标题'],
  // What somebody once answered in another system is no key.
  ['given', '我的答案|你的答案|您的答案|学生答案|考生答案'],
  ['stem', '题干|题目|试题|题文'],
  ['options', '备选项|备选答案|选项'],
  ['sceneTypeName', '场景类型'],
  ['examTypeName', '考试类型'],
  ['answerBy', '作答方式|答题方式'],
  ['prepSeconds', '准备时间|准备时长|准备秒数'],
  ['answerSeconds', '录音时长|录音时间|录音秒数|答题时间|答题时长'],
  ['isPlay', '自动播放'],
  [
    'script',
    '听力原文|录音原文|听力材料原文|听力文本|录音文本|听力录音稿|听力稿|Tapescripts|Tapescript|Scripts|Script',
  ],
];

const LABEL_OF = new Map(
  LABELS.flatMap(([label, words]) => words.split('|').map((word) => [word.toLowerCase(), label])),
);

// 解答：已知… tells a student what to do: only in its brackets it is a label.
LABEL_OF.set('解答', 'solution');

const ALL = LABELS.map(([, words]) => words).join('|');

const INLINE = LABELS.slice(0, 6)
  .map(([, words]) => words)
  .join('|');

/** 答案 ：B, before the colon a blank of any width. */
const GAP = '[ \\u3000]{0,2}';

const AT_START = new RegExp(
  `^(?:[【\\[［〔] ?(${ALL}|解答|解) ?[】\\]］〕] ?[:：]?|[（(] ?(${ALL}) ?[)）] ?[:：]?|(${ALL}|答|解)${GAP}[:：])`,
  'i',
);

/** 【233网校解析】 with the name of who wrote it; 【3题解析】 is of another question. */
const SIGNED_ANALYSIS = /^[【[［〔](?!第?\s?\d{1,3}\s?小?题)[^【】[\]［］〔〕:：]{1,12}解析[】\]］〕] ?[:：]?/;

/** The labels of books, which a blank as wide as a sign parts from their text: no colon, no brackets. */
const WIDE_LABEL = /^(?:答案|解析)(?=\u3000{1,2}[^\s\u3000])/;

/** 【正确答案】B【您的答案】A */
const GIVEN = LABELS.find(([label]) => label === 'given')?.[1] ?? '';

/** The signs that a word of these begins with: seen first, they spare each blank a try of all words. */
const beginning = (words: string) => `(?=[${[...new Set(words.split('|').map((word) => word.charAt(0)))].join('')}])`;

const WITHIN = new RegExp(
  `[【\\[［〔] ?(${INLINE}|${GIVEN}|解答) ?[】\\]］〕] ?[:：]?|[\\s。；;.!?！？)）]${beginning(INLINE)}(${INLINE})${GAP}[:：]`,
  'gi',
);

/** 答案 B and 答案 alone need no colon. */
const BARE_ANSWER =
  /^(?:正确答案|参考答案|标准答案|答案)(?:应?[是为选](?=\s?[A-Z√×✓✗正错对])|(?=\s|$))(?=\s{0,3}(?:[A-Ja-jＡ-Ｊ、,，]{1,10}|[√×✓✗✔✘❌✅对错]|正确|错误)?$)/;

/** 答案 1.A 2.B */
const BARE_LIST =
  /^(?:参考|正确|标准)?答案(?=\s{1,4}\d{1,3}\s?(?:[.．、]\s?|[-—–~～至到]\s?\d{1,3}\s?[.．、:：)）]?\s?)(?:[A-JＡ-Ｊ√×✓✗对错]))/;

/** Every label has a colon or brackets around it, or says 答案. */
const MAY_HAVE_LABEL = /[:：\]】］〕)）]|答案|^解析\u3000/;

/** 答案 C 解析 因为… as teaching books have it, without a colon. */
const BARE_BOTH =
  /^((?:参考|正确)?答案)\s{1,4}([A-JＡ-Ｊ]{1,8}|[√×✓✗✔✘对错]|正确|错误|[^\s:：]{1,30})\s{1,4}((?:答案)?解析|详解|分析)\s{1,4}(?=\S)/;

/** `sign`: the label as it stands there. */
export type Segment = { label: Label | null; text: string; sign?: string };

/** A line cut at its labels: `D. 四 答案：A 解析：…` is an option's text, an answer and an analysis. */
export function segmentsOf(line: string): Segment[] {
  if (line.length > MAX_LINE) return [{ label: null, text: line }];
  if (!MAY_HAVE_LABEL.test(line)) return [{ label: null, text: trimmed(line) }];
  const both = BARE_BOTH.exec(line);
  if (both && !line.includes(VERBATIM)) {
    const [sign, , answer = ''] = both;
    return [
      { label: 'answer', text: answer, sign: both[1] },
      { label: 'analysis', text: trimmed(line.slice(sign.length)), sign: both[3] },
    ];
  }
  const limit = line.indexOf(VERBATIM);
  const head = limit < 0 ? line : line.slice(0, limit);
  const cuts: { at: number; end: number; label: Label }[] = [];
  const start =
    AT_START.exec(head) ??
    SIGNED_ANALYSIS.exec(head) ??
    WIDE_LABEL.exec(head) ??
    BARE_ANSWER.exec(head) ??
    BARE_LIST.exec(head);
  if (start && !isPlace(start[0], head.slice(start[0].length)))
    cuts.push({ at: 0, end: start[0].length, label: labelOf(start) });
  for (const match of allWithin(head)) {
    if (match.index < (cuts[0]?.end ?? 0)) continue;
    if (isPlace(match[0], head.slice(match.index + match[0].length))) continue;
    // The sign before a label without brackets belongs to what stands before it.
    const at = match[2] === undefined ? match.index : match.index + 1;
    cuts.push({ at, end: match.index + match[0].length, label: labelOf(match) });
  }
  const segments: Segment[] = [];
  if (cuts[0]?.at !== 0) segments.push({ label: null, text: trimmed(line.slice(0, cuts[0]?.at)) });
  cuts.forEach((cut, index) =>
    segments.push({
      label: cut.label,
      text: trimmed(line.slice(cut.end, cuts[index + 1]?.at)),
      sign: line.slice(cut.at, cut.end),
    }),
  );
  return segments;
}

/** As matchAll, which makes the pattern anew for each line. */
function allWithin(line: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  WITHIN.lastIndex = 0;
  for (let match = WITHIN.exec(line); match !== null; match = WITHIN.exec(line)) found.push(match);
  return found;
}

/** 答案是：____ asks for the answer, where 答案是：北京 gives it; 答：____ and 解：____ are but room to write it. */
const isPlace = (sign: string, behind: string) =>
  (/答案应?[是为选]\s?[:：]$/.test(sign) && /^\s{0,8}(?:[_＿]{2}|[（(]\s{0,20}[)）])/.test(behind.slice(0, 40))) ||
  (/^[（(【[]?\s?(?:答案?|解答?)/.test(sign) && /^\s{0,20}[_＿]{2}[_＿\s]{0,400}$/.test(behind.slice(0, 500)));

/** Without blanks around it; a line that is meant as it is keeps those behind the sign. */
export const trimmed = (text: string) => (text.includes(VERBATIM) ? text.trimStart() : text.trim());

function labelOf(match: RegExpExecArray | RegExpMatchArray): Label {
  const word = match[1] ?? match[2] ?? match[3] ?? match[0].trim();
  if (/解析[】\]］〕]/.test(match[0])) return 'analysis';
  return word === '答' || word === '解' ? 'answer' : (LABEL_OF.get(word.toLowerCase()) ?? 'answer');
}

const ANSWER_STATED = new RegExp(
  [
    // 答案：B, 答案是：北京; not a place to write into, 答案是：____
    '答案\\s{0,2}应?[是为选]?\\s{0,2}[:：]\\s{0,4}(?![\\s（(_＿【[?？]|$)',
    // 答案是B, 答案选 C
    '答案应?[是为选]\\s{0,2}(?:[A-Ja-jＡ-Ｊ](?![A-Za-z])|(?:[√×✓✗✔✘❌对错]|正确|错误)[。.]?$)',
    '(?:^|[\\s。.])(?:正确|参考|标准)?答案\\s{0,3}(?:[A-Ja-jＡ-Ｊ]{0,6}|[√×✓✗✔✘❌对错])\\s{0,2}$',
  ].join('|'),
);

/** The line of a text that looks as if it said the answer; '' for none. */
export const answerStatedIn = (text: string) =>
  text.split('\n').find((line) => line.length < 2000 && ANSWER_STATED.test(line)) ?? '';
