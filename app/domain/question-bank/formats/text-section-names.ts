/** Names of sections and of texts, by which what stands below them is known. */

/** Names of sections that say nothing of the kind of their questions. */
export const SECTION_NAME =
  /^\S{1,4}\s{0,3}(?:阅读(?:理解|表达)?|任务型阅读|补全对话|情景交际|词汇(?:运用)?|听力(?:理解)?|基础知识|积累与?运用|(?:现代文|文言文|古诗文|古诗词|古代诗歌|诗歌|诗词|名著|课内|课外|非连续性文本|文学类文本|实用类文本|论述类文本|信息类文本)(?:阅读|鉴赏|赏析|导读)(?:[与和及]?(?:理解|鉴赏|赏析|训练))?|(?:名句|名篇)(?:名句)?默写|语言文字运用|语言运用|综合性学习|完形填空)(?:$|[（(：:])/;

/** 【资料1】, 案例二： */
export const CASE_NAMED =
  /^(?:[【[［]\s?(?:背景)?(?:资料|材料|案例|案情|情境|情景)\s?[一二三四五六七八九十\d]{0,2}\s?[】\]］]|(?:背景)?(?:资料|案例|案情)\s?[一二三四五六七八九十\d]{1,2}\s?[:：])/;

export const OF_CASES = /案例|材料|资料|案情/;
export const OF_READING = /阅读|鉴赏|赏析/;
export const COUNTED_CASE = /^[（(][一二三四五六七八九十]{1,3}[)）][^\n]{12,}[。.；;：:！!”"）)]$/;
