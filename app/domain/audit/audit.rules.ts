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

/** Every action that is recorded: its kind and its sentence, said of who did it. */
export const AUDIT_ACTIONS: Record<string, readonly [AuditKind, string]> = {
  'exam.add': ['exam', '新建了考试'],
  'exam.save': ['exam', '保存了考试的设置'],
  'exam.reset': ['exam', '清空了考试的草稿'],
  'exam.publish': ['exam', '发布了考试'],
  'exam.withdraw': ['exam', '撤回了考试'],
  'exam.close': ['exam', '关闭了考试'],
  'exam.delete': ['exam', '删除了考试'],
  'exam.extend': ['exam', '延长了考试时间'],
  'exam.grant_resit': ['exam', '安排了补考'],
  'exam.undo_resit': ['exam', '取消了补考'],
  'exam.hold': ['exam', '保留了考试的录音和照片'],
  'exam.unhold': ['exam', '取消了考试的保留'],
  'exam.addClassrooms': ['exam', '给考试增加了班级'],
  'exam.page_setting': ['scoring', '修改了评分设置'],
  'score.look': ['scoring', '查看了各位老师的评分'],
  'exam.release': ['result', '公布了成绩'],
  'exam.unrelease': ['result', '撤回了已公布的成绩'],
  'exam.remark': ['result', '复核改分'],
  'exam.export': ['result', '导出了成绩、答卷或报告'],

  'attempt.start': ['sitting', '开始考试'],
  'attempt.take': ['sitting', '上传了录音'],
  'attempt.choose_take': ['sitting', '选定了计分的录音'],
  'attempt.photos': ['sitting', '上传了答卷照片'],
  'attempt.remove_photo': ['sitting', '删除了答卷照片'],
  'attempt.turn_photo': ['sitting', '旋转了答卷照片'],
  'attempt.move_photo': ['sitting', '调整了照片顺序'],
  'attempt.submit': ['sitting', '交卷'],
  'attempt.auto_submit': ['sitting', '到时由系统或教师收卷'],
  'attempt.hand_in_for': ['sitting', '代学生交卷'],

  'score.save_draft': ['scoring', '保存了评分草稿'],
  'score.finalise': ['scoring', '提交了评分'],
  'score.save_item': ['scoring', '按题评分'],
  'score.by_key': ['scoring', '按标准答案自动评分'],
  'score.set_examiners': ['scoring', '更改了评分教师'],
  'score.share_out': ['scoring', '分配了答卷'],
  'score.reassign': ['scoring', '把答卷改派给别的教师'],
  'score.assign_arbiter': ['scoring', '请了仲裁教师'],
  'score.decide': ['scoring', '裁定了有分歧的评分'],
  'score.revoke_decision': ['scoring', '撤销了对分歧评分的裁定'],
  'score.accept_late': ['scoring', '采纳了迟到的作答'],
  'score.photo_marks': ['scoring', '在答卷照片上批注'],
  'score.arrange_photo': ['scoring', '调整了答卷照片'],
  'rubric.save': ['scoring', '保存了评分标准'],
  'rubric.reapply': ['scoring', '按新的评分标准重算了得分'],
  'comment.edit': ['scoring', '修改了评语'],
  'comment.remove': ['scoring', '删除了评语'],
  'quick_comment.add': ['scoring', '新增了常用评语'],
  'quick_comment.edit': ['scoring', '修改了常用评语'],
  'quick_comment.delete': ['scoring', '删除了常用评语'],

  'file.read': ['file', '查看了学生的录音或照片'],
  'file.store': ['file', '上传了文件'],

  'student.add': ['student', '新增了学生'],
  'student.edit': ['student', '修改了学生信息'],
  'student.delete': ['student', '删除了学生'],
  'student.erase': ['student', '彻底删除了学生的个人数据'],
  'student.import': ['student', '导入了学生名单'],
  'student.export': ['student', '导出了学生名单'],
  'student.reset_password': ['student', '重置了学生的密码'],
  'class.add': ['student', '新建了班级'],
  'class.edit': ['student', '修改了班级'],
  'class.delete': ['student', '删除了班级'],
  'class.promote': ['student', '班级升级'],
  'class.graduate': ['student', '班级毕业'],
  'class.restore': ['student', '恢复了毕业的班级'],
  'student.move': ['student', '给学生转班'],

  'user.sign_in': ['account', '登录'],
  'user.change_password': ['account', '修改了密码'],
  'user.forget_password': ['account', '申请重置密码'],
  'user.update_profile': ['account', '修改了个人信息'],
  'user.export': ['account', '导出了自己的数据'],
  'user.end_session': ['account', '退出了一台设备'],
  'user.end_other_sessions': ['account', '退出了其他设备'],
  'user.invite': ['account', '邀请了同事'],
  'user.revoke_invitation': ['account', '撤销了邀请'],
  'user.register': ['account', '凭邀请注册了账号'],
  'user.make_reset_link': ['account', '生成了重置密码的链接'],
  'user.stop_reset_link': ['account', '停止了重置密码的链接'],
  'user.reset_password': ['account', '凭链接重置了密码'],
  'user.unlock': ['account', '解除了登录锁定'],
  'user.disable': ['account', '停用了账号'],
  'user.enable': ['account', '启用了账号'],
  'user.hand_over': ['account', '移交了题库和考试'],
  'user.make_administrator': ['account', '设为管理员'],
  'user.unmake_administrator': ['account', '取消了管理员'],

  'work.publish': ['work', '发布了作品'],
  'work.approve': ['work', '通过了作品'],
  'work.reject': ['work', '驳回了作品'],
  'work.withdraw': ['work', '撤回了作品'],
  'work.pin': ['work', '置顶了作品'],
  'work.unpin': ['work', '取消了作品的置顶'],
  'work_comment.add': ['work', '评论了作品'],
  'work_comment.approve': ['work', '通过了评论'],
  'work_comment.reject': ['work', '驳回了评论'],
  'work_comment.withdraw': ['work', '撤回了评论'],
  'work_comment.delete': ['work', '删除了评论'],

  'interact.ask': ['interact', '向教师提问'],
  'interact.reply': ['interact', '回复了提问'],
  'interact.delete': ['interact', '删除了一条回复'],
  'interact.close': ['interact', '结束了提问'],
  'interact.reopen': ['interact', '重新打开了提问'],

  'resource.add': ['resource', '上传了资源'],
  'resource.edit': ['resource', '修改了资源'],
  'resource.open': ['resource', '开放了资源'],
  'resource.close': ['resource', '关闭了资源'],
  'resource.delete': ['resource', '删除了资源'],
  'resource.download': ['resource', '下载了资源'],

  'question.add': ['bank', '新增了题目'],
  'question.edit': ['bank', '修改了题目'],
  'question.rename': ['bank', '重命名了题目'],
  'question.move': ['bank', '移动了题目'],
  'question.delete': ['bank', '删除了题目'],
  'question.restore': ['bank', '恢复了题目'],
  'question.share': ['bank', '共享了题目'],
  'question.unshare': ['bank', '取消了题目的共享'],
  'question.import': ['bank', '导入了题目'],
  'question.importUndo': ['bank', '撤销了题目的导入'],
  'question.importCancel': ['bank', '取消了题目的导入'],
  'question.export': ['bank', '导出了题目'],
  'directory.add': ['bank', '新增了目录'],
  'directory.rename': ['bank', '重命名了目录'],
  'directory.move': ['bank', '移动了目录'],
  'directory.delete': ['bank', '删除了目录'],
  'scene_type.add': ['bank', '新增了场景类型'],
  'scene_type.delete': ['bank', '删除了场景类型'],
  'exam_type.add': ['bank', '新增了考试类型'],
  'exam_type.delete': ['bank', '删除了考试类型'],
  'basket.add': ['bank', '把题目放入试题篮'],
  'basket.remove': ['bank', '从试题篮取出题目'],

  'practice.add': ['practice', '练习了一题'],
  'practice.rate': ['practice', '给练习自评'],
  'practice.mark': ['practice', '对照要点给自己打分'],
  'practice.delete': ['practice', '删除了练习记录'],
  'practice.start_run': ['practice', '开始一组练习'],
  'practice.end_run': ['practice', '结束一组练习'],
  'wrong_question.put_back': ['practice', '把题目放回错题本'],
  'wrong_question.remove': ['practice', '把题目移出错题本'],

  'school.edit': ['school', '修改了学校设置'],
  'school.set_mail': ['school', '设置了发信邮箱'],
  'school.remove_mail': ['school', '移除了发信邮箱'],
  'school.test_mail': ['school', '测试了发信邮箱'],
  'retention.remove': ['school', '清理了过期的录音和照片'],
  'retention.automatic': ['school', '更改了自动清理'],
  'audit.export': ['school', '导出了操作记录'],
};

