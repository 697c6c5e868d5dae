import type { Migration } from 'kysely';
import * as first from './migrations/0001-main-job';
import * as second from './migrations/0002-question-banks';
import * as third from './migrations/0003-scoring-room';
import * as fourth from './migrations/0004-school-life';
import * as fifth from './migrations/0005-exam-room';
import * as refusedFiles from './migrations/0006-refused-files';
import * as shortRecordings from './migrations/0007-short-recordings';
import * as oneTruth from './migrations/0008-one-truth';
import * as namesAndLooks from './migrations/0009-names-and-looks';
import * as formulas from './migrations/0010-formulas';
import * as waitingLinks from './migrations/0011-waiting-links';
import * as auditWords from './migrations/0012-audit-words';
import * as classThen from './migrations/0013-class-then';
import * as importReadings from './migrations/0015-import-readings';
import * as examPicks from './migrations/0016-exam-picks';
import * as openPages from './migrations/0017-open-pages';
import * as examMemberships from './migrations/0018-exam-memberships';
import * as examSections from './migrations/0020-exam-sections';
import * as firstSteps from './migrations/0021-first-steps';
import * as scannedSheets from './migrations/0022-scanned-sheets';
import * as sharingWithColleagues from './migrations/0023-sharing-with-colleagues';
import * as releasedTotals from './migrations/0024-released-totals';
import * as toldResults from './migrations/0025-told-results';
import * as shownFormulas from './migrations/0026-shown-formulas';
import * as sharedDirectories from './migrations/0027-shared-directories';
import * as provenForms from './migrations/0028-proven-forms';
import * as importHashes from './migrations/0029-import-hashes';
import * as fixedExaminers from './migrations/0030-fixed-examiners';
import * as scanDigests from './migrations/0031-scan-digests';
import * as loudness from './migrations/0032-loudness';
import * as unorderedIds from './migrations/0033-unordered-ids';
import * as changedAnnouncements from './migrations/0034-changed-announcements';
import * as sheetLines from './migrations/0035-sheet-lines';
import * as saidRequests from './migrations/0036-said-requests';

/** In order; a landed migration is never edited, a new one is added. */
export const migrations: Record<string, Migration> = {
  '0001-main-job': first,
  '0002-question-banks': second,
  '0003-scoring-room': third,
  '0004-school-life': fourth,
  '0005-exam-room': fifth,
  '0006-refused-files': refusedFiles,
  '0007-short-recordings': shortRecordings,
  '0008-one-truth': oneTruth,
  '0009-names-and-looks': namesAndLooks,
  '0010-formulas': formulas,
  '0011-waiting-links': waitingLinks,
  '0012-audit-words': auditWords,
  '0013-class-then': classThen,
  '0015-import-readings': importReadings,
  '0016-exam-picks': examPicks,
  '0017-open-pages': openPages,
  '0018-exam-memberships': examMemberships,
  '0020-exam-sections': examSections,
  '0021-first-steps': firstSteps,
  '0022-scanned-sheets': scannedSheets,
  '0023-sharing-with-colleagues': sharingWithColleagues,
  '0024-released-totals': releasedTotals,
  '0025-told-results': toldResults,
  '0026-shown-formulas': shownFormulas,
  '0027-shared-directories': sharedDirectories,
  '0028-proven-forms': provenForms,
  '0029-import-hashes': importHashes,
  '0030-fixed-examiners': fixedExaminers,
  '0031-scan-digests': scanDigests,
  '0032-loudness': loudness,
  '0033-unordered-ids': unorderedIds,
  '0034-changed-announcements': changedAnnouncements,
  '0035-sheet-lines': sheetLines,
  '0036-said-requests': saidRequests,
};

/** Which of the steps that a database has taken this version of the program does not know. */
export function unknownMigrations(executed: string[]): string[] {
  return executed.filter((name) => !(name in migrations));
}
