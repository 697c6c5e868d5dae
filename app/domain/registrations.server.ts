import { attemptAudit } from './attempt/attempt-audit.server';
import { sittingFileRight } from './attempt/sitting-file-right.server';
import { registerAuditAreas } from './audit/audit-areas.server';
import { classroomAudit } from './classroom/classroom-audit.server';
import { closedQuestionIds, listQuestionsInUse } from './exam/closed-questions.queries.server';
import { examAudit } from './exam/exam-audit.server';
import { askedQuestionFileRight, examFileRight } from './exam/exam-file-right.server';
import { fileAudit } from './file/file-audit.server';
import { EVERYBODY, registerFileRights } from './file/file-rights.server';
import { interactionAudit } from './interaction/interaction-audit.server';
import { askedPracticeFileRight, postFileRight } from './interaction/interaction-file-rights.server';
import { practiceFileRight } from './practice/practice-file-right.server';
import { registerClosedQuestions } from './question-bank/closed-questions.server';
import { questionAudit } from './question-bank/question-audit.server';
import { questionFileRight } from './question-bank/question-file-right.server';
import { resourceAudit } from './resource/resource-audit.server';
import { resourceFileRight } from './resource/resource-file-right.server';
import { scanFileRight } from './scan/scan-file-right.server';
import { paperFileRight } from '~/domain/scoring/paper/paper-file-right.server';
import { registerRemarkWatches } from './scoring/correction/remark-watch.server';
import { userAudit } from './user/user-audit.server';
import { watchWorks } from './work/fallen.commands.server';
import { workAudit } from './work/work-audit.server';
import { commentFileRight, workFileRight } from './work/work-file-rights.server';

/**
 * What the lower areas ask of the higher ones (docs/decisions/0049): who may read a file, what an audit entry was done
 * to, which questions are closed, what a correction takes from its place. The one file of the domain that knows all areas; called before anything is asked.
 */
export function registerAreas(): void {
  registerFileRights({
    avatar: [EVERYBODY],
    school: [EVERYBODY],
    question: [questionFileRight, askedQuestionFileRight],
    exam: [examFileRight, sittingFileRight],
    attempt: [paperFileRight],
    scan: [scanFileRight],
    practice: [practiceFileRight, askedPracticeFileRight],
    work: [workFileRight],
    comment: [commentFileRight],
    post: [postFileRight],
    resource: [resourceFileRight],
  });
  registerAuditAreas([
    ...[classroomAudit, userAudit, fileAudit, questionAudit, examAudit, attemptAudit],
    ...[workAudit, interactionAudit, resourceAudit],
  ]);
  registerClosedQuestions({ closedTo: closedQuestionIds, inExams: listQuestionsInUse });
  registerRemarkWatches([watchWorks]);
}
