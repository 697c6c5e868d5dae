import type { ColumnType, Generated } from 'kysely';

/**
 * The tables, the same on SQLite and PostgreSQL: booleans are 0/1, times are UTC milliseconds (bigint),
 * JSON is text. Column meanings that are not plain from the name are said here.
 */

/** JSON kept as text; read and written with db/json.ts. */
type Json = string;
type Flag = number;
type Millis = number;

export interface UsersTable {
  id: Generated<number>;
  /** 1 teacher, 2 student. */
  user_type: number;
  /** As typed by the person. */
  account: string;
  /** NFKC, trimmed, lower case: what uniqueness and sign-in go by. */
  account_key: string;
  password_hash: string;
  name: string;
  /** '' | '男' | '女' */
  gender: Generated<string>;
  phone: Generated<string>;
  email: Generated<string>;
  avatar_file_id: string | null;
  province: Generated<string>;
  city: Generated<string>;
  district: Generated<string>;
  /** Of a student. */
  classroom_id: number | null;
  theme: Generated<string>;
  is_large_type: Generated<Flag>;
  language: Generated<string>;
  /** Raised to end every session of the account. */
  session_version: Generated<number>;
  must_change_password: Generated<Flag>;
  is_admin: Generated<Flag>;
  is_disabled: Generated<Flag>;
  /** 监护人同意: the guardian agreed to publishing works. */
  has_consent: Generated<Flag>;
  is_demo: Generated<Flag>;
  /** Of a teacher's home page, see domain/user/first-steps.rules.ts: '' | 'open' | 'closed'. */
  first_steps: Generated<string>;
  created_at: Millis;
  updated_at: Millis;
  deleted_at: Millis | null;
}

export interface ClassroomsTable {
  id: Generated<number>;
  name: string;
  grade: string;
  /** Year of entry, e.g. 2026. */
  year: number;
  created_by: number;
  /** 毕业: the class left the lists, what it did stays. */
  is_archived: Generated<Flag>;
  archived_at: Millis | null;
  created_at: Millis;
  updated_at: Millis;
  /** A deleted class keeps its row: past exams name it. */
  deleted_at: Millis | null;
}

export interface ClassroomTeachersTable {
  classroom_id: number;
  teacher_id: number;
}

/** Failed sign-ins per key (account+address pair, or address alone). */
export interface SignInFailuresTable {
  key: string;
  failures: number;
  last_at: Millis;
  blocked_until: Millis;
}

export interface SettingsTable {
  key: string;
  value: Json;
}

export interface FilesTable {
  /** Random UUID: the name on disk and in the URL. */
  id: string;
  owner_id: number;
  /** image | audio | resource | xlsx */
  kind: string;
  mime: string;
  /** Shown to people and used for downloads; never a path. */
  name: string;
  size: number;
  sha256: string;
  duration_ms: number | null;
  /** What a recording's header promised, when clearly less of it can be heard. */
  promised_ms: Generated<number | null>;
  width: number | null;
  height: number | null;
  created_at: Millis;
  /** The school's term for recordings was over: the bytes are gone, the row says what there was. */
  removed_at: Millis | null;
}

/** What a stored file is used in; who may read the file follows from it. */
export interface FileUsesTable {
  file_id: string;
  /** avatar | question | exam | attempt | practice | work | comment | post | resource | school | scan */
  use: string;
  /** users.id, questions.id, exams.id, attempts.id, practices.id, works.id, comments.id, posts.id, resources.id, exams.id; 0 of the school */
  ref_id: number;
}

export interface MessagesTable {
  id: Generated<number>;
  user_id: number;
  /** See domain/message/message.rules.ts. */
  kind: string;
  title: string;
  body: Generated<string>;
  /** Path inside the app, or ''. */
  link: Generated<string>;
  read_at: Millis | null;
  created_at: Millis;
}

export interface NamedTypesTable {
  id: Generated<number>;
  name: string;
  created_by: number | null;
  created_at: Millis;
}

