/** Comments on works, and what teachers decide on them and on works. Pure; safe in the browser. */

export const COMMENT_STATES = ['pending', 'approved', 'rejected'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

export const COMMENT_STATE_LABELS: Record<CommentState, string> = {
  pending: '待审核',
  approved: '已通过',
  rejected: '未通过',
};

export const MAX_COMMENT = 500;

/** A spoken comment is a remark, not a performance. */
export const MAX_COMMENT_AUDIO_MS = 60_000;

/** How many comments of one student may wait for a decision at a time. */
export const MAX_PENDING_COMMENTS = 20;

export const COMMENTS_PER_PAGE = 10;

/** What a teacher can decide; pinning is recorded beside them. */
export const DECISIONS = ['approve', 'reject', 'withdraw'] as const;
export type Decision = (typeof DECISIONS)[number];

/** As the history names them. */
export const DECISION_LABELS: Record<string, string> = {
  approve: '通过',
  reject: '驳回',
  withdraw: '撤回',
  delete: '删除',
  pin: '置顶',
  unpin: '取消置顶',
};

export type TargetKind = 'work' | 'comment';

export const TARGET_LABELS: Record<TargetKind, string> = { work: '作品', comment: '评论' };

/** Something to decide on; written `work-3` or `comment-12` in forms and URLs. */
export type Target = { kind: TargetKind; id: number };

/** How a target is written. */
export function targetText({ kind, id }: Target): string {
  return `${kind}-${id}`;
}

/** Reasons that are said again and again; a teacher ticks some and adds own words. */
export const QUICK_REASONS = [
  '含有不文明用语',
  '含有联系方式或个人信息',
  '与作品无关',
  '录音听不清或没有声音',
  '照片模糊或方向不对',
  '像是抄来的内容',
] as const;

export type Commenter = { id: number; name: string; isTeacher: boolean };

/** What a reader sees of who wrote: the author of an anonymous work is not named to students. */
export function commenterName(
  commenter: Commenter,
  work: { studentId: number; isAnonymous: boolean },
  reader: { id: number; isTeacher: boolean },
): string {
  if (commenter.isTeacher) return `${commenter.name}老师`;
  const isHidden = commenter.id === work.studentId && work.isAnonymous;
  return isHidden && !reader.isTeacher && reader.id !== commenter.id ? '作者（匿名同学）' : commenter.name;
}
