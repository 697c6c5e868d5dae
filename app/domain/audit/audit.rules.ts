import type { AuditEntity } from '~/db/tables/school';

/** What the audit page calls what was recorded. Pure; safe in the browser. */

export const AUDIT_KINDS = {
  exam: '考试安排',
  sitting: '学生作答',
  scoring: '评分',
  result: '成绩',
  file: '文件',
  student: '学生与班级',
  account: '账号',
  work: '作品与评论',
  interact: '师生互动',
  resource: '资源',
  bank: '题库',
  practice: '练习',
  school: '学校设置',
} as const;
export type AuditKind = keyof typeof AUDIT_KINDS;

/** Every action that is recorded: its kind, its sentence, said of who did it, and what it is done to. */
export const AUDIT_ACTIONS = {
  'exam.add': ['exam', '新建了考试', 'exam'],
  'exam.copy': ['exam', '复制成了一场新的考试', 'exam'],
  'exam.save': ['exam', '保存了考试的设置', 'exam'],
  'exam.reset': ['exam', '清空了考试的草稿', 'exam'],
  'exam.publish': ['exam', '发布了考试', 'exam'],
  'exam.withdraw': ['exam', '撤回了考试', 'exam'],
  'exam.close': ['exam', '关闭了考试', 'exam'],
  'exam.delete': ['exam', '删除了考试', 'exam'],
  'exam.extend': ['exam', '延长了考试时间', 'exam'],
  'exam.sheet_lines': ['exam', '改了答题纸的行数', 'exam'],
  'exam.scan': ['exam', '上传了扫描的答题纸', 'exam'],
  'exam.announce': ['exam', '发了考场公告', 'exam'],
  'exam.correct_announcement': ['exam', '更正了考场公告', 'exam'],
  'exam.withdraw_announcement': ['exam', '撤回了考场公告', 'exam'],
  'exam.grant_resit': ['exam', '安排了补考', 'exam'],
  'exam.undo_resit': ['exam', '取消了补考', 'exam'],
  'exam.end_resit': ['exam', '提前结束了补考', 'exam'],
  'exam.hold': ['exam', '保留了考试的录音和照片', 'exam'],
  'exam.unhold': ['exam', '取消了考试的保留', 'exam'],
  'exam.addClassrooms': ['exam', '给考试增加了班级', 'exam'],
  'exam.page_setting': ['scoring', '修改了评分设置', 'exam'],
  'score.look': ['scoring', '查看了各位老师的评分', 'exam'],
  'exam.release': ['result', '公布了成绩', 'exam'],
  'exam.unrelease': ['result', '撤回了已公布的成绩', 'exam'],
  'exam.remark': ['result', '复核改分', 'exam'],
  'exam.export': ['result', '导出了试卷、成绩、答卷或报告', 'exam'],

  'attempt.start': ['sitting', '开始考试', 'attempt'],
  'attempt.take': ['sitting', '上传了录音', 'take'],
  'attempt.choose_take': ['sitting', '选定了计分的录音', 'take'],
  'attempt.photos': ['sitting', '上传了答卷照片', 'attempt'],
  'attempt.remove_photo': ['sitting', '删除了答卷照片', 'attempt'],
  'attempt.turn_photo': ['sitting', '旋转了答卷照片', 'attempt'],
  'attempt.move_photo': ['sitting', '调整了照片顺序', 'attempt'],
  'attempt.submit': ['sitting', '交卷', 'attempt'],
  'attempt.auto_submit': ['sitting', '到时由系统或教师收卷', 'attempt'],
  'attempt.hand_in_for': ['sitting', '代学生交卷', 'attempt'],
  'attempt.place_sheets': ['sitting', '把扫描的答题纸放入了答卷', 'attempt'],
  'attempt.undo_sheets': ['sitting', '取回了放入答卷的答题纸', 'attempt'],

  'score.save_draft': ['scoring', '保存了评分草稿', 'attempt'],
  'score.finalise': ['scoring', '提交了评分', 'attempt'],
  'score.save_item': ['scoring', '按题评分', 'exam_item'],
  'score.by_key': ['scoring', '按标准答案自动评分', 'exam'],
  'score.set_examiners': ['scoring', '更改了阅卷老师', 'exam'],
  'score.share_out': ['scoring', '分配了答卷', 'exam'],
  'score.reassign': ['scoring', '把答卷改派给别的教师', 'exam'],
  'score.assign_arbiter': ['scoring', '请了仲裁教师', 'exam'],
  'score.decide': ['scoring', '裁定了有分歧的评分', 'attempt'],
  'score.revoke_decision': ['scoring', '撤销了对分歧评分的裁定', 'attempt'],
  'score.end_decision': ['scoring', '改了裁定采用的评分，裁定失效', 'attempt'],
  'score.end_arbitration': ['scoring', '改了仲裁过的答卷的评分，仲裁失效', 'attempt'],
  'score.accept_late': ['scoring', '采纳了迟到的作答', 'attempt'],
  'score.photo_marks': ['scoring', '在答卷照片上批注', 'attempt'],
  'score.arrange_photo': ['scoring', '调整了答卷照片', 'attempt'],
  'rubric.save': ['scoring', '保存了评分标准', 'exam'],
  'rubric.reapply': ['scoring', '按新的评分标准重算了得分', 'exam'],
  'comment.edit': ['scoring', '修改了评语', 'attempt'],
  'comment.remove': ['scoring', '删除了评语', 'attempt'],
  'quick_comment.add': ['scoring', '新增了常用评语', 'quick_comment'],
  'quick_comment.edit': ['scoring', '修改了常用评语', 'quick_comment'],
  'quick_comment.delete': ['scoring', '删除了常用评语', 'quick_comment'],

  'file.read': ['file', '查看了学生的录音或照片', 'file'],
  'file.store': ['file', '上传了文件', 'file'],

  'student.add': ['student', '新增了学生', 'user'],
  'student.edit': ['student', '修改了学生信息', 'user'],
  'student.delete': ['student', '删除了学生', 'user'],
  'student.erase': ['student', '彻底删除了学生的个人数据', 'user'],
  'student.import': ['student', '导入了学生名单', 'user'],
  'student.export': ['student', '导出了学生名单', 'user'],
  'student.reset_password': ['student', '重置了学生的密码', 'user'],
  'class.add': ['student', '新建了班级', 'classroom'],
  'class.edit': ['student', '修改了班级', 'classroom'],
  'class.delete': ['student', '删除了班级', 'classroom'],
  'class.promote': ['student', '班级升级', 'classroom'],
  'class.graduate': ['student', '班级毕业', 'classroom'],
  'class.restore': ['student', '恢复了毕业的班级', 'classroom'],
  'student.move': ['student', '给学生转班', 'user'],

  'user.sign_in': ['account', '登录', 'user'],
  'user.change_password': ['account', '修改了密码', 'user'],
  'user.forget_password': ['account', '申请重置密码', 'user'],
  'user.update_profile': ['account', '修改了个人信息', 'user'],
  'user.change_email': ['account', '修改了邮箱', 'user'],
  'user.export': ['account', '导出了自己的数据', 'user'],
  'user.end_session': ['account', '退出了一台设备', 'user'],
  'user.end_other_sessions': ['account', '退出了其他设备', 'user'],
  'user.invite': ['account', '邀请了同事', 'account_link'],
  'user.revoke_invitation': ['account', '撤销了邀请', 'account_link'],
  'user.register': ['account', '凭邀请注册了账号', 'user'],
  'user.make_reset_link': ['account', '生成了重置密码的链接', 'user'],
  'user.stop_reset_link': ['account', '停止了重置密码的链接', 'user'],
  'user.reset_password': ['account', '凭链接重置了密码', 'user'],
  'user.unlock': ['account', '解除了登录锁定', 'user'],
  'user.disable': ['account', '停用了账号', 'user'],
  'user.enable': ['account', '启用了账号', 'user'],
  'user.hand_over': ['account', '移交了题库和考试', 'user'],
  'user.make_administrator': ['account', '设为管理员', 'user'],
  'user.unmake_administrator': ['account', '取消了管理员', 'user'],

  'work.publish': ['work', '发布了作品', 'work'],
  'work.approve': ['work', '通过了作品', 'work'],
  'work.reject': ['work', '驳回了作品', 'work'],
  'work.withdraw': ['work', '撤回了作品', 'work'],
  'work.pin': ['work', '置顶了作品', 'work'],
  'work.unpin': ['work', '取消了作品的置顶', 'work'],
  'work_comment.add': ['work', '评论了作品', 'comment'],
  'work_comment.approve': ['work', '通过了评论', 'comment'],
  'work_comment.reject': ['work', '驳回了评论', 'comment'],
  'work_comment.withdraw': ['work', '撤回了评论', 'comment'],
  'work_comment.delete': ['work', '删除了评论', 'comment'],

  'interact.ask': ['interact', '向教师提问', 'thread'],
  'interact.reply': ['interact', '回复了提问', 'thread'],
  'interact.delete': ['interact', '删除了一条回复', 'thread'],
  'interact.close': ['interact', '结束了提问', 'thread'],
  'interact.reopen': ['interact', '重新打开了提问', 'thread'],

  'resource.add': ['resource', '上传了资源', 'resource'],
  'resource.edit': ['resource', '修改了资源', 'resource'],
  'resource.open': ['resource', '开放了资源', 'resource'],
  'resource.close': ['resource', '关闭了资源', 'resource'],
  'resource.delete': ['resource', '删除了资源', 'resource'],
  'resource.download': ['resource', '下载了资源', 'resource'],

  'question.add': ['bank', '新增了题目', 'question'],
  'question.edit': ['bank', '修改了题目', 'question'],
  'question.rename': ['bank', '重命名了题目', 'question'],
  'question.move': ['bank', '移动了题目', 'question'],
  'question.delete': ['bank', '删除了题目', 'question'],
  'question.restore': ['bank', '恢复了题目', 'question'],
  'question.share': ['bank', '共享了题目', 'question'],
  'question.unshare': ['bank', '取消了题目的共享', 'question'],
  'group.add': ['account', '新建了教研组', 'teaching_group'],
  'group.edit': ['account', '修改了教研组', 'teaching_group'],
  'group.leave': ['account', '退出了教研组', 'teaching_group'],
  'group.delete': ['account', '删除了教研组', 'teaching_group'],
  'question.import': ['bank', '导入了题目', 'question_import'],
  'question.importUndo': ['bank', '撤销了题目的导入', 'question_import'],
  'question.importCancel': ['bank', '取消了题目的导入', 'question_import'],
  'question.export': ['bank', '导出了题目', 'question'],
  'directory.add': ['bank', '新增了目录', 'directory'],
  'directory.rename': ['bank', '重命名了目录', 'directory'],
  'directory.move': ['bank', '移动了目录', 'directory'],
  'directory.delete': ['bank', '删除了目录', 'directory'],
  'directory.share': ['bank', '共享了目录', 'directory'],
  'directory.unshare': ['bank', '取消了目录的共享', 'directory'],
  'scene_type.add': ['bank', '新增了场景类型', 'scene_type'],
  'scene_type.delete': ['bank', '删除了场景类型', 'scene_type'],
  'exam_type.add': ['bank', '新增了考试类型', 'exam_type'],
  'exam_type.delete': ['bank', '删除了考试类型', 'exam_type'],
  'basket.add': ['bank', '把题目加入试题篮', 'basket'],
  'basket.remove': ['bank', '从试题篮取出题目', 'basket'],

  'practice.add': ['practice', '练习了一题', 'practice'],
  'practice.rate': ['practice', '给练习自评', 'practice'],
  'practice.mark': ['practice', '对照要点给自己打分', 'practice'],
  'practice.delete': ['practice', '删除了练习记录', 'practice'],
  'practice.start_run': ['practice', '开始一组练习', 'practice_run'],
  'practice.end_run': ['practice', '结束一组练习', 'practice_run'],
  'wrong_question.put_back': ['practice', '把题目放回错题本', 'wrong_question'],
  'wrong_question.remove': ['practice', '把题目移出错题本', 'wrong_question'],

  'school.edit': ['school', '修改了学校设置', 'school'],
  'school.set_mail': ['school', '设置了发信邮箱', 'school'],
  'school.remove_mail': ['school', '移除了发信邮箱', 'school'],
  'school.test_mail': ['school', '测试了发信邮箱', 'school'],
  'retention.remove': ['school', '清理了过期的录音和照片', 'school', 'exam'],
  'retention.automatic': ['school', '更改了自动清理', 'school'],
  'audit.export': ['school', '导出了操作记录', 'audit'],
} as const satisfies Record<string, readonly [AuditKind, string, ...AuditEntity[]]>;

