/** How teachers write the key of one blank, and what a student writes into it. */

/** 答案不唯一，如2 and 1.甲 begin with what is none of the answer. */
const LEAD =
  /^[（(【[]\s?\d{1,2}(?:\.[05]0?)?\s?分\s?[)）】\]]\s?(?=\S)|^(?:答案不唯一(?!的)|不唯一(?=\s?[，,:：;；]|\s?例?如))\s?[，,:：;；]?\s?(?:例?如\s?[:：]?\s?)?(?=\S)|^(?:例?如|示例)\s?[:：]\s?(?=\S)|^1\s?[.．、]\s?(?=[\u3400-\u9fffA-Za-z])/;
/** __甲__ and 甲； */
const AROUND = /^_{1,10}(?=[^_])|_{1,10}$|[;；]$/g;
const POINTS_BEHIND =
  /\s{0,4}(?:…{1,12}|[.·]{3,24})?\s{0,4}[（(【[]\s?\d{1,2}(?:\.[05]0?)?\s?分\s?[)）】\]]$|\s{0,4}(?:…{1,12}|[.·]{3,24})\s{0,4}\d{1,2}(?:\.[05]0?)?\s?分$|\s{1,4}\d{1,2}\s?分$/;
/** **甲** and `a` of Markdown: the signs only change how it looks. */
const MARKED = /^(?:\*\*([^*]{1,200})\*\*|`([^`]{1,200})`)$/;
/** <b>甲</b> may be what a web page shows, or what is asked for in it. */
const TAGGED = /^<(b|i|u|em|strong|span|font|p|div)(?:\s[^<>]{0,100})?>([^<>]{1,200})<\/\1>$/i;

/** `before` and `after`: the texts of the stem around the blank. */
function formsOf(answer: string, before: string, after: string): string[] {
  // &lt; is the name of a sign.
  const bound = /^&[a-z]{2,4};$/i.test(answer) ? answer : answer.replace(POINTS_BEHIND, '').replace(AROUND, '');
  const own = bound.replace(LEAD, '').trim();
  const [bare = '', ...bracketless] = remarked(unmarked(unframed(own === '' ? answer : own)));
  const tagged = TAGGED.exec(bare)?.[2]?.trim() ?? '';
  if (tagged !== '') return [bare, tagged];
  const named = /^([A-Za-zα-ωΑ-Ω∠△°\u3400-\u9fff]{1,8}\s?[=＝])\s?(\S.*)$/.exec(bare);
  const isNamed = named !== null && endsAlike(before, named[1] ?? '');
  const value = isNamed ? (named[2] ?? bare) : bare;
  const forms = [bare, ...bracketless, unquoted(bare), value, withoutUnit(value, after), within(value, before, after)];
  return forms.flatMap((form) => withoutStop(form)).filter((form, index, all) => all.indexOf(form) === index);
}

const REMARKED = /^(.{1,200}?)\s{0,4}[（(]([^（()）]{0,60}[\u3400-\u9fff℃][^（()）]{0,60})[)）]$/;
/** 【340】(15℃) */
const FRAMED_AHEAD = /^【([^【】]{1,200})】\s{0,4}[（(][^（()）]{1,60}[)）]$/;
/** What a teacher tells another of an answer, and who wrote the line. */
const REMARK = /不唯一|合理|即可|均可|都可|也可|意思|言之|示例|略|给分|得分|酌情|《|错别字|必须|漏写/;

/** 3（答案不唯一） is 3, 【340】(15℃) is 340; 乙醇（酒精） may be written with its bracket or without. */
function remarked(answer: string): string[] {
  const framed = FRAMED_AHEAD.exec(answer)?.[1]?.trim() ?? '';
  if (framed !== '') return [framed];
  const [, own = '', inner = ''] = REMARKED.exec(answer) ?? [];
  if (own === '' || !/[\u3400-\u9fffA-Za-z\d]/.test(own)) return [answer];
  return REMARK.test(inner) ? [own] : [answer, own];
}

function unmarked(answer: string): string {
  const [, bold, code] = MARKED.exec(answer) ?? [];
  return (bold ?? code ?? answer).trim();
}

/** 【一】 is 一. */
const unframed = (answer: string) => /^【\s?([^【】]{1,200}?)\s?】$/.exec(answer)?.[1] ?? answer;
/** “一” may be written without its signs. */
const unquoted = (answer: string) => /^[“"]([^“”"]{1,200})[”"]$/.exec(answer)?.[1] ?? answer;

const folded = (text: string) => text.normalize('NFKC').replace(/\s/g, '');
const endsAlike = (text: string, end: string) => folded(text.slice(-40)).endsWith(folded(end));

/** 5 for 5m/s where the stem goes on with m/s. */
function withoutUnit(answer: string, after: string): string {
  const match = /^([-−+]?[\d.,/×^]{1,20})\s?(\D{1,8})$/.exec(answer);
  const [, number = '', unit = ''] = match ?? [];
  const behind = folded(after.slice(0, 20));
  const isSame = behind.startsWith(folded(unit)) || (unit === '°' && behind.startsWith('度'));
  return match && isSame ? number : answer;
}

/** 第5页 for 在第____页, ￥12.50 for ____元, 河南省 for ____省: what the stem says around the blank is said once. */
function within(answer: string, before: string, after: string): string {
  if (answer.length < 2 || answer.length > 60) return answer;
  const priced = /^[￥¥$]\s?(\d[\d.,]{0,12})元?$/.exec(answer)?.[1];
  if (priced !== undefined && /^\s{0,4}元/.test(after)) return priced;
  const left = REPEATED.exec(answer)?.[0] ?? '';
  const rest = left !== '' && endsAlike(before, left) ? answer.slice(left.length).trim() : answer;
  const right = (UNIT_BEHIND.exec(rest) ?? []).slice(1).find((each) => each !== undefined) ?? '';
  const own =
    right !== '' && folded(after.slice(0, 20)).startsWith(folded(right)) ? rest.slice(0, -right.length) : rest;
  return own.trim() === '' ? answer : own.trim();
}

const REPEATED = /^第(?=[\d一二三四五六七八九十])/;
/** The last sign of a name, 省, or the measure behind a number. */
const UNIT_BEHIND =
  /(?:[\d一二三四五六七八九十百千万亿]\s?([\u3400-\u9fff]{1,3})|[\u3400-\u9fff]{1,20}([省市县区州国湖海山河江洋岛族朝代年月日]))$/;

/** 鄱阳湖 for 鄱阳湖。; a sentence may be written with its stop or without. */
function withoutStop(answer: string): string[] {
  // Behind English words and numbers it may be a part of them: U.S. and 12.
  if (/^(?:\d{1,9}|[A-Za-z][A-Za-z '’-]{0,60})\.$/.test(answer)) return [answer, answer.slice(0, -1)];
  if (!/[^。.．]{1,}[。．]$/.test(answer) || answer.endsWith('……')) return [answer];
  const bare = answer.slice(0, -1);
  return /[，。；：！？,;:!?]/.test(bare) ? [answer, bare] : [bare];
}

/** Every answer as a student may write it into its blank; `changed`: the first of them that was written otherwise. */
export function formsInBlanks(stem: string, blanks: string[][]): { blanks: string[][]; changed: string } {
  const parts = stem.split(/_{2,}/);
  let changed = '';
  const made = blanks.map((each, at) =>
    each
      .flatMap((answer) => {
        const forms = formsOf(answer, parts[at] ?? '', parts[at + 1] ?? '');
        if (changed === '' && forms.join() !== answer) changed = answer;
        return forms;
      })
      .filter((form, index, all) => all.indexOf(form) === index),
  );
  return { blanks: made, changed };
}
