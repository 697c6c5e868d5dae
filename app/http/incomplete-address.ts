import { isTeacher } from '~/domain/user/user.rules';

/** The field an address needs to mean something, and where it leads without it; a kind of user without a list gets none. */
type Needs = { field: string; /** Will do as well. */ or?: string; teacher?: string; student?: string };

const EXAMS = '/examination/index';
const SCORING = '/examination/scoreexamination/index';
const STUDENT_EXAMS = '/student/examination/index';
const OWN_BANK = '/question_bank/mine/index';

const wizard: Needs = { field: 'id', teacher: EXAMS };
const ofExam: Needs = { field: 'examId', teacher: SCORING };
const ofPaper: Needs = { field: 'attemptId', teacher: SCORING };
const sitting: Needs = { field: 'id', student: STUDENT_EXAMS };
/** A question of the own bank, or the item of an exam that is practised again. */
const ownQuestion: Needs = { field: 'id', or: 'item', student: OWN_BANK };

/** Pages that show one thing which their address names. A page that begins something new without an id is none. */
const PAGES: Record<string, Needs> = {
  '/examination/secondadd': wizard,
  '/examination/threeadd': wizard,
  '/examination/preview/paper': wizard,
  '/examination/print': wizard,
  '/examination/scan': wizard,
  '/examination/preview': { field: 'id', teacher: EXAMS, student: STUDENT_EXAMS },
  '/examination/board': { field: 'examId', teacher: EXAMS },
  '/examination/resit': { field: 'examId', teacher: EXAMS },
  '/examination/scoreexamination/scorelist': ofExam,
  '/examination/scoreexamination/classscorelist': ofExam,
  '/examination/scoreexamination/share': ofExam,
  '/examination/scoreexamination/consistency': ofExam,
  '/examination/scoreexamination/remark': ofExam,
  '/examination/scoreexamination/item': ofExam,
  '/examination/scoreexamination/page_setting': ofExam,
  '/examination/scoreexamination/export': ofExam,
  '/examination/scoreexamination/consistency/export': ofExam,
  '/census/export': { field: 'examId', teacher: '/census/index' },
  '/examination/scoreexamination/score': ofPaper,
  '/examination/scoreexamination/journal': ofPaper,
  '/examination/scoreexamination/late': { field: 'id', teacher: SCORING },
  '/examination/scoreexamination/photo': { field: 'photoId', teacher: SCORING },
  '/examination/evaluation/index': sitting,
  '/examination/evaluation/written': sitting,
  '/examination/evaluation/receipt': sitting,
  '/examination/record_page/index': { field: 'examId', student: '/examination/history/index' },
  '/evaluation/run': { field: 'id', student: '/evaluation/index' },
  '/question_bank/oral_test/evaluation': { field: 'id', teacher: '/question_bank/oral_test/index' },
  '/question_bank/pen_test/preview': { field: 'id', teacher: '/question_bank/pen_test/index' },
  '/question_bank/theory/preview': { field: 'id', teacher: '/question_bank/theory/index' },
  '/question_bank/mine/evaluation/index': ownQuestion,
  '/question_bank/mine/pen/preview': ownQuestion,
  '/question_bank/mine/theory/preview': ownQuestion,
  '/question_bank/import/preview': { field: 'id', teacher: '/question_bank/import' },
  '/question_bank/export/choose': { field: 'bank', teacher: '/question_bank/theory/index' },
  '/question_bank/history': { field: 'id', teacher: '/question_bank/my_shared/index' },
  '/question_bank/share': { field: 'ids', teacher: '/question_bank/my_shared/index' },
  '/member/class/slips': { field: 'id', teacher: '/member/class/index' },
  '/users/colleagues/handover': { field: 'id', teacher: '/users/colleagues' },
  '/dynamic/works/publish': { field: '', student: '/dynamic/works/index?tab=mine' },
  '/dynamic/works/comment': { field: 'workId', teacher: '/dynamic/works/index', student: '/dynamic/works/index' },
  '/resource/edit': { field: 'id', teacher: '/resource/index' },
  '/resource/preview': { field: 'id', teacher: '/resource/index', student: '/resource/index' },
};

