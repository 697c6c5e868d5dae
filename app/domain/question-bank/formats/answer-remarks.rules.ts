/**
 * What teachers write beside an answer that no student is meant to type: 2（答案不唯一）, 甲 2分, （王维《山居秋暝》）. Each
 * of these gives the bare answer, or null where the text is the answer as it stands.
 */

const HAN = '\\u3400-\\u9fff';

/** Behind an answer, in brackets: it says where the answer is from, or how it is marked. */
const IN_BRACKETS = /^(\S[^（()）]{0,200}?)\s{0,4}[（([【]([^（()）[\]【】]{1,60})[)）\]】][。.]?$/;
const REMARK = new RegExp(
  [
    '不唯一|不惟一|合理|符合题意|言之|自圆其说|即可|意思|意对|大意|酌情|得分|给分|扣分|不可|不能|^开放$|开放(?:性|题|答案)|答案.{0,4}开放|仅供参考|示例',
    '^(?:见|摘自|出自|选自|参考)|课本|教材|书本|课文|必修|选修|第[一二三四五六七八九十\\d]{1,4}[页课章节单元]|[Pp]\\.?\\s?\\d',
    '《[^《》]{1,40}》|写成|填|顺序',
  ].join('|'),
);
/** 乙醇（酒精）: the same thing once more; a unit, a name. */
const GLOSS = new RegExp(`^([${HAN}]{1,40})\\s?[（(](?:[${HAN}]{1,20}|[A-Za-z]{1,20})[)）]$`);
/** 甲，答案不唯一 */
const BEHIND =
  /^(\S.{0,200}?)[\s,，;；.。]{1,3}(?:本题)?(?:答案不[唯惟]一|言之[成有]理即可|合理即可|意思(?:对|相近|正确)即可)[^，,]{0,12}$/;
/** 答案不唯一，如2; 不唯一的解, 开放搞活 and 开放，包容 are answers. */
const BEFORE = new RegExp(
  `^(?:${[
    '(?:(?:本题|此题)?答案不[唯惟]一|开放性答案|开放(?:性试)?题)(?!的)',
    '不[唯惟]一(?=[，,。;；:：\\s]|(?:例?如|比如|譬如|示例))',
    '开放(?=[，,。;；:：\\s]{0,3}(?:例?如|比如|譬如|示例|参考答案|可填|可以是))',
  ].join(
    '|',
  )})[，,。;；:：\\s]{0,3}(?:合理即可|言之有理即可)?[，,。;；:：\\s]{0,3}(?:例?如|比如|譬如|示例|参考答案|可填|可以是)?\\s?[:：]?\\s?(\\S.{0,200})$`,
);
const EXAMPLE = /^(?:例如|比如|譬如|示例|如|例)\s?[:：]\s?(\S.{0,200})$/;
const FOR_INSTANCE = /^(?:例如|比如|譬如)(?=[^\s:：])(.{1,200})$/;
/** 答：甲, 解：x=1, ∴x=1 */
const SAID = /^(?:(?:答|解|解得|所以|故)\s?[:：]|∴)\s?(\S.{0,200})$/;
/** 如春天等, 春天等; 平等 and 甲等 are words. */
const SUCH_AS = /^如(\S.{0,100})等$/;
const AND_SO_ON = /^(\S.{0,100}[^\s平相高同不优中初对头均何全一二三四五六九特下上劣差次加减甲乙丙丁戊])等$/;
const ALSO = /^(\S.{0,100}?)(?:亦可|也给分|也得分|也算对)[。.]?$/;
/** 甲 2分, but 2 时 10 分 is a time. */
const POINTS = /^([^\d\s](?:[^\d]{0,200}[^\d\s])?)\s{1,6}\d{1,2}(?:\.[05]0?)?\s?分[。.]?$/;
const GIVEN = /^(\S.{0,200}?)\s{1,6}(?:学生|我的|你的|考生|作答)(?:的)?(?:答案|作答)\s?[:：]/;
const ABOUT = /^(?:大约|约|≈)\s?(\d[\d.,]{0,20}(?:\s?[^\d\s]{1,6})?)$/;
const FRAMED = new RegExp(`^[（(]([^（()）]{0,60}[${HAN}][^（()）]{0,60})[)）]$`);

const LEADS = [EXAMPLE, SUCH_AS, FOR_INSTANCE, SAID];

/** The answer that a student types where a text says more than that. */
export function withoutRemark(text: string): string | null {
  if (text.length > 300 || text.includes('\n')) return null;
  const [, before, inside = ''] = IN_BRACKETS.exec(text) ?? [];
  if (before !== undefined && REMARK.test(inside)) return bareOf(before);
  for (const pattern of [GLOSS, BEHIND, BEFORE, ...LEADS, POINTS, GIVEN, ABOUT, FRAMED, ALSO, AND_SO_ON]) {
    const bare = pattern.exec(text)?.[1];
    if (bare !== undefined) return bareOf(bare);
  }
  return /^\d{1,3}(?: \d{3}){1,4}$/.test(text) ? text.replace(/ /g, '') : null;
}

/** 甲。（《论语》）: the stop is not of the answer; 等 and 均可 behind an example neither. */
function bareOf(text: string): string | null {
  const own = text.replace(/\s?(?:均可|都可以?|即可)?[。.;；，,\s]{0,3}$/, '').trim();
  const bare = AND_SO_ON.exec(own)?.[1] ?? own;
  return bare === '' || /^[\p{P}\p{S}]+$/u.test(bare) ? null : bare;
}

/** What may be a remark, or several answers, where nothing of it was read. */
const LIKE_REMARK = new RegExp(
  `[（([【][^（()）]{0,60}[${HAN}][^（()）]{0,60}[)）\\]】]|〔[^〔〕]{1,60}〕|[A-Za-z]\\s[(（][A-Za-z]|[A-Za-z] or [A-Za-z]|[${HAN}]\\d{1,2}\\s?分$|^[A-H][.．、]\\s?[^\\sa-zA-H]|[，,]\\s?而?不[是能要得可]|\\*\\*|\\|\\||不[唯惟]一|即可|均可|都对|也对|也行|合理|答案|##|^[①-⑳⑴-⒇]\\s?[^①-⑳⑴-⒇\\s,，、;；和与及或→\\-—>＞<＜]`,
);
export const isLikeRemark = (text: string) => LIKE_REMARK.test(text.slice(0, 400));
