import type { Generated } from 'kysely';
import type { Flag, Json, Millis } from './column';

/** What students hand in. */

/** The paper of one attempt where it differs between students, fixed at its start. */
export interface AttemptItemsTable {
  attempt_id: number;
  item_id: number;
  position: number;
  /** Option keys in the order shown; null as written. */
  option_order: Json | null;
}

/** The page of a paper was left while it was open: logged, never punished. */
export interface AttemptLeavesTable {
  id: Generated<number>;
  attempt_id: number;
  left_at: Millis;
}

/** What the page of an open paper last said of itself. */
export interface AttemptPagesTable {
  attempt_id: number;
  /** null: only sent, it has never reported itself (a page without script). */
  reported_at: Millis | null;
  /** What the server does not have yet. */
  unsaved: Generated<number>;
  unsaved_since: Millis | null;
  /** The newest announcement it has shown; 0 for none. */
  announcement_id: Generated<number>;
}

export interface AttemptsTable {
  /** By chance: see unorderedId. */
  id: Generated<number>;
  exam_id: number;
  student_id: number;
  /** oral | written */
  part: string;
  number: number;
  /** in_progress | submitted | auto_submitted | scored (released follows from the exam) */
  state: string;
  started_at: Millis;
  /** The answer deadline without grace, kept up to date when minutes are granted. */
  deadline_at: Millis;
  /** The photo deadline (written only). */
  upload_deadline_at: Millis | null;
  submitted_at: Millis | null;
  /** student | server | teacher */
  closed_by: string | null;
  receipt_code: string | null;
  receipt_revision: Generated<number>;
  receipt: Json | null;
  version: Generated<number>;
  /** What the final scores come to, 0–100 of the part; null until they are settled. */
  percent: number | null;
  /** '' | waiting | agreed | arbitration | arbitrated | owner | decided; see domain/scoring/paper/settlement.rules.ts. */
  settlement: Generated<string>;
  /** Who were expected to mark it when its result came out (ids; none: whoever came first); null while it is not. */
  fixed_examiners: Generated<Json | null>;
}

export interface AnswersTable {
  id: Generated<number>;
  attempt_id: number;
  item_id: number;
  value: Json;
  revision: number;
  saved_at: Millis;
  /** 宽限内: it came within the grace after the deadline. */
  is_in_grace: Generated<Flag>;
}

/** Every version that arrived, never rewritten; of far too many some between are let go (journal-thinning.rules.ts). */
export interface AnswerJournalTable {
  id: Generated<number>;
  attempt_id: number;
  item_id: number;
  revision: number;
  value: Json;
  received_at: Millis;
  /** saved | grace | refused | conflict | accepted (a refused one that its teacher let count) */
  outcome: string;
}

export interface TakesTable {
  /** By chance: see unorderedId. */
  id: Generated<number>;
  attempt_id: number;
  item_id: number;
  file_id: string;
  number: number;
  is_chosen: Flag;
  duration_ms: number;
  /** When its request began. */
  received_at: Millis;
  /** saved | grace | refused | accepted (came late, its teacher let it count) */
  outcome: string;
}

/** What a student sent for an item of the paper and the server did not take. */
export interface RefusedFilesTable {
  id: Generated<number>;
  attempt_id: number;
  item_id: number;
  /** take | photo */
  kind: string;
  /** The sentence that the student was told. */
  reason: string;
  refused_at: Millis;
}

export interface PhotosTable {
  /** By chance: see unorderedId. */
  id: Generated<number>;
  attempt_id: number;
  item_id: number;
  file_id: string;
  position: number;
  received_at: Millis;
  /** saved | grace | refused | accepted (came late, its teacher let it count) */
  outcome: string;
  /** Degrees clockwise that it is shown turned by: 0, 90, 180, 270. */
  rotation: Generated<number>;
  removed_at: Millis | null;
}

/** A heap of scanned sheets that a teacher uploaded. */
export interface ScanHeapsTable {
  /** Random UUID. */
  id: string;
  exam_id: number;
  owner_id: number;
  /** reading | read */
  state: string;
  /** Pages read of all that are known of. */
  done: Generated<number>;
  total: Generated<number>;
  /** What was not taken and why: [{name, text}]. */
  notes: Generated<Json>;
  created_at: Millis;
  /** Moves while it is read; standing still tells that its process has ended. */
  updated_at: Millis;
}

/** A page of a heap. */
export interface ScanPagesTable {
  file_id: string;
  exam_id: number;
  heap_id: string;
  /** From 1 within its heap. */
  position: number;
  /** The file it came in, with its page there. */
  source: string;
  /** Of the page before its head was covered; null for what came before this was kept. */
  digest: Generated<string | null>;
  /** Why it could not be read, a sentence; '' when it was. */
  note: Generated<string>;
  /** Whose it is, by its code or by its teacher's word; null while nobody knows. */
  student_id: number | null;
  /** Which page of the student's sheets. */
  page: number | null;
  /** Degrees clockwise that it is shown turned by. */
  rotation: Generated<number>;
  /** open | placed | discarded */
  state: string;
  /** The attempt it was placed in. */
  attempt_id: number | null;
}

/** What came after the grace and the exam's owner let count all the same. */
export interface LateAcceptancesTable {
  id: Generated<number>;
  attempt_id: number;
  item_id: number;
  /** answer | take | photo */
  kind: string;
  /** Of the refused entry: answer_journal.id, takes.id or photos.id. */
  ref_id: number;
  reason: string;
  accepted_by: number;
  accepted_at: Millis;
}
