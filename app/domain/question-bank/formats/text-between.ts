import { numberOf } from './text-numbers';

/** Lines between two questions that are of neither: the name of a part of a book of exercises, the caption of a picture. */

const DIGITS = '[一二三四五六七八九十百\\d]{1,4}';
const PART =
  '(?:能力提升|基础(?:巩固|训练|过关|达标|练习|知识)|拓展(?:提高|提升|延伸|训练|探究|应用)?|(?:课堂|课后|课前|巩固|达标|同步|综合|强化|随堂|易错|专项|能力|素养|单元|当堂)(?:作业|练习|训练|检测|测试|提升|提高|运用|应用|拓展|达标|过关|巩固)|培优(?:训练|提高)?|真题(?:演练|再现)|(?:链接|走进)[中高]考|选做题?|附加题?|[A-CＡ-Ｃ]\\s?[组卷级层])';
const TITLE = new RegExp(
  [
    `^[【[［★●◆■▲※☆◇\\s]{0,3}${PART}[】\\]］]?\\s{0,3}(?:[（(][^（()）]{0,40}[)）])?[:：]?$`,
    `^第\\s?${DIGITS}\\s?(?:课时?|单元|章|节|讲)(?:[\\s:：]{0,4}[^。？?！!；;，,]{0,30})?$`,
    `^(?:专题|模块|课题|考点|知识点)\\s?${DIGITS}(?:[\\s:：]{1,4}[^。？?！!；;，,]{0,30})?$`,
  ].join('|'),
);

/** 请在下面两题中任选一题作答。, ★拓展题, 2020年高考真题, 阅读下面的文言文。 right above the next number. */
const NOTICE =
  /^[（(【[★☆◆※]?\s?请?(?:同学们)?[在从]?[^。？?；;，,]{0,16}(?:任选|任意选|选做|选答|自选|任做)[^？?；;]{0,24}[。.)）】\]]?$|^[★☆◆■▲※●]{1,3}\s?[^。？?！!；;，,：:]{2,16}$|^[（(【[]?(?:19|20)\d{2}\s?年?[^。？?！!；;，,]{0,16}(?:真题|[高中]考|模拟[题卷]?|期[中末]|试[卷题])[)）】\]]?$|^请?(?:阅读|欣赏|默读|细读)(?:下面|下列|以下|下边)?[^。？?；;，,]{0,16}(?:文|材料|短文|文章|段|诗歌?|词|曲|选段)[。：:]?$/;

/** Whether a line names a part of a book of exercises, or says how its questions are to be done. */
export const isPartTitle = (text: string) => text.length < 60 && (TITLE.test(text) || NOTICE.test(text));

/** 24. 从下面两题中任选一题，按要求作文。 above （1）, behind question 23: that question itself, and no notice above others. */
function isCountedTask(text: string, last: number, following: string): boolean {
  const own = numberOf(text);
  return own?.style === 'plain' && own.number === last + 1 && numberOf(following)?.style === 'paren';
}

const SUBTITLE =
  /^[（(]?[A-DＡ-Ｄ]\s?[)）.．、]\s?(?:根据|用|选择|从|按|将|把|完成|翻译)[^。？?]{2,40}(?:填空|单词|短语|句子|翻译|形式)(?:[（(][^（()）]{0,20}[)）])?[。.]?$/;

/** B) 用所给词的适当形式填空 between questions without options: what those below it ask for. */
const isSubtitle = (text: string) => text.length < 80 && SUBTITLE.test(text);

/** Whether a line behind question `last` is a title of what follows: of a part, or of a few questions without options. */
export const isTitleBetween = (text: string, hasOptions: boolean, last: number, following: string) =>
  (isPartTitle(text) && !isCountedTask(text, last, following)) || (!hasOptions && isSubtitle(text));

const CAPTION =
  /^(?:[（(]?\s?第\s?\d{1,3}\s?题\s?(?:[图表]|的?[附示]图)\s?[)）]?\s{0,20}|[（(]\s?第\s?\d{1,3}\s?题\s?[)）]\s{0,20}|[（(]?\s?[图表]\s?\d{1,2}(?:[-—.]\d{1,2})?\s?[)）]?(?:\s{1,20}|$)){1,6}$/;

/** Whether a line is but the caption of a picture: 第1题图, （第1题）, 图2 */
export const isCaption = (text: string) => text.length < 80 && CAPTION.test(text);

const HINT =
  /^[【[（(]?\s?(?:温馨|特别|友情|答题|解题|小)?(?:提示|注意|说明|备注|注|提醒)\s?(?:[】\])）]\s?[:：]?|[:：])/;

/** 提示：… below the options: a student is to see it, and it is of none of them. */
export const isHint = (text: string) => HINT.test(text.slice(0, 20));

/** Whether a line may be a title that nobody knows: a few words without any sign of a sentence. */
export const isLikeTitle = (text: string) => /^[\u3400-\u9fff]{2,10}$/.test(text);

/** 直接写出得数 above 24÷3=  300+500= */
export const isOfSums = (heading: string, below: string) =>
  heading.length < 60 && /得数|口算|[竖脱]式|递等式|巧算|算一算/.test(heading) && /[=＝]/.test(below.slice(0, 400));

/** （一） and a text: two clauses, and nothing that is to be done. */
export const isSentence = (text: string) =>
  /[，。；！？,](?=.)/.test(text.slice(0, 2000)) &&
  !/^[（(].{1,3}[)）]\s{0,4}(?:请|根据|按|选择|判断|给|把|将|用|从|照|仿|完成|回答|翻译|默写)/.test(text);