const both = (list: string): Omit<Needs, 'field' | 'or'> => ({ teacher: list, student: list });

/** Addresses without their last word: the beginnings of other addresses, which are no page of their own. */
const BEGINNINGS: Record<string, Omit<Needs, 'field' | 'or'>> = {
  '/member': { teacher: '/member/student/index' },
  '/member/student': { teacher: '/member/student/index' },
  '/member/class': { teacher: '/member/class/index' },
  '/question_bank': { teacher: '/question_bank/oral_test/index', student: OWN_BANK },
  '/question_bank/oral_test': { teacher: '/question_bank/oral_test/index' },
  '/question_bank/pen_test': { teacher: '/question_bank/pen_test/index' },
  '/question_bank/theory': { teacher: '/question_bank/theory/index' },
  '/question_bank/shared': both('/question_bank/shared/index'),
  '/question_bank/my_shared': { teacher: '/question_bank/my_shared/index' },
  '/question_bank/mine': { student: OWN_BANK },
  '/question_bank/mine/page': { student: OWN_BANK },
  '/question_bank/mine/pen': { student: OWN_BANK },
  '/question_bank/mine/theory': { student: OWN_BANK },
  '/question_bank/mine/evaluation': { student: OWN_BANK },
  '/examination': { teacher: EXAMS, student: STUDENT_EXAMS },
  '/examination/scoreexamination': { teacher: SCORING },
  '/examination/evaluation': { student: STUDENT_EXAMS },
  '/examination/record_page': { student: '/examination/history/index' },
  '/examination/history': { student: '/examination/history/index' },
  '/student': { student: STUDENT_EXAMS },
  '/student/examination': { student: STUDENT_EXAMS },
  '/evaluation': { student: '/evaluation/index' },
  '/dynamic': both('/dynamic/works/index'),
  '/dynamic/works': both('/dynamic/works/index'),
  '/dynamic/interact': both('/dynamic/interact/index'),
  '/dynamic/examine': { teacher: '/dynamic/examine/index' },
  '/census': { teacher: '/census/index', student: '/census/mine/index' },
  '/census/mine': { student: '/census/mine/index' },
  '/resource': both('/resource/index'),
};

function wordsOf(url: URL): string {
  let end = url.pathname.endsWith('.data') ? url.pathname.length - 5 : url.pathname.length;
  while (end > 1 && url.pathname[end - 1] === '/') end -= 1;
  return url.pathname.slice(0, end);
}

/** The list that an address leads to which names none of what its page shows; null: it names one, or is no such page. */
export function listInstead(url: URL, user: { userType: number }): string | null {
  const needs = PAGES[wordsOf(url)];
  if (!needs) return null;
  const named =
    needs.field === ''
      ? [...url.searchParams.keys()].some((name) => name !== '_routes')
      : [needs.field, needs.or ?? needs.field]
          .flatMap((field) => url.searchParams.getAll(field))
          .some((value) => value.trim() !== '');
  return named ? null : listOf(needs, user);
}

/** Whether the address is only the beginning of others. */
export function isBeginning(url: URL): boolean {
  return wordsOf(url) in BEGINNINGS;
}

/** The list that an address without its last word leads to; null: it is none, or one of the other kind of user. */
export function listOfBeginning(url: URL, user: { userType: number }): string | null {
  const beginning = BEGINNINGS[wordsOf(url)];
  return beginning ? listOf(beginning, user) : null;
}

function listOf(lists: Omit<Needs, 'field' | 'or'>, user: { userType: number }): string | null {
  return (isTeacher(user) ? lists.teacher : lists.student) ?? null;
}
