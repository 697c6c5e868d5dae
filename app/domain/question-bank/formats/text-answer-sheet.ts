/** The sheet that a paper has for its answers, 答题卡: its places to write into are no part of any question. */

const SHEET =
  /^[【[（(]?(?:附\s?[:：]\s?)?[^。？?！!：:；;，,]{0,20}(?:答题[卡纸栏区]|答题表|答卷纸)(?:[（(][^（()）]{1,12}[)）])?[】\])）]?\s?[:：]?$/;
/** 请在答题卡上作答 is what a student is to do. */
const TOLD = /[请将把在填写涂到上]/;

export const isSheetTitle = (line: string) => line.length < 40 && SHEET.test(line) && !TOLD.test(line);
