import { pointsIn, type SaidPoints } from './text-points-said';
import { kindOfWord, KIND_NAME, narrow, parseNumeral, simplified, type KindWord } from './words.rules';

/**
 * What one line of a paper is. Every pattern is anchored or has bounded repeats, so that no line of a stranger
 * can take longer than its length.
 */

/** After this sign (word joiner, never seen) a line is nothing but text: so we write what must come back as it is. */
export const VERBATIM = '\u2060';

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

const LABELS: [Label, string][] = [
  ['answer', `${ANSWER_WORDS.join('|')}|正确选项|参考范文|范文|Answers?|Ans|Keys?`],
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
  ['stem', '题干|题目|试题'],
  ['options', '备选项|备选答案|选项'],
  ['sceneTypeName', '场景类型'],
  ['examTypeName', '考试类型'],
  ['answerBy', '作答方式|答题方式'],
  ['prepSeconds', '准备时间|准备时长|准备秒数'],
  ['answerSeconds', '录音时长|录音时间|录音秒数|答题时间|答题时长'],
  ['isPlay', '自动播放'],
  ['script', '听力原文|录音原文|听力材料原文|听力文本|录音文本|听力录音稿|听力稿|Tapescript'],
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

const AT_START = new RegExp(
  `^(?:[【\\[［〔] ?(${ALL}|解答) ?[】\\]］〕] ?[:：]?|[（(] ?(${ALL}) ?[)）] ?[:：]?|(${ALL}|答|解) ?[:：])`,
  'i',
);
const WITHIN = new RegExp(
  `[【\\[［〔] ?(${INLINE}|解答) ?[】\\]］〕] ?[:：]?|[\\s。；;.!?！？)）](${INLINE}) ?[:：]`,
  'gi',
);
/** 答案 B and 答案 alone need no colon. */
const BARE_ANSWER =
  /^(?:正确答案|参考答案|标准答案|答案)(?:应?[是为选](?=\s?[A-Z√×✓✗正错对])|(?=\s|$))(?=\s{0,3}(?:[A-Ja-jＡ-Ｊ、,，]{1,10}|[√×✓✗✔✘❌✅对错]|正确|错误)?$)/;

/** `sign`: the label as it stands there. */
export type Segment = { label: Label | null; text: string; sign?: string };

/** A line cut at its labels: `D. 四 答案：A 解析：…` is an option's text, an answer and an analysis. */
export function segmentsOf(line: string): Segment[] {
  if (line.length > MAX_LINE) return [{ label: null, text: line }];
  const limit = line.indexOf(VERBATIM);
  const head = limit < 0 ? line : line.slice(0, limit);
  const cuts: { at: number; end: number; label: Label }[] = [];
  const start = AT_START.exec(head) ?? BARE_ANSWER.exec(head);
  if (start && !isPlace(start[0], head.slice(start[0].length)))
    cuts.push({ at: 0, end: start[0].length, label: labelOf(start) });
  for (const match of head.matchAll(WITHIN)) {
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

/** 答案是：____ asks for the answer, where 答案是：北京 gives it. */
const isPlace = (sign: string, behind: string) =>
  /答案应?[是为选]\s?[:：]$/.test(sign) && /^\s{0,8}(?:[_＿]{2}|[（(]\s{0,20}[)）])/.test(behind.slice(0, 40));

/** Without blanks around it; a line that is meant as it is keeps those behind the sign. */
export const trimmed = (text: string) => (text.includes(VERBATIM) ? text.trimStart() : text.trim());

function labelOf(match: RegExpExecArray | RegExpMatchArray): Label {
  const word = match[1] ?? match[2] ?? match[3] ?? match[0].trim();
  return word === '答' || word === '解' ? 'answer' : (LABEL_OF.get(word.toLowerCase()) ?? 'answer');
}

const SCRIPT_TITLE =
  /^[【[（(]?\s{0,3}(?:附\s?[:：]?\s?)?(?:听力|录音)(?:材料|(?:部分|材料|测试)?(?:原文|文稿|文字稿|文本|录音稿))\s{0,3}[】\])）]?\s{0,3}[:：]?$/;

const RULE = /^(?:[-—–－=＝*~～#·•]\s?){3,}$/;

/** Whether a line is but drawn: ------, ======, * * * */
export const isRule = (line: string) => line.length < 400 && RULE.test(line);

const PAGE =
  '(?:第\\s{0,3}[0-9０-９]{1,3}\\s{0,3}页\\s{0,3}[（(,，/／|、]?\\s{0,3}(?:共|总)\\s{0,3}[0-9０-９]{1,3}\\s{0,3}页\\s{0,3}[)）]?|[（(]?共\\s{0,3}[0-9０-９]{1,3}\\s{0,3}页\\s{0,3}[)）]?[,，/／]?\\s{0,3}第\\s{0,3}[0-9０-９]{1,3}\\s{0,3}页|第\\s{0,3}[0-9０-９]{1,3}\\s{0,3}页)';
/** 第1页（共2页）, — 2 —, Page 2 of 6, and 高三数学试卷 第2页 共6页. */
const PAGE_LINE = new RegExp(
  [
    `^[-—–－\\s]{0,6}[（(]?${PAGE}[)）]?[-—–－\\s]{0,6}$`,
    '^[-—–－·•~～]{1,4}\\s{0,4}[0-9０-９]{1,3}\\s{0,4}[-—–－·•~～]{1,4}$',
    '^[0-9０-９]{1,3}\\s{1,3}[/／]\\s{1,3}[0-9０-９]{1,3}$',
    '^Page\\s{1,3}\\d{1,3}(?:\\s{0,3}(?:of|/)\\s{0,3}\\d{1,3})?$',
    `^[^。？?！!：:；;]{0,30}(?:试卷|试题|[卷题]|考试|测试|练习|答案|年级|[语数外物化生政史地]|[）)])\\s{0,8}[（(]?${PAGE}[)）]?$`,
  ].join('|'),
  'i',
);

/** Whether a line is but the number of a page, with or without the title of the paper before it. */
export const isPageLine = (line: string) =>
  line.length < 80 && /\d|[０-９]/.test(line) && PAGE_LINE.test(line) && !OPTION.test(line) && numberOf(line) === null;

const FOOTER =
  /^[（(]?(?:出题|命题|审题|审核|校对|制卷|组卷|拟题|命制|打印)(?:人|者|教师|老师|单位|学校)?\s?[:：]\s?[\u3400-\u9fffA-Za-z、\s]{1,20}(?:$|[)）]$|\s{1,8}(?:出题|命题|审题|审核|校对|制卷|组卷)(?:人|者|教师|老师)?\s?[:：][^。]{0,30}$)/;

/** 得分 | 评卷人 in the box above a part of a printed paper. */
const SCORE_BOX =
  /^(?:(?:得\s{0,4}分|评卷人|阅卷人|评分人|评卷教师|阅卷教师|复核人|核分人|登分人|签名)(?:\s{0,3}[|｜\t]\s{0,3}|\s{1,8}|$)){1,4}$/;

/** Whether a line is but the place where points are written by hand. */
export const isScoreBox = (line: string) => line.length < 40 && SCORE_BOX.test(line);

const WATERMARK =
  /^[（(]?(?:学科\s?网\s?[（(]?\s?北\s?京\s?[)）]?\s?股\s?份\s?有\s?限\s?公\s?司|来源\s?[:：]\s?(?:学科网|Z[xX]{2}[kK]|菁优网|www\.).{0,30}|更多.{0,12}(?:资料|试卷|资源|课件).{0,30}(?:公众号|QQ|微信|群|关注).{0,20}|(?:QQ|微信)群?\s?[:：]\s?\d{5,12}|[（(]?本(?:页|卷|试卷)(?:完|结束)[)）]?|(?:装\s?订\s?线|密\s?封\s?线)(?:内不(?:得|要|准)答题)?|[.…·—_\s]{0,60}(?:外|内)?[.…·—_\s]{3,60}装[.…·—_○\s]{1,60}(?:订|$).{0,80}|题\s?号\s?[|\s]{0,3}一\s?[|\s]{0,3}二.{0,60})[)）]?$/;

/** Whether a line is printed on the paper by who sells or binds it: 学科网（北京）股份有限公司, 装订线 */
export const isWatermark = (line: string) => line.length < 200 && WATERMARK.test(line);

/** Whether a line but says who made the paper: 出题人：王老师  审核人：李老师 */
export const isFooter = (line: string) => line.length < 80 && FOOTER.test(line);

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

/** Whether a line is but the title of what is read out to listen to. */
export const isScriptTitle = (line: string) => line.length < 40 && SCRIPT_TITLE.test(line);

const SCRIPT_ENTRY =
  /^(?:[（(]?Text\s{0,3}(\d{1,2})[)）]?|第\s{0,3}(\d{1,3})\s{0,3}(?:[-—–~～至到、,，和]\s{0,3}第?\s{0,3}\d{1,3}\s{0,3})?[题段]|(\d{1,3})\s{0,3}(?:[-—–~～至到]\s{0,3}\d{1,3}\s{0,3})?[.．、:：)）])\s{0,3}[.．、:：]?\s{0,8}/i;

/** The number and the text of a line that begins what is read out for one question: Text 1, 第3题, 4. … */
export function scriptEntryOf(line: string): { number: number; rest: string } | null {
  const match = SCRIPT_ENTRY.exec(line);
  if (!match) return null;
  return { number: Number(match[1] ?? match[2] ?? match[3]), rest: line.slice(match[0].length) };
}

export type NumberStyle = 'plain' | 'paren' | 'chinese';

export type Numbered = {
  style: NumberStyle;
  number: number;
  rest: string;
  /** `3.14`: the number may be the beginning of the text as well. */
  isDoubtful: boolean;
  /** `3，`: no sign of a number, unless a question's parts follow. */
  isSlip?: boolean;
  /** （√）1. …: what stands before the number. */
  before: string;
};

const PLAIN = /^([0-9０-９]{1,4})\s{0,3}([、．)）:：][.．、]?|[.](?!\.)[、]?|[，,。](?=[^0-9０-９\s,，。)）]))\s{0,8}/;
const PAREN = /^[（(【[［]\s{0,3}([0-9０-９]{1,3})\s{0,3}[)）】\]］]\s{0,3}[、.．:：]?\s{0,8}/;
const NAMED =
  /^(?:第\s{0,3}([0-9０-９]{1,4}|[一二三四五六七八九十]{1,3})\s{0,3}[题道]|(?:题目|试题|Question|Q)\s{0,2}([0-9０-９]{1,4}))\s{0,3}[、.．:：)）]?\s{0,8}/i;
const CHINESE = /^([一二三四五六七八九十]{1,3})\s{0,3}[、.．]\s{0,8}/;
const JUDGED =
  /^([（(【[](?!\s?(?:正确|参考|标准)?(?:答案|解析|详解))[^（()）]{0,10}[)）】\]])\s{0,4}(?=[0-9０-９]{1,3}\s{0,3}[、．.])/;

/** The number a line begins with, if it may be a question's. */
export function numberOf(line: string): Numbered | null {
  const before = JUDGED.exec(line)?.[0] ?? '';
  const text = before === '' ? line : line.slice(before.length);
  const found = (style: NumberStyle, match: RegExpExecArray, isDoubtful = false): Numbered => ({
    style,
    number: parseNumeral(match[1] ?? match[2] ?? '') ?? 0,
    rest: text.slice(match[0].length),
    isDoubtful,
    before: before.trim(),
  });
  const plain = PLAIN.exec(text);
  if (plain) {
    const isTight = plain[0].length === (plain[1]?.length ?? 0) + 1;
    const isDigitNext = isTight && /[0-9０-９]/.test(text.charAt(plain[0].length));
    const isSlip = /[，,。]/.test(plain[2] ?? '');
    return { ...found('plain', plain, isSlip || (isDigitNext && /[.．:：]/.test(plain[2] ?? ''))), isSlip };
  }
  const named = NAMED.exec(text);
  if (named) return found('plain', named);
  const paren = PAREN.exec(text);
  if (paren) return found('paren', paren);
  const chinese = CHINESE.exec(text);
  return chinese ? found('chinese', chinese) : null;
}

export type Heading = SaidPoints & {
  /** 第Ⅰ卷, 第一部分: others stand below it. */
  isPart?: boolean;
  /** Its place: 1 for 一、; null without. */
  ordinal: number | null;
  kind: KindWord | null;
  /** What stands behind it on the line. */
  rest: string;
  text: string;
  /** 一、 without a kind or points may as well number a question. */
  isDoubtful: boolean;
};

const ORDINAL =
  /^(?:[（(]\s{0,3}([一二三四五六七八九十]{1,3})\s{0,3}[)）]|([一二三四五六七八九十]{1,3})\s{0,3}[、.．,，:：]|第\s{0,3}([一二三四五六七八九十ⅠⅡⅢIV\d]{1,4})\s{0,3}(?:大题|部分|题组|章|节|讲|单元|卷|关)|(?:Part|Section)\s{1,3}(?:\d{1,2}|[A-Z]|[IVX]{1,4}|One|Two|Three|Four|Five|Six)(?=[\s:：.、,，（(]|$)[:：.、]?|(?:[ⅠⅡⅢⅣⅤⅥ]|I{1,3}|IV|VI{0,3})[、.．])\s{0,4}/i;
const BARE = new RegExp(
  `^[【\\[［（(]?\\s{0,3}(${KIND_NAME})\\s{0,3}[】\\]］）)]?\\s{0,3}((?:[（(【\\[][^（()）】\\]]{0,120}[)）】\\]]|[,，:：]?\\s{0,3}(?:本大?题|共|每)[^。]{0,80})?)\\s{0,3}[:：。.]?$`,
);

/** A section's heading: 一、单项选择题（每题2分，共20分）, 判断题, 【填空题】 … */
export function headingOf(given: string): Heading | null {
  if (given.length > 300 || given.includes(VERBATIM)) return null;
  const line = simplified(given);
  const ordinal = ORDINAL.exec(line);
  const text = ordinal ? line.slice(ordinal[0].length) : line.replace(/^[0-9０-９]{1,2}[、.．]\s{0,4}/, '');
  if (!ordinal && !BARE.test(text) && !PART_ALONE.test(text)) return null;
  const { title, brackets, rest } = splitHeading(text);
  const kind = kindOfWord(title) ?? kindOfWord(brackets);
  const scores = brackets === '' ? text : `${brackets}${title}`;
  const heading: Heading = {
    ordinal: parseNumeral(ordinal?.[1] ?? ordinal?.[2] ?? ordinal?.[3] ?? '') ?? null,
    kind,
    ...pointsIn(scores),
    rest: rest === '' ? '' : given.slice(given.length - rest.length),
    text: given,
    isDoubtful: false,
  };
  heading.isDoubtful =
    /^\S{1,3}\s{0,3}[、.．]/.test(line) && kind === null && heading.each === null && heading.total === null;
  // 三、简述光合作用的意义。 has the word of a kind, but goes on as a question does.
  if (PART_ALONE.test(text) || /^第|^(?:Part|Section)\s/i.test(ordinal?.[0] ?? '')) heading.isPart = true;
  const isEnglish = /^(?:Part|Section)\s/i.test(line) && !/[?!.]$/.test(line);
  if (ordinal && kind && !isEnglish && !isTitle(title.replace(/\s{0,3}[)）]$/, ''))) heading.isDoubtful = true;
  return heading;
}

/** 笔试部分 alone on its line. */
const PART_ALONE = /^(?:听力|笔试|口试|阅读|写作|理论|客观题|主观题)部分\s{0,3}(?:[（(][^（()）]{0,60}[)）])?$/;

function splitHeading(text: string): { title: string; brackets: string; rest: string } {
  const match = /^([^（(:：。]{0,60})((?:[（(][^（()）]{0,160}[)）]\s{0,3}){0,3})[:：。.]?\s{0,3}/.exec(text);
  if (!match) return { title: text, brackets: '', rest: '' };
  const [whole, title = '', brackets = ''] = match;
  // The whole may stand in brackets: 【填空题】 does not, （一）（单选题） does.
  return { title: title.trim() || brackets, brackets, rest: text.slice(whole.length).trim() };
}

const TITLE_END = new RegExp(`(?:题|题目|${KIND_NAME}|卷|部分)\\s{0,3}$|[,，、/及和与]|分$|^.{0,6}$`);
const isTitle = (title: string) => title.length <= 30 && TITLE_END.test(title) && !/[？?。！!]$/.test(title);

const SHARED =
  /(?:完成|回答|解答|做)(?:后面|下面|下列|以下)?(?:的)?(?:各题|第)?\s{0,3}[(（]?([0-9０-９]{1,3})\s{0,3}(?:[-—–~～－－至到、,，和]{1,2})\s{0,3}第?([0-9０-９]{1,3})\s{0,3}[)）]?\s{0,3}(?:小题|题|两题|各题|问|[。.：:]|$)/;

/** （3～4题共用题干）, （7-8题共用备选答案） above a case or a row of options, as papers of medicine have them. */
const SHARED_HEAD =
  /^[（(【[]?\s{0,3}第?\s{0,3}([0-9０-９]{1,3})\s{0,3}题?\s{0,3}[-—–~～－至到、]{1,2}\s{0,3}第?\s{0,3}([0-9０-９]{1,3})\s{0,3}(?:小题|题)?\s{0,3}(?:共用|共同|共享)/;
const SHARED_OPTIONS = /(?:共用|共同|共享)(?:的)?(?:备选)?(?:答案|选项)/;

/** The options that several questions share, from the lines above them; null where these are a text. */
export function sharedOptions(lines: string[]): OptionMark[] | null {
  const at = lines.findIndex((line) => SHARED_OPTIONS.test(line.slice(0, 60)));
  if (at < 0) return null;
  const options = lines.slice(at + 1).flatMap((line, index, all) => optionsOf(line, all[index + 1] ?? '', false));
  return options.length > 1 && options.every(({ key }, index) => key === String.fromCharCode(65 + index))
    ? options
    : null;
}

/** The questions a line says that the text at it is for: 阅读下面材料，完成4—5题 … 据此回答6～8题; null for none. */
export function sharedBy(line: string): { from: number; to: number } | null {
  if (line.length > 400 || line.includes(VERBATIM)) return null;
  const match = SHARED.exec(line) ?? SHARED_HEAD.exec(line);
  const from = Number(narrow(match?.[1] ?? ''));
  const to = Number(narrow(match?.[2] ?? ''));
  return match && to > from && to - from < 30 ? { from, to } : null;
}

/** 据此完成下面小题。: for the questions below, however many. */
const SHARED_BELOW =
  /(?:完成|回答|解答)(?:下面|下列|以下|后面)(?:的)?(?:各?小题|各题)(?:[（(][^（()）]{0,20}[)）])?\s{0,3}[。.：:]?$/;

/** Whether a line says that the text at it is for several questions. */
export const isSharing = (line: string) =>
  sharedBy(line) !== null || (line.length < 400 && !line.includes(VERBATIM) && SHARED_BELOW.test(line.slice(-60)));

/** （单选题）, [多选], 【判断题，2分】 at a question itself. */
const OWN_KIND = new RegExp(
  `^[【\\[［（(]\\s{0,3}(${KIND_NAME})\\s{0,3}(?:[,，、:：]?\\s{0,3}(\\d{1,3}(?:\\.[05])?)\\s{0,2}分)?\\s{0,3}[】\\]］）)]\\s{0,4}[:：]?\\s{0,4}`,
);
/** 连线题：… */
const OWN_KIND_OPEN = new RegExp(`^(${KIND_NAME})(?:题|题目)?[:：]\\s{0,4}`);
/** 计算：, 翻译： … tell the student what to do: they are words of the question, where 计算题： only names its kind. */
const OWN_TASK =
  /^(?:计算|解答|证明|翻译|操作|改错|排序|连线|匹配|配对|默写|写作|朗读|实验|应用|综合|复述|判断|填空|选择)[:：]/;
const OWN_KIND_END = new RegExp(
  `\\s{0,4}[【\\[［（(]\\s{0,3}(?:多项|单项)?(${KIND_NAME})\\s{0,3}[】\\]］）)]\\s{0,4}[*＊]?$`,
);
const OWN_POINTS =
  /^[【[［（(]\s{0,3}(?:本(?:小|大)?题)?(?:满分|共)?\s{0,2}(\d{1,3}(?:\.5)?|[０-９]{1,3})\s{0,2}分\s{0,3}[】\]］）)]\s{0,4}/;
const OWN_POINTS_END =
  /\s{0,4}[【[［（(]\s{0,3}(?:(?:本(?:小|大)?题)?(?:每(?:小题|题))?(?:满分|共)?\s{0,2}(\d{1,3}(?:\.5)?|[０-９]{1,3})\s{0,2}分|分值\s?[:：]\s?(\d{1,3}(?:\.5)?)\s?分?)\s{0,3}[】\]］）)]\s{0,4}$/;
/** 正确的一项是（4分）（　　）: the points stand before the place for the answer. */
const OWN_POINTS_PLACED =
  /\s{0,4}[【[［（(]\s{0,3}(\d{1,3}(?:\.5)?)\s{0,2}分\s{0,3}[】\]］）)]\s{0,4}([（(]\s{0,20}[)）]\s{0,2}[。.]?)$/;
const OWN_LEVEL = /^[【[［（(]\s{0,3}(易|中|难|较易|中等|较难|简单|困难|初级|中级|高级)\s{0,3}[】\]］）)]\s{0,4}/;

export type OwnMarks = { rest: string; kindWord: string; points: number | null; levelWord: string };

/** Takes what a question says of itself off its beginning: kind, points and difficulty in brackets. */
export function takeOwnMarks(text: string): OwnMarks {
  const marks: OwnMarks = { rest: text, kindWord: '', points: null, levelWord: '' };
  for (let round = 0; round < 3; round += 1) {
    const kind = OWN_KIND.exec(marks.rest) ?? OWN_KIND_OPEN.exec(marks.rest);
    const points = kind ? null : OWN_POINTS.exec(marks.rest);
    const level = kind || points ? null : OWN_LEVEL.exec(marks.rest);
    const match = kind ?? points ?? level;
    if (!match) break;
    if (kind) marks.kindWord = kind[1] ?? '';
    if (OWN_TASK.test(marks.rest)) break;
    if (level) marks.levelWord = level[1] ?? '';
    const stated = points?.[1] ?? kind?.[2];
    if (stated !== undefined) marks.points = Number(narrow(stated));
    marks.rest = marks.rest.slice(match[0].length);
  }
  return marks;
}

/** The same off the end of the question's first paragraph. */
export function takeEndMarks(text: string): OwnMarks {
  const marks: OwnMarks = { rest: text, kindWord: '', points: null, levelWord: '' };
  for (let round = 0; round < 2; round += 1) {
    const tail = marks.rest.slice(-60);
    const kind = OWN_KIND_END.exec(tail);
    const placed = OWN_POINTS_PLACED.exec(tail);
    const points = OWN_POINTS_END.exec(tail) ?? placed;
    const match = kind ?? points;
    if (!match) break;
    if (kind) marks.kindWord = kind[1] ?? '';
    if (points) marks.points = Number(narrow(points[1] ?? points[2] ?? ''));
    marks.rest = marks.rest.slice(0, marks.rest.length - match[0].length) + (match === placed ? (placed[2] ?? '') : '');
    if (match === placed) break;
  }
  return marks;
}

export type OptionMark = { key: string; text: string };

const OPTION = /^[（([【［]?\s{0,3}([A-ZＡ-Ｚ])\s{0,3}(?:[.．、:：)）\]】］]|(?=\s{2}|\t))\s{0,8}/;

/** The options on a line that begins with one; [] when it does not. `next` is the following line. */
export function optionsOf(line: string, next: string, isOnePerLine: boolean): OptionMark[] {
  const first = OPTION.exec(line);
  if (!first) return [];
  const key = narrow(first[1] ?? '').toUpperCase();
  const text = line.slice(first[0].length);
  if (isOnePerLine || line.length > MAX_LINE) return [{ key, text: trimmed(text) }];
  const following = OPTION.exec(next)?.[1];
  return splitOptions(key, text, following === undefined ? '' : narrow(following));
}

/** `A 上海` and `B 北京` on lines of their own are options too, where A is followed by B: they get their dots. */
export function withOptionDots<T extends { text: string }>(lines: T[]): T[] {
  const isBare = (at: number, letter: string) =>
    new RegExp(`^${letter} \\S`).test((lines[at]?.text ?? '').normalize('NFKC').slice(0, 4));
  const dotted = [...lines];
  for (let at = 0; at < lines.length; at += 1) {
    if (!isBare(at, 'A') || !isBare(at + 1, 'B')) continue;
    for (
      let letter = 'A';
      letter <= 'J' && isBare(at, letter);
      letter = String.fromCharCode(letter.charCodeAt(0) + 1)
    ) {
      const line = lines[at] as T;
      dotted[at] = { ...line, text: `${letter}. ${line.text.slice(2)}` };
      at += 1;
    }
    at -= 1;
  }
  return dotted;
}

const SMALL = /^[（(]?([a-hａ-ｈ])\s{0,2}[.．、)）]\s{0,8}(?=\S)/;

const SMALL_ANSWER = /^[（(]?[a-hA-Hａ-ｈ][a-hA-Hａ-ｈ\s,，、]{0,20}[)）]?$/;

/** `a. 甲  b. 乙  c. 丙` on one line, each with its letter as a capital; null where they are not so. */
function capitalsBeside(text: string): string | null {
  if (text.length > 2000) return null;
  let made = text.replace(SMALL, 'A. ');
  let count = 1;
  for (; count < 8; count += 1) {
    const small = String.fromCharCode(97 + count);
    const wide = String.fromCharCode(0xff41 + count);
    const next = made.replace(
      new RegExp(`\\s[（(]?[${small}${wide}]\\s{0,2}[.．、)）]\\s{0,4}(?=\\S)`),
      `  ${small.toUpperCase()}. `,
    );
    if (next === made) break;
    made = next;
  }
  return count > 1 ? made : null;
}

/** a. b. c. on lines of their own right above an answer of letters are options; before A. B. they belong to the stem. */
export function withCapitals<T extends { text: string }>(lines: T[]): T[] {
  const letterAt = (at: number) => SMALL.exec(lines[at]?.text ?? '')?.[1]?.normalize('NFKC');
  const changed = [...lines];
  for (let at = 1; at < lines.length; at += 1) {
    if (letterAt(at) !== 'a') continue;
    let end = at;
    while (letterAt(end) === String.fromCharCode(97 + end - at)) end += 1;
    const count = end - at;
    while (end < lines.length && lines[end]?.text === '') end += 1;
    const answer = segmentsOf(lines[end]?.text ?? '')[0];
    if (answer?.label !== 'answer' || !SMALL_ANSWER.test(answer.text)) continue;
    const beside = count === 1 ? capitalsBeside(lines[at]?.text ?? '') : null;
    if (beside !== null) changed[at] = { ...(lines[at] as T), text: beside };
    if (count < 2) continue;
    for (let index = at; index < at + count; index += 1) {
      const line = lines[index] as T;
      changed[index] = { ...line, text: line.text.replace(SMALL, `${String.fromCharCode(65 + index - at)}. `) };
    }
  }
  return changed;
}

/** Where a first option may begin behind a stem: a letter of another word or number before it makes it none. */
const FIRST_OPTION = /(?:^|[^A-Za-z0-9Ａ-Ｚａ-ｚ０-９])(?:[（(【]\s?)?[AＡ]\s?[.．、:：)）】]/g;
const AFTER_STEM = /[\s)）?？。:：_，,；;]/;

/**
 * Where A to at least B stand behind a stem on its line, or A alone when `next`, the following line, goes on;
 * null when they do not. Right behind a word (正确的是A．甲) there must be a dot, and C as well.
 */
export function optionsBehind(text: string, next = ''): { stem: string; options: OptionMark[] } | null {
  if (text.length > MAX_LINE || text.includes(VERBATIM)) return null;
  const following = narrow(OPTION.exec(next)?.[1] ?? '');
  // “Who is A. Lincoln?” above options of its own has none.
  if (following === 'A') return null;
  let tries = 0;
  const beginning = new RegExp(FIRST_OPTION);
  for (let match = beginning.exec(text); match; match = beginning.exec(text)) {
    // （ A ）(A) 甲: the sign before the second belongs to the first.
    beginning.lastIndex = match.index + 1;
    // More beginnings than any stem has.
    if ((tries += 1) > 8) return null;
    const before = match.index === 0 && /^[AＡ（(【]/.test(match[0]) ? '' : match[0].charAt(0);
    const at = match.index + before.length;
    if (at === 0) continue;
    const options = optionsOf(text.slice(at), next, false);
    const last = options[options.length - 1]?.key ?? '';
    const isGoingOn = following !== '' && following === String.fromCharCode(last.charCodeAt(0) + 1);
    // The answer in its brackets right before the first option is none of them.
    if (/^[AＡ]/.test(OPTION.exec(options[0]?.text ?? '')?.[1] ?? '')) continue;
    const isApart = AFTER_STEM.test(before);
    const isTight = !isApart && (!/[.．]$/.test(match[0]) || (options.length < 3 && !isGoingOn));
    if (isTight || (options.length < 2 && !isGoingOn) || options.length === 0) continue;
    return { stem: text.slice(0, at).trim(), options };
  }
  return null;
}

/**
 * Cuts `北京  B. 上海  C. 广州` at the letters that follow in order. A letter that begins the next line is not
 * looked for on this one; behind a letter without a blank before it only . counts (维生素B、C is one text), and 、 where
 * the next letter follows as well (…部分C、其他 D、最后).
 */
function splitOptions(key: string, text: string, following: string): OptionMark[] {
  const limit = text.indexOf(VERBATIM);
  const options: OptionMark[] = [];
  let start = 0;
  let letter = key;
  for (;;) {
    const next = String.fromCharCode(letter.charCodeAt(0) + 1);
    const isOver = next > 'Z' || next === following;
    const at = isOver ? null : (findLetter(text, next, start) ?? findGlued(text, next, start, following));
    if (!at || (limit >= 0 && at.index > limit)) break;
    options.push({ key: letter, text: text.slice(start, at.index).trim() });
    start = at.end;
    letter = next;
  }
  options.push({ key: letter, text: trimmed(text.slice(start)) });
  return options;
}

/** A letter that an option's text holds as if it began another: 两项  C. 以上都对; '' for none. */
export function letterWithin(text: string, keys: string[]): string {
  const [first = '', ...rest] = text.split('\n');
  const below = rest.map((line) => OPTION.exec(line)?.[1] ?? '').find((key) => keys.includes(narrow(key)));
  if (below !== undefined) return narrow(below);
  const spaced = /\s[（(]?([A-JＡ-Ｊ])[.．、)）]\s?(?=\S)/g;
  for (const [, key = ''] of first.slice(0, 2000).matchAll(spaced)) if (keys.includes(narrow(key))) return narrow(key);
  return '';
}

/** Whether a line is a section's heading, or says for which questions something stands: never part of an option. */
export const isBetweenQuestions = (line: string) =>
  line.length < 80 &&
  (/^[一二三四五六七八九十]{1,3}\s?[、.．]\s?[^。？?！!；;]{1,20}题\s{0,3}(?:[（(][^（()）]{0,60}[)）])?$/.test(line) ||
    SHARED_HEAD.test(line));

/** A letter right behind a word with 、 after it, if the letter after it follows: on this line or at the next one. */
function findGlued(
  text: string,
  letter: string,
  from: number,
  following: string,
): { index: number; end: number } | null {
  const wide = String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
  const glued = new RegExp(`[^\\sA-Za-z0-9、,，和与及或][${letter}${wide}][、:：)）]\\s{0,4}`, 'g');
  glued.lastIndex = from;
  const match = glued.exec(text);
  if (!match) return null;
  const after = String.fromCharCode(letter.charCodeAt(0) + 1);
  const end = match.index + match[0].length;
  const goesOn = after === following || findLetter(text, after, end) || findGlued(text, after, end, following);
  return goesOn ? { index: match.index + 1, end } : null;
}

function findLetter(text: string, letter: string, from: number): { index: number; end: number } | null {
  const wide = String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
  const spaced = new RegExp(
    `[\\s;；](?:[（(【]\\s?)?[${letter}${wide}]\\s?[.．、:：)）】]\\s{0,4}|[（(【][${letter}${wide}][)）】]\\s{0,4}`,
    'g',
  );
  const tight = new RegExp(`[^\\sA-Za-z0-9][${letter}${wide}][.．]\\s{0,4}`, 'g');
  for (const pattern of [spaced, tight]) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (match) {
      // A is bigger than B.   B. B is bigger than A.: the sign before the second belongs to the text.
      const again = new RegExp(`^[${letter}${wide}]\\s?[.．、]\\s{0,4}(?=\\S)`).exec(
        text.slice(match.index + match[0].length),
      );
      if (again && /\s$/.test(match[0])) {
        const index = match.index + match[0].length;
        return { index, end: index + again[0].length };
      }
      const skipped = pattern === tight || /^[\s;；]/.test(match[0]) ? 1 : 0;
      return { index: match.index + skipped, end: match.index + match[0].length };
    }
  }
  return null;
}
