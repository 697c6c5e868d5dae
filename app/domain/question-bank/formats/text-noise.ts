import { numberOf } from './text-numbers';
import { OPTION } from './text-options';

/** Lines that are printed on a paper and part of no question: pages, footers, boxes for points, what a seller adds. */

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

/** What ends a paper: （以下空白）, 微信公众号：… */
const PAPER_END =
  /^[（(【[*★☆\s]{0,4}(?:以下(?:空白|无正文)|(?:试[卷题]|全卷|本卷)(?:到此)?(?:完|结束|完毕)|(?:扫码)?(?:关注)?(?:微信)?公众号\s?[:：].{1,30})\s?[。.！!）)】\]*★☆\s]{0,6}$/;

/** What the sites that sell questions print around each: how often it was used, whose it is, and their name. */
const SELLER = new RegExp(
  [
    '^\\d{4}[-/年.]\\d{1,2}[-/月.]\\d{1,2}日?(?:更新)?\\s{0,4}[|｜]\\s{0,4}\\d{1,7}\\s?次组卷(?:\\s{0,4}[|｜].{0,120})?$',
    '^您最近.{1,6}使用\\s?[:：]\\s?\\d{1,6}\\s?次$',
    '^声明\\s?[:：]\\s?(?:本)?试题解析著作权属.{1,180}$',
    '^(?:百度文库|豆丁网|道客巴巴|原创力文档)\\s{0,3}[-—–_|｜:：]\\s{0,3}[^。？?！!]{0,40}$',
  ].join('|'),
);

/** What a page has to click on below its questions: 收藏 纠错 分享 */
const CLICKED = '(?:收藏|纠错|分享|举报|点赞|评论|反馈|笔记|讨论)';
const CLICKABLE = new RegExp(`^${CLICKED}(?:\\s{1,4}[|｜]?\\s{0,4}${CLICKED}){1,6}$`);

/** Whether a line is printed on the paper by who sells, binds or ends it: 学科网（北京）股份有限公司, 装订线, 以下空白 */
export const isWatermark = (line: string) =>
  line.length < 200 && (WATERMARK.test(line) || PAPER_END.test(line) || SELLER.test(line) || CLICKABLE.test(line));

/** Whether a line but says who made the paper: 出题人：王老师  审核人：李老师 */
export const isFooter = (line: string) => line.length < 80 && FOOTER.test(line);
