/** 答： and 解： with nothing behind them: room for a student to write, as papers print it below what is asked. */

const ROOM_SIGN = /^[（(【[［〔]?\s?(?:[答解]|解答|(?:参考|正确|标准)?答案)\s?[】\]］〕)）]?\s?[:：]?$/;

/** (1) or a drawn line alone: where the answer of a part is to be written. */
const PLACES = /^(?:[（(]\s?[0-9０-９]{1,2}\s?[)）]|[_＿])[\s_＿]{0,400}$/;

/** Whether a line is but room to write: ______, (2) */
export const isPlaceToWrite = (text: string) => text.length < 420 && PLACES.test(text);

/** Whether a label of an answer may be but room to write into. */
export const isRoomSign = (sign: string, text: string) =>
  sign.length < 12 && ROOM_SIGN.test(sign.trim()) && (text === '' || isPlaceToWrite(text));

/** 答： and 解：, which are no title of a key. */
export const isBareSign = (sign: string) => /^[答解]\s?[:：]$/.test(sign.trim());

const PART = /^[（(]\s?([0-9０-９]{1,2})\s?[)）]|^([①-⑳])/;

/** 2 for （2） and ②, which count the parts of a question; null for any other line. */
export function partPlace(text: string): number | null {
  const [, digits, circle] = PART.exec(text) ?? [];
  if (circle !== undefined) return circle.charCodeAt(0) - 0x2460 + 1;
  return digits === undefined ? null : Number(digits.normalize('NFKC'));
}