export interface DirectoriesTable {
  id: Generated<number>;
  /** oral | written | theory | exam */
  bank: string;
  owner_id: number;
  parent_id: number | null;
  name: string;
  position: Generated<number>;
  created_at: Millis;
}

export interface QuestionsTable {
  id: Generated<number>;
  /** oral | written | theory */
  bank: string;
  owner_id: number;
  directory_id: number | null;
  title: string;
  /** Of theory: single | multiple | judge | cloze | short; '' otherwise. */
  kind: Generated<string>;
  scene_type_id: number | null;
  exam_type_id: number | null;
  /** 1 初级, 2 中级, 3 高级 */
  level: number;
  key_points: Generated<Json>;
  image_ids: Generated<Json>;
  /** Suggested points in a paper. */
  points: number;
  /** The body of its bank; see domain/question-bank/question.schema.ts. */
  body: Json;
  /** The question this one was copied from. */
  copied_from_id: number | null;
  /** Raised by every change of what the question says; an edit names the one it began from. */
  version: Generated<number>;
  created_at: Millis;
  updated_at: Millis;
  deleted_at: Millis | null;
}

/** A formula of a paper, as it was drawn for whoever asked first. */
export interface FormulasTable {
  /** Of what was typed between the dollars. */
  hash: string;
  svg: string;
  /** The version of the drawing. */
  drawn_by: number;
}

/** A formula that was sent to somebody: for them it is drawn. */
export interface ShownFormulasTable {
  user_id: number;
  hash: string;
  /** Sent in a paper: its drawing is shared with others who got it. */
  is_paper: number;
  /** When it was last noted. */
  shown_at: Millis;
}

/** What the key word filter looks in: title, key words and plain text of the body, in comparable form. */
export interface QuestionTextsTable {
  question_id: number;
  text: string;
}

export interface SharesTable {
  id: Generated<number>;
  question_id: number;
  /** teachers | teacher | group | students | class */
  audience: string;
  /** Each of its own audience only. */
  classroom_id: number | null;
  teacher_id: Generated<number | null>;
  group_id: Generated<number | null>;
  /** Whether the colleague or the group's members may change it. */
  can_edit: Generated<Flag>;
  created_by: number;
  created_at: Millis;
}

/** A directory with all that is or will be in it and under it, shared with teachers. */
export interface DirectorySharesTable {
  id: Generated<number>;
  directory_id: number;
  /** teachers | teacher | group */
  audience: string;
  /** Each of its own audience only. */
  teacher_id: number | null;
  group_id: number | null;
  /** Whether the colleague or the group's members may change the questions. */
  can_edit: Generated<Flag>;
  created_by: number;
  created_at: Millis;
}

/** 教研组: teachers who share as one. Whoever made it is a member and changes it. */
export interface TeachingGroupsTable {
  id: Generated<number>;
  name: string;
  created_by: number;
  created_at: Millis;
  updated_at: Millis;
}

export interface TeachingGroupMembersTable {
  group_id: number;
  teacher_id: number;
  joined_at: Millis;
}

/** 谁改了什么: one change of a question by a teacher; only added to. */
export interface QuestionEditsTable {
  id: Generated<number>;
  question_id: number;
  /** The question's version that came of it. */
  version: number;
  editor_id: number;
  /** See domain/question-bank/question-changes.rules.ts. */
  changes: Json;
  at: Millis;
}

/** 试题篮: what a teacher has laid aside for a paper. */
export interface BasketItemsTable {
  id: Generated<number>;
  owner_id: number;
  question_id: number;
  position: number;
  /** The specification's quantity: the points in the paper being composed. */
  points: number;
  /** Number lists that clients of the cart API keep with an item. */
  size: Generated<Json>;
  length: Generated<Json>;
  created_at: Millis;
}

