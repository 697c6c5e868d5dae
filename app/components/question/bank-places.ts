import type { Bank } from '~/domain/question-bank/question.schema';

type BankPlace = {
  title: string;
  purpose: string;
  /** Where the bank's pages are. */
  base: string;
  /** The page that shows a question, and what looking at it is called. */
  view: string;
  viewLabel: string;
};

/** The three banks as people know them. */
export const BANK_PLACES: Record<Bank, BankPlace> = {
  oral: {
    title: '口语题库',
    purpose: '朗读和口述题；每道题可以先像学生一样试做。',
    base: '/question_bank/oral_test',
    view: 'evaluation',
    viewLabel: '试做',
  },
  written: {
    title: '笔试题库',
    purpose: '学生拍照或打字作答、由老师按要点评分的题。',
    base: '/question_bank/pen_test',
    view: 'preview',
    viewLabel: '预览',
  },
  theory: {
    title: '理论题库',
    purpose: '单选、多选、判断、填空和简答题；前四种自动评分。',
    base: '/question_bank/theory',
    view: 'preview',
    viewLabel: '预览',
  },
};