export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** What an action is done to. */
export type EntityOf<A extends AuditAction> = (typeof AUDIT_ACTIONS)[A] extends readonly [
  AuditKind,
  string,
  ...infer E extends AuditEntity[],
]
  ? E[number]
  : never;

/** The actions that are done to such a thing. */
export type ActionOn<E extends AuditEntity> = { [A in AuditAction]: EntityOf<A> extends E ? A : never }[AuditAction];

const find = (action: string) => Object.entries(AUDIT_ACTIONS).find(([name]) => name === action)?.[1];

/** The sentence of an action; an unknown one is named as it was stored. */
export function auditSentence(action: string): string {
  return find(action)?.[1] ?? `其他操作（${action}）`;
}

/** The kind of an action, in words. */
export function auditKindLabel(action: string): string {
  const kind = find(action)?.[0];
  return kind ? AUDIT_KINDS[kind] : '其他';
}

/** The actions of a kind. */
export function actionsOf(kind: AuditKind): string[] {
  return Object.entries(AUDIT_ACTIONS).flatMap(([action, [of]]) => (of === kind ? [action] : []));
}

const FIELDS: Record<string, string> = {
  account: '学号',
  name: '姓名',
  gender: '性别',
  phone: '手机号',
  email: '邮箱',
  classId: '班级',
  consent: '监护人同意',
  title: '标题',
  prompt: '题目内容',
  stem: '题干',
  kind: '题型',
  options: '选项',
  answer: '答案',
  analysis: '解析',
  examContent: '朗读内容',
  referenceAnswer: '参考答案',
  markingPoints: '评分要点',
  points: '分值',
  level: '难度',
  keyPoint: '关键词',
  imageUrl: '图片',
  musicUrl: '音频',
};

