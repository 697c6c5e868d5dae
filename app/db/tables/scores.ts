import type { Generated } from 'kysely';
import type { Json, Millis } from './column';

/** Marks and what they come to. */

/** Who looked at others' marks of a paper before giving their own. */
export interface ScoreLooksTable {
  attempt_id: number;
  teacher_id: number;
  looked_at: Millis;
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
