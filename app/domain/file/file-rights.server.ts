import type { Actor } from '~/domain/actor/actor.rules';
import type { FileUse } from './file.rules';

/** What of a student's work a teacher reads with a file; its reading is recorded. */
export type StudentWork = Partial<Record<'attemptId' | 'workId' | 'commentId' | 'practiceId' | 'postId', number>>;

/** What a use of a file lets people do. Said by the area that owns what the file is used in; one that agrees is enough. */
export type FileRight = {
  /** Whether somebody who is not the file's owner may see it there. */
  mayRead?: (actor: Actor, of: { refId: number; fileId: string }, now: number) => Promise<boolean>;
  /** Whether a teacher may put it into something of their own. */
  mayCopy?: (actor: Actor, refId: number) => Promise<boolean>;
  /** Keeps even the owner from it for a while. @throws AppError forbidden, saying why */
  holdBack?: (actor: Actor, fileId: string, now: number) => Promise<void>;
  /** Set where it is a student's work: that a teacher has read it is recorded under this name. */
  studentWork?: keyof StudentWork;
};

export type FileRights = Record<FileUse, readonly FileRight[]>;

let known: FileRights | null = null;

/** Said once, when the process starts, by app/domain/registrations.server.ts. */
export function registerFileRights(rights: FileRights): void {
  known = rights;
}

/** Everybody's word on a use. */
export function rightsOf(use: FileUse): readonly FileRight[] {
  if (known === null) throw new Error('no area has said who may read files');
  return known[use];
}

/** For pictures that whoever is signed in may see. */
export const EVERYBODY: FileRight = { mayRead: () => Promise.resolve(true) };
