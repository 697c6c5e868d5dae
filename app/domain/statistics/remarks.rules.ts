import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import type { ItemFigures, PaperFigures } from '~/domain/scoring/report/figures.rules';

/**
 * Sentences about items and papers where something is off. The bounds are the customary ones of item analysis
 * (Ebel: discrimination from 0.2, better 0.3; Nunnally: alpha from 0.7) and of Moodle's guide to the report (facility
 * above 95 extremely easy, below 5 extremely difficult).
 */
export const REMARK_BOUNDS = {
  /** With fewer papers the figures are called unreliable. */
  reliablePapers: 30,
  /** With fewer nothing is said of an item: one student more or less would turn it round. */
  leastPapers: 10,
  veryEasy: 95,
  veryHard: 10,
  lowDiscrimination: 20,
  lowAlpha: 0.7,
  /** From so many items on alpha is worth judging. */
  alphaItems: 5,
};

const CHOICES = ['单选', '多选'];

/** What to say of an item, the gravest first; nothing while fewer than `leastPapers` papers are scored. */
export function itemRemarks(item: Omit<ItemFigures, 'remarks'>): string[] {
  if (item.count < REMARK_BOUNDS.leastPapers) return [];
  const name = item.isDrawn ? `抽题「${item.title}」` : `第${item.number}题`;
  const facility = item.facility.value;
  const discrimination = item.discriminationIndex.value;
  const isExtreme = facility !== null && (facility >= REMARK_BOUNDS.veryEasy || facility <= REMARK_BOUNDS.veryHard);
  const remarks: string[] = [];
  if (discrimination !== null && discrimination < 0) {
    remarks.push(`${name}区分度为负，请检查答案。`);
  }
  if (facility !== null && facility >= REMARK_BOUNDS.veryEasy) {
    remarks.push(`${name}得分率 ${percentText(facility)}，几乎人人答对。`);
  }
  if (facility !== null && facility <= REMARK_BOUNDS.veryHard) {
    remarks.push(`${name}得分率 ${percentText(facility)}，几乎没有人得分，请检查题目和答案。`);
  }
  const lured = luresOf(item);
  if (item.kindLabel === '单选' && lured.length > 0) {
    remarks.push(`${name}选 ${lured.map((option) => option.key).join('、')} 的人比选正确答案的还多，请检查答案。`);
  }
  if (
    !isExtreme &&
    discrimination !== null &&
    discrimination >= 0 &&
    discrimination < REMARK_BOUNDS.lowDiscrimination
  ) {
    remarks.push(`${name}区分度低（${percentText(discrimination)}），难以分出水平高低。`);
  }
  const idle = item.options.filter((option) => !option.isKey && option.count === 0);
  if (CHOICES.includes(item.kindLabel) && idle.length > 0) {
    remarks.push(`${name}的干扰项 ${idle.map((option) => option.key).join('、')} 没有人选。`);
  }
  if (item.isDrawn && item.count < REMARK_BOUNDS.reliablePapers) {
    remarks.push(`只有 ${item.count} 份卷抽到「${item.title}」，它的指标仅供参考。`);
  }
  return remarks;
}

/** Whether what is said of an item asks for its key to be looked at: nobody is told of these only on a click. */
export function isKeyDoubted(item: Omit<ItemFigures, 'remarks'>): boolean {
  if (item.count < REMARK_BOUNDS.leastPapers) return false;
  const [facility, discrimination] = [item.facility.value, item.discriminationIndex.value];
  return (
    (discrimination !== null && discrimination < 0) ||
    (facility !== null && facility <= REMARK_BOUNDS.veryHard) ||
    (item.kindLabel === '单选' && luresOf(item).length > 0)
  );
}

/** Options that more have chosen than the right one. */
function luresOf(item: Pick<ItemFigures, 'options'>) {
  return item.options.filter((option) => !option.isKey && option.count > mostTakenKey(item));
}

function mostTakenKey(item: Pick<ItemFigures, 'options'>): number {
  return Math.max(0, ...item.options.filter((option) => option.isKey).map((option) => option.count));
}

/** What to say of the paper as a whole. */
export function paperRemarks(paper: Pick<PaperFigures, 'count' | 'alpha'> & { itemCount: number }): string[] {
  const { reliablePapers, leastPapers, lowAlpha, alphaItems } = REMARK_BOUNDS;
  const remarks: string[] = [];
  if (paper.count > 0 && paper.count < reliablePapers) {
    remarks.push(`只有 ${paper.count} 份已评分的答卷，少于 ${reliablePapers} 份，试题分析不够可靠，仅供参考。`);
  }
  const alpha = paper.alpha.value;
  if (alpha !== null && alpha < lowAlpha && paper.count >= leastPapers && paper.itemCount >= alphaItems) {
    remarks.push(`信度偏低（α ${roundTo2(alpha)}，低于 ${lowAlpha}），总分的误差较大。`);
  }
  return remarks;
}

const percentText = (value: number) => `${roundHalfUp(value)}%`;
const roundTo2 = (value: number) => (value < 0 ? `−${roundHalfUp(-value, 2)}` : String(roundHalfUp(value, 2)));
