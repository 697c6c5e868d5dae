import type { Bank } from '~/domain/question-bank/question.schema';

type BankPlace = {
  title: string;
  purpose: string;
  /** What looking at a question is called. */
  viewLabel: string;
};

/** The three banks as people know them. */
export const BANK_PLACES: Record<Bank, BankPlace> = {
  oral: {
    title: '口语题库',
    purpose: '朗读和口述题；每道题可以先像学生一样试做。',
    viewLabel: '试做',
  },
  written: {
    title: '笔试题库',
    purpose: '学生拍照或打字作答、由老师按要点评分的题。',
    viewLabel: '预览',
  },
  theory: {
    title: '理论题库',
    purpose: '单选、多选、判断、填空和简答题；前四种自动评分。',
    viewLabel: '预览',
  },
};
