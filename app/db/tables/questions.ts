import type { Generated } from 'kysely';
import type { Flag, Json, Millis } from './column';

/** Questions, their directories, sharing, import and basket. */

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
  /** SHA-256 of the file; '' for imports from before it was kept. */
  file_hash: Generated<string>;
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
