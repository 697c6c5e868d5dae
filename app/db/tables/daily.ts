import type { Generated } from 'kysely';
import type { Flag, Json, Millis } from './column';

/** What goes on beside exams: practice, works, threads, resources. */

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