/** A file of questions read for preview; its questions are stored only when it is confirmed. */
export interface QuestionImportsTable {
  /** Random UUID. */
  id: string;
  owner_id: number;
  /** The bank it was begun from: where an essay goes. */
  bank: string;
  directory_id: number | null;
  /** 1: each question goes into the directory its file names, made where it is missing. */
  by_directory: Generated<number>;
  format: string;
  file_name: string;
  /** reading | ready | failed | storing | stored | undone */
  state: string;
  /** Questions done of all, while reading and storing. */
  done: Generated<number>;
  total: Generated<number>;
  /** Why it failed, a sentence. */
  problem: Generated<string>;
  /** What else the file may be read as: [{format, total, right}]. */
  others: Generated<Json>;
  /** Of the questions it has stored, in order. */
  stored_ids: Generated<Json>;
  created_at: Millis;
  /** Moves while the work goes on; standing still tells that its process has ended. */
  updated_at: Millis;
}

/** A question as an imported file states it, until it is confirmed. */
export interface QuestionImportItemsTable {
  import_id: string;
  /** From 1. */
  position: number;
  /** Where it stands in the file, from 1. */
  line: number;
  /** '' for a kind that no bank has. */
  bank: string;
  kind: string;
  title: string;
  /** Why it cannot be imported, sentences; [] when it can. */
  problems: Json;
  /** What was left out or changed, sentences. */
  notes: Json;
  /** Which question it is the same as, a sentence; '' for none. */
  duplicate: string;
  is_chosen: number;
  /** What would be stored, or the texts of one that cannot be. */
  content: Json;
}

export interface ExamsTable {
  id: Generated<number>;
  owner_id: number;
  name: string;
  category_id: number | null;
  /** draft | published | closed | released */
  status: string;
  /** 0 oral, 1 written, 2 both */
  test_type: number;
  begin_time: Millis | null;
  end_time: Millis | null;
  upload_end_time: Millis | null;
  oral_begin_time: Millis | null;
  oral_end_time: Millis | null;
  /** Limit from the attempt's start, or null for the window alone. */
  oral_minutes: number | null;
  written_minutes: number | null;
  key_points: Generated<Json>;
  image_ids: Generated<Json>;
  music_file_id: string | null;
  instructions: Generated<string>;
  oral_weight: number;
  written_weight: number;
  /** See domain/exam/exam.schema.ts (examSettings). */
  settings: Json;
  /** Raised whenever a result of the exam changes: what was computed from the results before is out of date. */
  results_version: Generated<number>;
  /** 大题 of the written paper in order (StoredSection[]); null: by kind. See domain/exam/paper-sections.rules.ts. */
  sections: Generated<Json | null>;
  /** What the wizard's steps hold while it does not yet pass the rules; null once it does. */
  draft: Json | null;
  version: Generated<number>;
  published_at: Millis | null;
  closed_at: Millis | null;
  /** When the marking is to be done. */
  marking_due_at: Generated<Millis | null>;
  released_at: Millis | null;
  /** When the server dealt with the automatic release of the closed exam, or its owner took a release back. */
  auto_release_checked_at: Millis | null;
  /** 保留录音: its recordings stay beyond the school's term. */
  is_held: Generated<Flag>;
  created_at: Millis;
  updated_at: Millis;
  deleted_at: Millis | null;
}

export interface ExamClassroomsTable {
  exam_id: number;
  classroom_id: number;
  /** When the results of this class were released; with the whole exam released every class has it. */
  released_at: Millis | null;
  /** What the class was called when the exam was held, where it has been renamed since. */
  class_name: Generated<string | null>;
}

/** What a student was called when an exam was held, where they have been renamed since. */
export interface ExamStudentNamesTable {
  exam_id: number;
  student_id: number;
  name: string;
  /** Of the class they were in; null while they have not been moved since. */
  class_name: Generated<string | null>;
}

/** In which class a student takes part in an exam, where that is not the one they are in now; null: in none. */
export interface ExamMembershipsTable {
  exam_id: number;
  student_id: number;
  classroom_id: number | null;
}

