/** The titles that keys have: 参考答案, 高一历史答案及评分标准, Suggested answers; and those that a single analysis may have as well. */

const WITH_MARKING = '[及与和](?:评分标准|试题解析|解析|详解|评分说明|评分参考|评分细则|提示)';

const LIST_TITLE = new RegExp(
  '^(?:第[一二三四五六]部分\\s{1,4})?[【[（(]?\\s{0,3}(?:附\\s?[:：]?\\s?)?(?:[^。：:]{0,30}试[题卷])?(?:参考|标准|正确)?答案' +
    `(?:${WITH_MARKING}|速查|速览|速对|速核|一览|揭晓|提示|全解全析|全解|详析|解析部分)?(?:汇总|表|部分)?` +
    '(?:[（(][^（()）]{1,12}[)）])?\\s{0,3}[】\\])）]?\\s{0,3}[:：]?$',
);

/** 高一历史参考答案, 数学小测答案, …答案及评分标准: with the name of the paper before it; 选择正确答案 is what a student is to do. */
const NAMED_TITLE = new RegExp(
  '^[^。：:，,；;？?！!、]{1,40}(?:(?:参考|标准)答案|(?:[卷题科级课版套测考业习拟期中末元学文史理物化生地语)）\\d]|考试|单元|政治|生物)\\s{0,3}答案)' +
    `(?:${WITH_MARKING})?\\s{0,3}[:：]?$`,
);

const INSTRUCTED = /[选填写找涂抄]|核对|下列|[是的为个]\s?(?:参考|标准|正确)?答案|^[（(]?[A-ZＡ-Ｚ]\s?[.．、)）]/;

/** Answers, Keys, Suggested answers, Answer key to Unit 1 */
const ENGLISH_TITLE =
  /^[【[（(]?\s?(?:the\s)?(?:(?:reference|suggested|sample|model|correct|possible|standard)\s)?(?:answers?(?:\s(?:keys?|sheet|section))?|keys?)(?:\s(?:to|for)\s(?:the\s)?(?:exercises?|questions?|reference|tests?|paper|unit|module|lesson)[^.?!:：]{0,20})?\s?[】\])）]?\s{0,3}[:：]?$/i;

/** Whether nothing but a key, or one answer, can have such a title. */
export const isPlainTitle = (line: string) =>
  line.length < 60 &&
  (LIST_TITLE.test(line) || ENGLISH_TITLE.test(line) || (NAMED_TITLE.test(line) && !INSTRUCTED.test(line)));

/** 答案解析, 试题解析, 评分参考, 参考解答 */
const LOOSE_TITLE =
  /^[【[（(]?\s{0,3}(?:(?:参考|试题|试卷|习题|题目|全卷|本卷|[^。：:，,；;？?！!、]{1,30}(?:试卷|试题))?(?:答案)?(?:解析|详解|全解|解答|评析|答题要点)|(?:参考|试题|试卷)?(?:评分|赋分)(?:参考|标准|细则|说明|意见|建议|要点))(?:部分)?(?:[及与和](?:评分标准|评分参考|评分细则|评分说明|解析|详解))?\s{0,3}[】\])）]?\s{0,3}[:：]?$/;

/** Whether a line is the title of a key where the answers of several questions stand below it, and of one question else. */
export const isLooseTitle = (line: string) => line.length < 60 && LOOSE_TITLE.test(line);
