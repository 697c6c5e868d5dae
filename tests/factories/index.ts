export { PASSWORD, actorOf, makeClassroom, makeStudent, makeTeacher } from './people';
export { makeOralQuestion, makeTheoryQuestion, makeWrittenQuestion, type MadeQuestion } from './questions';
export { makeAttempt, makeExam, type MadeExam } from './exams';
export { makeFile } from './files';
export { makeShare } from './shares';
export { makeImport } from './imports';
export { makeTake } from './takes';
export { makeReleasedOral, makeWork } from './works';
export { makeThread } from './threads';
