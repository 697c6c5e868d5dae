/**
 * Whether a text calls the options of its question by their letters. In another order such a text would lie, so a
 * needless yes (the options stay as they are) is better than a missed one. Pure; nothing looks behind, for old browsers.
 */

const LETTER = '[A-H]';
/** Nothing that makes the letter part of a word, a number or a formula. */
const PART = "A-Za-z0-9_^=<>+*/'%°→∩∪⊂⊆∈∉×÷·|-";
const BEFORE = `(?:^|[^${PART}])`;
const ENDS = `(?![${PART}])`;
const LIST = `${LETTER}{1,8}(?:\\s*(?:[、,和与及或&/~-]|and|or)\\s*${LETTER}{1,8})*`;
const OPEN = '["“‘「『\\[(【<《]?';
const CLOSE = '["”’」』\\])】>》]?';

/** 故选C, 答案为A, 排除B. */
const AFTER_A_CUE = new RegExp(
  `(?:选(?:项|择|择项|出|取|定)?|答案|正解|排除|应为)\\s*的?\\s*(?:应该?|只能|可)?\\s*[是为填选]?` +
    `\\s*[】\\]]?\\s*[:=]?\\s*${OPEN}\\s*${LIST}${ENDS}`,
);
const SMALL_AFTER_A_CUE = /(?:故选|应选|本题选|正确选项|正确答案|答案[是为选])[项:是为】\s]*[a-h](?![A-Za-z])/;
const AFTER_A_RING = /[①-⑳]\s*[A-HＡ-Ｈ](?![A-Za-z])/;
/** A项, C正确, B错误. */
const BEFORE_A_CUE = new RegExp(
  `${BEFORE}${LIST}\\s*${CLOSE}\\s*(?:[两三四]?(?:个?选)?项|(?:选项|说法)?(?:不?正确|错|有误|不对|不?符合|不选|[入当可]选|说法)|` +
    `[是为](?:正确|错|对的|干扰))`,
);
/** AB都, A对: where a letter is not the name of something else. */
const BEFORE_A_WEAK_CUE = new RegExp(
  `${BEFORE}${LIST}\\s*${CLOSE}\\s*(?:都|均|皆|全|对(?=$|[\\s,。.;、!?)]|${LETTER}))`,
);
/** A、B and A和C. */
const SEVERAL = new RegExp(`${BEFORE}${LETTER}(?:\\s*[、,和与及或&]|\\s(?:and|or)\\s)\\s*${LETTER}${ENDS}`);
const IN_ENGLISH = new RegExp(
  `\\b(?:[Oo]ptions?|[Cc]hoices?|[Aa]nswers?(?: is| are|:)?|[Cc]hoose|[Ss]elect)\\s+${OPEN}${LETTER}{1,8}${ENDS}|` +
    `${BEFORE}${LETTER} (?:is|are) (?:right|wrong|correct|incorrect|true|false)\\b`,
  'm',
);

/** 维生素C, 点A, 集合B: other things have letters too, told by the word before … */
const NAMES_BEFORE =
  '维生素|维他命|血型|字母|(?:^|[^观论缺优特要])点|角|边|棱|线段|直线|射线|弦|弧|圆|平面|曲面|三角形|四边形|梯形|矩形|菱形|集合|' +
  '子集|矩阵|行列式|事件|命题|函数|物体|小球|小车|滑块|物块|木块|物质|元素|溶液|气体|液体|固体|烧杯|容器|电阻|电容|开关|灯泡|' +
  '导线|[甲乙]地|城市|公司|企业|工厂|车间|基地|班级|小组|变量|单元格|方案|计划|产品|商品|同学|肝炎|病毒|[∠△⊙□]';
/** … or by the one after: A股, B超, C语言. */
const NAMES_AFTER =
  '[两三四]?(?:股|超|型|级|类(?!似|比)|等级|盘|站|轮|座|大调|小调|罩|市(?!场)|地(?!理|区|方|球)|国(?!家|际|内)|城|公司|企业|' +
  '厂|县|村|镇|班|组|队|车|区(?!别|分)|肝|肽|族|端|柱|栋|楼|馆|照(?!片|顾)|卷|角|边|球|灯|弦|弹|细胞|淋巴|语言|线(?!索|性)|' +
  '极|形(?!式|容|状|成)|轴|管|杯|瓶|点(?!明|出|评)|粒子|物体|同学|产品|商品|方案|计划|列|单元格|键|集团|学校|校区)';
const OTHER_NAMES = [
  /\$[^$]*\$/g,
  new RegExp(`(?:${NAMES_BEFORE})\\s*${OPEN}${LIST}${ENDS}`, 'g'),
  new RegExp(`${LIST}\\s*${NAMES_AFTER}`, 'g'),
  // P(A), 2 A, A dog, vitamin C.
  /[A-Za-z]\([A-H](?:,\s*[A-H])*\)/g,
  /\d\s*[A-H](?![A-Za-z])/g,
  /\bA(?! (?:is|are|and|or) ) [a-z]+/g,
  /\b(?:vitamin|plan|grade|type|class|group|hepatitis|section|part|point|room|gate|building|unit|team)s? [A-H]\b/gi,
];
const ALONE = new RegExp(`${BEFORE}${LETTER}{1,8}${ENDS}`);

/** Without what only dresses a letter: full width, marks of emphasis, a formula that is nothing but the letter. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[*~`]|__/g, '')
    .replace(/\$\s*(?:\\(?:mathrm|mathbf|text|rm|bf))?\s*\{?\s*([A-H]{1,8})\s*\}?\s*\$/g, '$1');

const withoutNames = (words: string) => OTHER_NAMES.reduce((rest, name) => rest.replace(name, ' '), words);

/** True for a text that calls options by their letter (A项, 故选C, AB都对, 选项B). */
export function namesLetters(text: string): boolean {
  const words = plain(text);
  if (AFTER_A_RING.test(text)) return true;
  if ([AFTER_A_CUE, SMALL_AFTER_A_CUE, BEFORE_A_CUE, IN_ENGLISH].some((cue) => cue.test(words))) return true;
  const rest = withoutNames(words);
  return [BEFORE_A_WEAK_CUE, SEVERAL].some((cue) => cue.test(rest));
}

/** The same of an analysis, where a letter by itself (A：太和殿) is an option unless it names something else. */
export function analysisNamesLetters(analysis: string): boolean {
  return namesLetters(analysis) || ALONE.test(withoutNames(plain(analysis)));
}