/** Who looked at others' marks of a paper before giving their own. */
export interface ScoreLooksTable {
  attempt_id: number;
  teacher_id: number;
  looked_at: Millis;
}

export interface ExamExaminersTable {
  exam_id: number;
  teacher_id: number;
  /** oral | written */
  part: string;
  /** Asked to arbitrate without being an examiner of the part. */
  only_arbitrates: Generated<Flag>;
}

/** Ticked for the paper and not put into it yet. */
export interface ExamPicksTable {
  exam_id: number;
  question_id: number;
  points: number;
  picked_at: Millis;
}

export interface ExamItemsTable {
  id: Generated<number>;
  exam_id: number;
  /** oral | written */
  part: string;
  position: number;
  /** Where it was taken from. */
  question_id: number | null;
  points: number;
  /** The whole question as it was when put in; frozen at publication. */
  snapshot: Json;
  /** Of the pool of a draw: an attempt gets only some of these. Null: in every paper. */
  draw_id: number | null;
  /** In which of the exam's sections it stands; null: where its kind does. */
  section: Generated<number | null>;
}

/** 随机抽题: so many questions for each student from the pool that the filters name, frozen at publication. */
export interface ExamDrawsTable {
  id: Generated<number>;
  exam_id: number;
  position: number;
  bank: string;
  /** Theory kind, or '' for any. */
  kind: Generated<string>;
  level: number | null;
  /** With everything under it; one that is gone draws nothing. */
  directory_id: number | null;
  /** mine | all: own questions, or also those shared with teachers. */
  scope: Generated<string>;
  count: number;
  /** Of each question drawn. */
  points: number;
  /** As of an item. */
  section: Generated<number | null>;
}

/** The paper of one attempt where it differs between students, fixed at its start. */
export interface AttemptItemsTable {
  attempt_id: number;
  item_id: number;
  position: number;
  /** Option keys in the order shown; null as written. */
  option_order: Json | null;
}

/** What the owner granted one student beyond the exam's own times. */
export interface ExamGrantsTable {
  exam_id: number;
  student_id: number;
  /** oral | written */
  part: string;
  extra_minutes: number;
  /** How many attempts the student has; 1 unless granted. */
  attempts: number;
}

/** 补考: a second attempt with times of its own, after the exam is over. */
export interface ExamResitsTable {
  exam_id: number;
  student_id: number;
  /** oral | written */
  part: string;
  begins_at: Millis;
  ends_at: Millis;
  /** Of the written part. */
  upload_ends_at: Millis | null;
  extra_minutes: Generated<number>;
  /** open (until its paper is scored) | done | missed; see domain/exam/resit.rules.ts. */
  state: string;
  reason: string;
  granted_by: number;
  granted_at: Millis;
}

/** 试音 on the waiting page of an exam: the last one of each student. */
export interface ExamMicChecksTable {
  exam_id: number;
  student_id: number;
  is_ok: Flag;
  /** Why this browser cannot record. */
  reason: Generated<string>;
  checked_at: Millis;
}

/** The page of a paper was left while it was open: logged, never punished. */
export interface AttemptLeavesTable {
  id: Generated<number>;
  attempt_id: number;
  left_at: Millis;
}

