import type { ColumnType, Generated } from 'kysely';
import type { Flag, Json, Millis } from './column';

/** The school, its people and what is kept about the machine. */

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
  /** How loud a recording gets, in dB below full scale (−100 to 0); null of what came before it was measured. */
  loudness: Generated<number | null>;
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

/** The loudness of a recording, computed once. */
export interface FileWaveformsTable {
  file_id: string;
  /** 0–100 for equal stretches of its length. */
  peaks: Json;
  /** [[fromMs, toMs]] of silence. */
  pauses: Json;
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
  /** What it said, as a digest; null where a repeat may say anything. */
  said: Generated<string | null>;
}

/** A form that arrived when the session had ended; only the same user gets it back. */
export interface HeldFormsTable {
  id: Generated<number>;
  user_id: number;
  path: string;
  form: Json;
  at: ColumnType<Millis>;
  is_proven: Flag;
}