/** The sentence of an action; an unknown one is named as it was stored. */
export function auditSentence(action: string): string {
  return AUDIT_ACTIONS[action]?.[1] ?? `其他操作（${action}）`;
}

/** The kind of an action, in words. */
export function auditKindLabel(action: string): string {
  const kind = AUDIT_ACTIONS[action]?.[0];
  return kind ? AUDIT_KINDS[kind] : '其他';
}

/** The actions of a kind. */
export function actionsOf(kind: AuditKind): string[] {
  return Object.keys(AUDIT_ACTIONS).filter((action) => AUDIT_ACTIONS[action]?.[0] === kind);
}

const FIELDS: Record<string, string> = {
  account: '学号',
  name: '姓名',
  gender: '性别',
  phone: '手机号',
  email: '邮箱',
  classId: '班级',
  consent: '监护人同意',
};

/** Which fields were changed, by name. */
function changedFields(detail: Record<string, unknown>): string | null {
  if (!Array.isArray(detail.changed)) return null;
  const names = detail.changed.flatMap((field) => FIELDS[String(field)] ?? []);
  return names.length === 0 ? null : `改了${names.join('、')}`;
}

const PARTS: Record<string, string> = { oral: '口语', written: '笔试' };

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
    text('reason') === null ? null : `原因：${text('reason')}`,
  ];
  return remarks.filter((remark) => remark !== null).join('，');
}
