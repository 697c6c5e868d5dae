import { formatMinute } from '~/lib/time';
import type { ExamStatus } from './states.rules';

/** 匿名评阅: whoever marks a paper does not know whose it is, until the results are released. Pure. */

/**
 * marking: papers while they are scored (the list of papers, a paper, one item across papers, comments); results: lists
 * of who has reached what (ranking, class lists, statistics, exports), which lead to no paper.
 */
export type NamedView = 'marking' | 'results';

/**
 * Whether the reader is shown names, numbers, classes, receipts and file names. In a blind exam that is not released
 * only the owner is, and only in results: while marking the owner is as blind as everybody. After the release what is
 * still marked (`isOut` false: papers of a re-sit) is marked as blindly as the first ones were.
 */
export function seesNames(
  exam: { status: ExamStatus; settings: { isBlind: boolean } },
  reader: { isOwner: boolean; view: NamedView; isOut?: boolean },
): boolean {
  if (!exam.settings.isBlind) return true;
  if (exam.status === 'released' && reader.isOut !== false) return true;
  return reader.isOwner && reader.view === 'results';
}

/**
 * Whether its owner acts on single papers by their codes. One rule for all that an owner does: what is done by name (分卷
 * by class, 答题纸, 补时) changes nothing that stands by code once a paper is marked, and what is done to a paper (改派,
 * 仲裁, 裁定) is done by its code, and answers by the code. Papers whose results are out have their names.
 */
export function actsByCode(exam: { settings: { isBlind: boolean } }): boolean {
  return exam.settings.isBlind;
}

/** Why an owner rules no more once marks stand by name before them, and marks no more what they have read by name. */
export const READ_BY_NAME =
  '匿名评阅：答卷都有了得分或公布过，您已经可以按姓名看到分数，不能再评分、裁定。要改，请别的阅卷老师改自己的评分，或先在“评分设置”里关掉匿名评阅（进操作记录）；分不出结果时仍由您裁定。';

/** No digit or letter that is taken for another one. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE_LENGTH = 6;
const MASK = 2 ** 30 - 1;

/**
 * What a paper is called while its student's name is hidden: the same in every view and for every reader. Different
 * attempts have different codes, and neighbouring ones nothing in common, so that an order by code says nothing of
 * the class list or of who began first.
 */
export function blindCode(attemptId: number): string {
  // Every step turns 30 bits into 30 bits without losing any: no two attempts meet in one code.
  let bits = attemptId & MASK;
  for (const factor of [0x2c1b3c6d, 0x297a2d39, 0x1d8af065]) {
    bits ^= bits >>> 15;
    bits = Math.imul(bits, factor) & MASK;
  }
  bits ^= bits >>> 15;
  let code = '';
  for (let index = 0; index < CODE_LENGTH; index += 1) {
    code += ALPHABET[bits & 31] ?? '';
    bits >>>= 5;
  }
  return code;
}

/** The code as it stands where a name would: `答卷 7K2M9Q`. */
export function blindName(attemptId: number): string {
  return `答卷 ${blindCode(attemptId)}`;
}

/** The order of papers where names are hidden. */
export function byBlindCode(a: { attemptId: number }, b: { attemptId: number }): number {
  return blindCode(a.attemptId) < blindCode(b.attemptId) ? -1 : 1;
}

/** Why papers are not listed yet, and when they are. */
export function sealedText(until: number): string {
  return `匿名评阅：还有人在作答，或还可以来考，先交的答卷现在打开，就知道是谁的了。${formatMinute(until)} 全部考完以后一起列出来评。`;
}
