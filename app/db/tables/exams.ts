import type { Generated } from 'kysely';
import type { Flag, Json, Millis } from './column';

/** Exams and whom they are for. */

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
  /** '' | half | third: how many lines its writing sheets have. */
  sheet_lines: Generated<string>;
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
  withdrawn_at: Millis | null;
  /** Which one it is said instead of. */
  corrects_id: number | null;
}

/** Which reminders of an exam were sent. */
export interface ExamRemindersTable {
  exam_id: number;
  /** day | soon; see domain/exam/reminder.rules.ts. */
  kind: string;
  begins_at: Millis;
  sent_at: Millis;
}
