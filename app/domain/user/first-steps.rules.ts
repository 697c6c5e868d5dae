import { toQuestionImport } from '~/lib/addresses/banks';
import { toStep } from '~/lib/addresses/exams';
import { toClass, toStudentImport } from '~/lib/addresses/members';
import { toScoring } from '~/lib/addresses/scoring';

/** 开始使用: the five steps of a new school, from its first class to its first published result. Pure. */

export const FIRST_STEPS = ['class', 'student', 'question', 'exam', 'release'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** '' : as long as a step is left; open: until it is closed, whatever is done; closed: until it is opened again. */
export const FIRST_STEPS_CHOICES = ['', 'open', 'closed'] as const;
export type FirstStepsChoice = (typeof FIRST_STEPS_CHOICES)[number];

/** How many of each the school has. */
export type FirstStepCounts = Record<FirstStep, number>;

type Words = { title: string; unit: string; link: string; href: string };

/** What each step is called, and where it is done. */
export const FIRST_STEP_WORDS: Record<FirstStep, Words> = {
  class: { title: '新增班级', unit: '个班级', link: '新增班级', href: toClass() },
  student: { title: '导入学生', unit: '名学生', link: '导入学生', href: toStudentImport() },
  question: { title: '准备题目', unit: '道题', link: '导入题目', href: toQuestionImport({ bank: 'theory' }) },
  exam: { title: '发布一场考试', unit: '场考试', link: '新增考试', href: toStep('firstadd') },
  release: {
    title: '评分并公布成绩',
    unit: '场已公布',
    link: '考试评分',
    href: toScoring(),
  },
};

/** The step to do next; null when all are done. */
export function nextStep(counts: FirstStepCounts): FirstStep | null {
  return FIRST_STEPS.find((step) => counts[step] === 0) ?? null;
}

/** Whether the home page leads through the steps. */
export function showsFirstSteps(choice: FirstStepsChoice, counts: FirstStepCounts): boolean {
  return choice === 'open' || (choice === '' && nextStep(counts) !== null);
}
