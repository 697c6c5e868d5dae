import type { Address } from './address';
import { toBank, toMyShared, toQuestionImport, toSharedBank } from './banks';
import { toModeration, toWorks } from './interaction';
import { toClasses, toStudents } from './members';
import { toOwnBank } from './own';
import { toColleagues } from './personal';
import { toPractice } from './practice';
import { toResources } from './resources';
import { toResults } from './results';
import { toScoring } from './scoring';
import { toExams, toStudentExams } from './sitting';
import { toCensus, toOwnCensus } from './statistics';
import { toThreads } from './works';
import type { RoutePath } from './route-table';

// Addresses that name nothing to show, and what is shown instead.

/** Where an address leads instead; a kind of user without a list gets none. */
export type Lists = { teacher?: Address; student?: Address };

/** The field an address needs to mean something, and where it leads without it. */
export type Needs = Lists & { field: string; /** Will do as well. */ or?: string };

const EXAMS = toExams();
const SCORING = toScoring();
const STUDENT_EXAMS = toStudentExams();
const OWN_BANK = toOwnBank();

const wizard: Needs = { field: 'id', teacher: EXAMS };
const ofExam: Needs = { field: 'examId', teacher: SCORING };
const ofPaper: Needs = { field: 'attemptId', teacher: SCORING };
const sitting: Needs = { field: 'id', student: STUDENT_EXAMS };
/** A question of the own bank, or the item of an exam that is practised again. */
const ownQuestion: Needs = { field: 'id', or: 'item', student: OWN_BANK };

/** Pages that show one thing which their address names. A page that begins something new without an id is none. */
export const INCOMPLETE: Partial<Record<RoutePath, Needs>> = {
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
  '/census/export': { field: 'examId', teacher: toCensus() },
  '/examination/scoreexamination/score': ofPaper,
  '/examination/scoreexamination/journal': ofPaper,
  '/examination/scoreexamination/late': { field: 'id', teacher: SCORING },
  '/examination/scoreexamination/photo': { field: 'photoId', teacher: SCORING },
  '/examination/evaluation/index': sitting,
  '/examination/evaluation/written': sitting,
  '/examination/evaluation/receipt': sitting,
  '/examination/record_page/index': { field: 'examId', student: toResults() },
  '/evaluation/run': { field: 'id', student: toPractice() },
  '/question_bank/oral_test/evaluation': { field: 'id', teacher: toBank('oral') },
  '/question_bank/pen_test/preview': { field: 'id', teacher: toBank('written') },
  '/question_bank/theory/preview': { field: 'id', teacher: toBank('theory') },
  '/question_bank/mine/evaluation/index': ownQuestion,
  '/question_bank/mine/pen/preview': ownQuestion,
  '/question_bank/mine/theory/preview': ownQuestion,
  '/question_bank/import/preview': { field: 'id', teacher: toQuestionImport() },
  '/question_bank/export/choose': { field: 'bank', teacher: toBank('theory') },
  '/question_bank/history': { field: 'id', teacher: toMyShared() },
  '/question_bank/share': { field: 'ids', or: 'dirId', teacher: toMyShared() },
  '/member/class/slips': { field: 'id', teacher: toClasses() },
  '/users/colleagues/handover': { field: 'id', teacher: toColleagues() },
  '/dynamic/works/publish': { field: '', student: toWorks({ tab: 'mine' }) },
  '/dynamic/works/comment': { field: 'workId', teacher: toWorks(), student: toWorks() },
  '/resource/edit': { field: 'id', teacher: toResources() },
  '/resource/preview': { field: 'id', teacher: toResources(), student: toResources() },
};

const both = (list: Address): Lists => ({ teacher: list, student: list });

/** What stands before a stroke in an address of the route table. */
type Beginning<Path = RoutePath> = Path extends `/${infer First}/${infer Rest}`
  ? `/${First}` | `/${First}${Beginning<`/${Rest}`>}`
  : never;

/** Addresses without their last word: the beginnings of other addresses, which are no page of their own. */
export const BEGINNINGS: Partial<Record<Beginning, Lists>> = {
  '/member': { teacher: toStudents() },
  '/member/student': { teacher: toStudents() },
  '/member/class': { teacher: toClasses() },
  '/question_bank': { teacher: toBank('oral'), student: OWN_BANK },
  '/question_bank/oral_test': { teacher: toBank('oral') },
  '/question_bank/pen_test': { teacher: toBank('written') },
  '/question_bank/theory': { teacher: toBank('theory') },
  '/question_bank/shared': both(toSharedBank()),
  '/question_bank/my_shared': { teacher: toMyShared() },
  '/question_bank/mine': { student: OWN_BANK },
  '/question_bank/mine/page': { student: OWN_BANK },
  '/question_bank/mine/pen': { student: OWN_BANK },
  '/question_bank/mine/theory': { student: OWN_BANK },
  '/question_bank/mine/evaluation': { student: OWN_BANK },
  '/examination': { teacher: EXAMS, student: STUDENT_EXAMS },
  '/examination/scoreexamination': { teacher: SCORING },
  '/examination/evaluation': { student: STUDENT_EXAMS },
  '/examination/record_page': { student: toResults() },
  '/examination/history': { student: toResults() },
  '/student': { student: STUDENT_EXAMS },
  '/student/examination': { student: STUDENT_EXAMS },
  '/evaluation': { student: toPractice() },
  '/dynamic': both(toWorks()),
  '/dynamic/works': both(toWorks()),
  '/dynamic/interact': both(toThreads()),
  '/dynamic/examine': { teacher: toModeration() },
  '/census': { teacher: toCensus(), student: toOwnCensus() },
  '/census/mine': { student: toOwnCensus() },
  '/resource': both(toResources()),
};