/** Which fields were changed, by name. */
function changedFields(detail: Record<string, unknown>): string | null {
  if (!Array.isArray(detail.changed)) return null;
  const names = detail.changed.flatMap((field) => FIELDS[String(field)] ?? []);
  return names.length === 0 ? null : `改了${names.join('、')}`;
}

const PARTS: Record<string, string> = { oral: '口语', written: '笔试' };

/** Of 彻底删除 the reason is chosen; all others are typed. */
const ERASURE_REASONS: Record<string, string> = { term: '保留期已满', guardian: '监护人要求' };

/**
 * What the entry's detail adds for people: names, counts, minutes and reasons by a closed list. Everything else
 * stays in the database: nothing a detail holds reaches a page by accident.
 */
export function auditRemark(detail: Record<string, unknown>): string {
  const text = (name: string) =>
    typeof detail[name] === 'string' && detail[name] !== '' ? String(detail[name]) : null;
  const number = (name: string) => (typeof detail[name] === 'number' ? Number(detail[name]) : null);
  const part = text('part');
  const [count, papers, minutes, from, to] = [
    number('count'),
    number('papers'),
    number('minutes'),
    text('from'),
    text('to'),
  ];
  const remarks = [
    text('name') ?? text('account'),
    changedFields(detail),
    part ? (PARTS[part] ?? null) : null,
    from !== null && to !== null ? `“${from}”改为“${to}”` : null,
    minutes === null ? null : `${minutes} 分钟`,
    count === null ? null : `${count} 项`,
    papers === null ? null : `${papers} 份答卷`,
    text('reason') === null ? null : `原因：${ERASURE_REASONS[text('reason') ?? ''] ?? text('reason')}`,
  ];
  return remarks.filter((remark) => remark !== null).join('，');
}