/** Told to the room of a part while it sits. */
export interface ExamAnnouncementsTable {
  id: Generated<number>;
  exam_id: number;
  /** oral | written */
  part: string;
  is_resit: Flag;
  teacher_id: number;
  text: string;
  made_at: Millis;
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

/** Every version that arrived, never rewritten. */
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

/** 分卷: whose part of an exam an examiner scores. A student's later attempts at the part go to the same examiners. */
export interface ScoreAssignmentsTable {
  exam_id: number;
  /** oral | written */
  part: string;
  student_id: number;
  examiner_id: number;
  /** examiner | arbiter (asked where two examiners differ) */
  kind: string;
  created_at: Millis;
}

/** The owner's word on scores that differ: the mean of the named ones counts. */
export interface ScoreDecisionsTable {
  attempt_id: number;
  /** scores.id */
  score_ids: Json;
  reason: string;
  decided_by: number;
  decided_at: Millis;
  /** 1: written down by a correction, so that a settled paper stays so; nobody ruled. */
  is_kept: Generated<number>;
}

/** How a part's items are marked by hand. The highest version is in force; scores name the one they were given by. */
export interface RubricsTable {
  id: Generated<number>;
  exam_id: number;
  /** oral | written */
  part: string;
  /** From 1. */
  version: number;
  /** See domain/scoring/marking/rubric.rules.ts. */
  body: Json;
  created_by: number;
  created_at: Millis;
}

/** One examiner's marking of one attempt. */
export interface ScoresTable {
  id: Generated<number>;
  attempt_id: number;
  examiner_id: number;
  /** examiner | arbiter */
  kind: Generated<string>;
  /** What its marks were given by; null: the exam's own measure weights. */
  rubric_id: number | null;
  /** draft | final */
  state: string;
  comment: Generated<string>;
  /** Percentage 0–100 of the part, unrounded; null while something is unmarked. */
  percent: number | null;
  version: Generated<number>;
  updated_at: Millis;
  finalised_at: Millis | null;
}

export interface ScoreMarksTable {
  score_id: number;
  item_id: number;
  /** Of the item's points; of an oral item too, once its marks are complete. */
  points: number | null;
  /** Oral items: {zqd, lld, wzd, gjc}, each 0–100 or null (不适用). */
  measures: Json | null;
  /** Written items with marking points: the points given for each, in order (null: not yet marked). */
  point_marks: Json | null;
  /** By a rubric's rules or criteria: what was counted, chosen or given for each, by its id. */
  details: Json | null;
  /** What the examiner gave where everybody was credited the full mark instead (全员给分): it counts again when that is taken back. */
  hand_points: number | null;
  comment: Generated<string>;
}

/** An examiner's remark at a moment of a recording; written anew with its score. */
export interface ScoreNotesTable {
  score_id: number;
  position: number;
  item_id: number;
  take_id: number;
  at_ms: number;
  text: string;
}

/** 评语库 of a teacher. */
export interface QuickCommentsTable {
  id: Generated<number>;
  owner_id: number;
  /** oral | written | '' for both */
  part: Generated<string>;
  text: string;
  position: number;
  created_at: Millis;
}

/** What an examiner drew on a photo: shapes with coordinates 0–1 of the unturned picture. */
export interface PhotoMarksTable {
  photo_id: number;
  examiner_id: number;
  shapes: Json;
  version: number;
  updated_at: Millis;
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

/** The loudness of a recording, computed once. */
export interface FileWaveformsTable {
  file_id: string;
  /** 0–100 for equal stretches of its length. */
  peaks: Json;
  /** [[fromMs, toMs]] of silence. */
  pauses: Json;
}

/** 复核改分: what was put right about an item after the exam; the last one of an item is in force. */
export interface ItemCorrectionsTable {
  id: Generated<number>;
  exam_id: number;
  item_id: number;
  /** key | accept | credit | none (taken back); see domain/exam/correction.rules.ts. */
  kind: string;
  /** {key}: the whole key as it counts, or null. */
  body: Json;
  reason: string;
  created_by: number;
  created_at: Millis;
}

/** What an attempt with settled scores earned for each item; rewritten with its settlement. */
export interface ItemResultsTable {
  attempt_id: number;
  item_id: number;
  points: number;
}

/** Statistics of an exam, good while the exam's results_version and everything else they depend on are the same. */
export interface ExamStatisticsTable {
  exam_id: number;
  /** 0 for the whole exam. */
  classroom_id: number;
  results_version: number;
  /** Of what else they depend on; see domain/statistics/fingerprint.queries.server.ts. */
  fingerprint: string;
  figures: Json;
  computed_at: Millis;
}

/** The settled result of a student in an exam; rewritten whenever a final score changes. */
export interface ResultsTable {
  exam_id: number;
  student_id: number;
  oral_percent: number | null;
  written_percent: number | null;
  total_percent: number | null;
  /** What the student last knew: when the result came out, or was taken back with nothing left unread; null before. */
  released_total: Generated<number | null>;
  released_oral: Generated<number | null>;
  released_written: Generated<number | null>;
  updated_at: Millis;
}

/** A practice session: what is practised, in order. */
export interface PracticeRunsTable {
  id: Generated<number>;
  student_id: number;
  title: string;
  /** [{questionId} | {itemId}] */
  targets: Json;
  created_at: Millis;
  /** Everything was practised, or the student ended it. */
  ended_at: Millis | null;
}

/** One try of a student at a question: an oral take, a pen answer, a judged theory answer. */
export interface PracticesTable {
  id: Generated<number>;
  student_id: number;
  /** What was practised: a question, or the item of a released exam. */
  question_id: number | null;
  item_id: number | null;
  run_id: number | null;
  bank: string;
  answer: Generated<Json>;
  /** The take, or the photos in order. */
  file_ids: Generated<Json>;
  duration_ms: Generated<number>;
  /** Of theory answers; of a short one once its student has rated it. */
  is_right: Flag | null;
  /** Share of the full mark, 0–1: by the key, or by the marking points the student ticked. */
  score: number | null;
  /** 1–5, the student's own. */
  self_rating: number | null;
  /** The student's own remark. */
  note: Generated<string>;
  /** Pen: whether each marking point was met; null until the student has checked. */
  met_points: Json | null;
  created_at: Millis;
  deleted_at: Millis | null;
}

/** 错题本 */
export interface WrongQuestionsTable {
  id: Generated<number>;
  student_id: number;
  question_id: number | null;
  item_id: number | null;
  wrong_count: number;
  /** Right answers in a row since the last wrong one; two and it leaves. */
  right_streak: Generated<number>;
  entered_at: Millis;
  last_at: Millis;
  left_at: Millis | null;
}

/** 作品: a take or photos of a scored attempt or a practice that its student shows others. */
export interface WorksTable {
  id: Generated<number>;
  student_id: number;
  /** The student's class when it was published. */
  classroom_id: number | null;
  /** One of the two; each at most once. */
  attempt_id: number | null;
  practice_id: number | null;
  /** oral | written */
  part: string;
  title: string;
  description: Generated<string>;
  /** What is shown, frozen at publication; see domain/work/work.rules.ts. */
  content: Json;
  /** 0–100: of the attempt's part, or the student's own rating of a practice. */
  score: number;
  is_anonymous: Generated<Flag>;
  /** pending | approved | rejected | withdrawn */
  state: string;
  /** [words] of the school's list that its texts contain. */
  flagged: Generated<Json>;
  /** Of the rejection or withdrawal. */
  reason: Generated<string>;
  decided_by: number | null;
  decided_at: Millis | null;
  /** 置顶 */
  pinned_at: Millis | null;
  /** Kept with work_likes. */
  like_count: Generated<number>;
  /** Approved comments. */
  comment_count: Generated<number>;
  created_at: Millis;
  updated_at: Millis;
}

export interface WorkLikesTable {
  work_id: number;
  user_id: number;
  created_at: Millis;
}

/** On a work; a teacher's need no approval. */
export interface CommentsTable {
  id: Generated<number>;
  work_id: number;
  /** The comment it answers. */
  parent_id: number | null;
  author_id: number;
  text: string;
  /** A recording spoken to it. */
  file_id: string | null;
  /** pending | approved | rejected */
  state: string;
  /** [words] of the school's list that it contains. */
  flagged: Generated<Json>;
  reason: Generated<string>;
  decided_by: number | null;
  decided_at: Millis | null;
  created_at: Millis;
  deleted_at: Millis | null;
}

/** Every decision on a work or a comment, never rewritten. */
export interface ModerationsTable {
  id: Generated<number>;
  work_id: number;
  /** Null: the work itself. */
  comment_id: number | null;
  /** approve | reject | withdraw | delete | pin | unpin */
  decision: string;
  reason: Generated<string>;
  decided_by: number;
  decided_at: Millis;
}

/** 师生互动: a student's question to the teachers, with its answers. */
export interface ThreadsTable {
  id: Generated<number>;
  student_id: number;
  /** work | score | practice | other */
  subject: string;
  work_id: number | null;
  exam_id: number | null;
  practice_id: number | null;
  title: string;
  created_at: Millis;
  last_post_at: Millis;
  /** Written last by the student: it awaits an answer. */
  last_author_id: number;
  closed_at: Millis | null;
}

export interface PostsTable {
  id: Generated<number>;
  thread_id: number;
  author_id: number;
  text: string;
  /** [files.id]: a recording, photos. */
  file_ids: Generated<Json>;
  created_at: Millis;
  deleted_at: Millis | null;
}

/** Up to when a person has read a thread. */
export interface ThreadReadsTable {
  thread_id: number;
  user_id: number;
  read_at: Millis;
}

export interface ResourcesTable {
  id: Generated<number>;
  owner_id: number;
  title: string;
  /** document | slides | sheet | image | audio | video | archive */
  kind: string;
  file_id: string;
  is_open: Generated<Flag>;
  /** all | class */
  audience: string;
  download_count: Generated<number>;
  created_at: Millis;
  updated_at: Millis;
  deleted_at: Millis | null;
}

export interface ResourceClassroomsTable {
  resource_id: number;
  classroom_id: number;
}

/** A signed-in device; the cookie names it. */
export interface UserSessionsTable {
  /** Random. */
  id: string;
  user_id: number;
  address: Generated<string>;
  user_agent: Generated<string>;
  created_at: Millis;
  /** Brought up to date with the cookie's renewal. */
  last_seen_at: Millis;
  /** Signed out, here or from another device. */
  ended_at: Millis | null;
}

/** One-time links: an invitation of a colleague, a new password. */
export interface AccountLinksTable {
  id: Generated<number>;
  /** SHA-256 of the token: the link itself is kept nowhere. */
  token_hash: string;
  /** invite | reset */
  kind: string;
  /** Whose password; null for an invitation. */
  user_id: number | null;
  /** Who is invited, for the list. */
  note: Generated<string>;
  /** Null: asked for by mail. */
  created_by: number | null;
  created_at: Millis;
  /** From when it can be used; 0: at once. */
  usable_at: Generated<Millis>;
  expires_at: Millis;
  used_at: Millis | null;
  used_by: number | null;
  revoked_at: Millis | null;
}

/** Which reminders of an exam were sent. */
export interface ExamRemindersTable {
  exam_id: number;
  /** day | soon; see domain/exam/reminder.rules.ts. */
  kind: string;
  begins_at: Millis;
  sent_at: Millis;
}

/** What 设备检测 found on the machine a user last tried. */
export interface DeviceChecksTable {
  user_id: number;
  /** See domain/user/device-check.rules.ts. */
  result: Json;
  checked_at: Millis;
}

/** What something can be done to: one word per kind of thing, as entries keep it. */
export type AuditEntity =
  | 'account_link'
  | 'attempt'
  | 'audit'
  | 'basket'
  | 'classroom'
  | 'comment'
  | 'directory'
  | 'exam'
  | 'exam_item'
  | 'exam_type'
  | 'file'
  | 'practice'
  | 'practice_run'
  | 'question'
  | 'question_import'
  | 'quick_comment'
  | 'resource'
  | 'scene_type'
  | 'school'
  | 'take'
  | 'teaching_group'
  | 'thread'
  | 'user'
  | 'work'
  | 'wrong_question';

export interface AuditEntriesTable {
  id: Generated<number>;
  actor_id: number | null;
  action: string;
  entity: AuditEntity;
  entity_id: string;
  detail: Json;
  address: string;
  at: Millis;
}

/** The first answer to a request key, so that a repeat returns it. */
export interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  response: Json;
  at: Millis;
}

/** A form that arrived when the session had ended; only the same user gets it back. */
export interface HeldFormsTable {
  id: Generated<number>;
  user_id: number;
  path: string;
  form: Json;
  at: ColumnType<Millis>;
}

export interface Database {
  users: UsersTable;
  classrooms: ClassroomsTable;
  classroom_teachers: ClassroomTeachersTable;
  sign_in_failures: SignInFailuresTable;
  settings: SettingsTable;
  files: FilesTable;
  file_uses: FileUsesTable;
  messages: MessagesTable;
  scene_types: NamedTypesTable;
  exam_types: NamedTypesTable;
  directories: DirectoriesTable;
  questions: QuestionsTable;
  question_texts: QuestionTextsTable;
  basket_items: BasketItemsTable;
  question_imports: QuestionImportsTable;
  question_import_items: QuestionImportItemsTable;
  exam_draws: ExamDrawsTable;
  attempt_items: AttemptItemsTable;
  practice_runs: PracticeRunsTable;
  practices: PracticesTable;
  wrong_questions: WrongQuestionsTable;
  shares: SharesTable;
  directory_shares: DirectorySharesTable;
  teaching_groups: TeachingGroupsTable;
  teaching_group_members: TeachingGroupMembersTable;
  question_edits: QuestionEditsTable;
  exams: ExamsTable;
  exam_classrooms: ExamClassroomsTable;
  exam_examiners: ExamExaminersTable;
  exam_student_names: ExamStudentNamesTable;
  exam_memberships: ExamMembershipsTable;
  score_looks: ScoreLooksTable;
  exam_items: ExamItemsTable;
  exam_picks: ExamPicksTable;
  exam_grants: ExamGrantsTable;
  exam_resits: ExamResitsTable;
  exam_mic_checks: ExamMicChecksTable;
  attempt_leaves: AttemptLeavesTable;
  attempt_pages: AttemptPagesTable;
  exam_announcements: ExamAnnouncementsTable;
  attempts: AttemptsTable;
  answers: AnswersTable;
  answer_journal: AnswerJournalTable;
  takes: TakesTable;
  photos: PhotosTable;
  scan_heaps: ScanHeapsTable;
  scan_pages: ScanPagesTable;
  refused_files: RefusedFilesTable;
  scores: ScoresTable;
  score_marks: ScoreMarksTable;
  results: ResultsTable;
  score_assignments: ScoreAssignmentsTable;
  score_decisions: ScoreDecisionsTable;
  score_notes: ScoreNotesTable;
  rubrics: RubricsTable;
  quick_comments: QuickCommentsTable;
  photo_marks: PhotoMarksTable;
  late_acceptances: LateAcceptancesTable;
  file_waveforms: FileWaveformsTable;
  formulas: FormulasTable;
  shown_formulas: ShownFormulasTable;
  item_corrections: ItemCorrectionsTable;
  item_results: ItemResultsTable;
  exam_statistics: ExamStatisticsTable;
  works: WorksTable;
  work_likes: WorkLikesTable;
  comments: CommentsTable;
  moderations: ModerationsTable;
  threads: ThreadsTable;
  posts: PostsTable;
  thread_reads: ThreadReadsTable;
  resources: ResourcesTable;
  resource_classrooms: ResourceClassroomsTable;
  user_sessions: UserSessionsTable;
  account_links: AccountLinksTable;
  exam_reminders: ExamRemindersTable;
  device_checks: DeviceChecksTable;
  audit_entries: AuditEntriesTable;
  idempotency_keys: IdempotencyKeysTable;
  held_forms: HeldFormsTable;
}
