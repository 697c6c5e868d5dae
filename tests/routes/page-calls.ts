/**
 * What every form of a page does, and by which call a program does the same. `call`: one or several, by their paths
 * below /api. `none`: why no call is needed. `page`: it has none; the list of these is asserted, so that it cannot grow
 * unseen.
 */
export type Way = { call: string | string[] } | { none: string } | { page: string };

const call = (...names: string[]): Way => ({ call: names });
const none = (reason: string): Way => ({ none: reason });
const page = (what: string): Way => ({ page: what });

const bankList = (bank: string): Record<string, Way> => ({
  delete: call(`exam/${bank}/delete`),
  restore: call(`exam/${bank}/restore`),
  move: call(`exam/${bank}/move`),
  copy: call(`exam/${bank}/copy`),
  rename: call(`exam/${bank}/rename`),
  addDir: call('exam/dir/add'),
  renameDir: call('exam/dir/rename'),
  moveDir: call('exam/dir/move'),
  deleteDir: call('exam/dir/delete'),
  addType: call('sceneType/add', 'examType/add'),
  deleteType: call('sceneType/delete', 'examType/delete'),
});
const allBanks = (name: string) => call(`exam/oral/${name}`, `exam/written/${name}`, `exam/theory/${name}`);
const questionForm = (bank: string): Record<string, Way> => ({
  save: call(`exam/${bank}/add`),
  saveNext: call(`exam/${bank}/add`),
  addRow: none('draws one more row of the form, without script'),
});
const practice: Record<string, Way> = {
  answer: call('practice/add'),
  rate: call('practice/add'),
  mark: call('practice/add'),
  delete: page('deleting a try'),
};

/** By route file and `_intent` ('' where its form has only one). */
export const PAGE_CALLS: Record<string, Record<string, Way>> = {
  '$.tsx': { '': none('an address that is none') },
  '_app.dynamic.examine.index.tsx': {
    approve: call('interact/work/moderate', 'interact/comment/moderate'),
    reject: call('interact/work/moderate', 'interact/comment/moderate'),
  },
  '_app.dynamic.interact.$id.tsx': {
    reply: call('interact/thread/reply'),
    close: call('interact/thread/close'),
    reopen: call('interact/thread/close'),
    delete: call('interact/thread/deletePost'),
  },
  '_app.dynamic.interact.index.tsx': { ask: call('interact/thread/add') },
  '_app.dynamic.works.$id.tsx': {
    like: call('interact/work/like'),
    pin: call('interact/work/pin'),
    withdraw: call('interact/work/withdraw'),
  },
  '_app.dynamic.works.comment.tsx': { add: call('interact/comment/add'), delete: call('interact/comment/delete') },
  '_app.dynamic.works.index.tsx': { like: call('interact/work/like'), withdraw: call('interact/work/withdraw') },
  '_app.dynamic.works.publish.tsx': { publish: call('interact/work/publish') },
  '_app.evaluation.index.tsx': {
    start: none('a program chooses the order of its questions itself'),
    end: none('a program ends its run by asking no more'),
  },
  '_app.evaluation.wrong.tsx': {
    practise: call('practice/wrongList', 'practice/add'),
    remove: call('practice/wrongRemove'),
    putBack: call('practice/wrongPutBack'),
  },
  '_app.examination.add.tsx': {
    extendAll: call('exam/extend'),
    extendSome: call('exam/extend'),
    addClassrooms: call('exam/addClass'),
  },
  '_app.examination.board.tsx': {
    handin: call('exam/handIn'),
    extend: call('exam/extend'),
    unlock: call('exam/unlock'),
  },
  '_app.examination.draw.tsx': { draw: call('exam/draw', 'exam/edit', 'cart/add'), remove: call('exam/edit') },
  '_app.examination.firstadd.tsx': { save: call('exam/add', 'exam/edit'), reset: call('exam/edit') },
  '_app.examination.index.tsx': {
    publish: call('exam/publish'),
    withdraw: call('exam/withdraw'),
    close: call('exam/close'),
    delete: call('exam/delete'),
  },
  '_app.examination.resit.tsx': { grant: call('exam/resit'), undo: call('exam/undoResit') },
  '_app.examination.scoreexamination.comments.tsx': {
    save: call('exam/score/commentSave'),
    keep: call('exam/score/commentSave'),
    move: call('exam/score/commentMove'),
    delete: call('exam/score/commentDelete'),
    edit: call('exam/score/save'),
    remove: call('exam/score/save'),
  },
  '_app.examination.scoreexamination.item.tsx': {
    draft: call('exam/score/save'),
    next: call('exam/score/save'),
    submit: call('exam/score/save'),
  },
  '_app.examination.scoreexamination.late.tsx': { accept: call('exam/score/acceptLate') },
  '_app.examination.scoreexamination.page_setting.tsx': {
    settings: call('exam/setting'),
    rubric: page('a rubric of rules'),
    reapply: page('marking again by a newer rubric'),
    hold: call('retention/hold'),
    unhold: call('retention/unhold'),
  },
  '_app.examination.scoreexamination.photo.tsx': {
    mark: call('exam/score/photoMarks'),
    remove: call('exam/score/photoMarks'),
    turn: call('exam/score/photoArrange'),
    move: call('exam/score/photoArrange'),
  },
  '_app.examination.scoreexamination.remark.tsx': { apply: call('exam/remark') },
  '_app.examination.scoreexamination.score.tsx': {
    draft: call('exam/score/save'),
    keep: call('exam/score/save'),
    final: call('exam/score/save'),
    next: call('exam/score/save'),
    decide: call('exam/score/decide'),
    revoke: call('exam/score/undecide'),
  },
  '_app.examination.scoreexamination.scorelist.tsx': {
    release: call('exam/release'),
    unrelease: call('exam/unrelease'),
    auto: page('marking all papers by their keys at once'),
  },
  '_app.examination.scoreexamination.share.tsx': {
    examiners: page('other examiners after the publication'),
    share: page('sharing papers out'),
    reassign: page('giving papers to another examiner'),
    arbiter: page('naming an arbiter'),
  },
  '_app.examination.secondadd.tsx': {
    save: call('exam/edit'),
    choose: call('exam/edit'),
    reset: call('exam/edit'),
  },
  '_app.examination.threeadd.tsx': {
    save: call('exam/edit'),
    add: call('exam/edit'),
    pick: call('exam/edit'),
    tick: none('what is ticked on several pages of a list; a program sends the questions that it wants'),
    reset: call('exam/edit'),
  },
  '_app.member.class.edit.tsx': { add: call('class/add'), edit: call('class/edit') },
  '_app.member.class.index.tsx': {
    delete: call('class/delete'),
    graduate: call('class/graduate'),
    restore: call('class/restore'),
  },
  '_app.member.class.promote.tsx': { '': call('class/edit') },
  '_app.member.class.slips.tsx': { '': call('stu/resetPassword') },
  '_app.member.student.edit.tsx': { add: call('stu/add'), edit: call('stu/edit') },
  '_app.member.student.import.tsx': { upload: call('stu/import'), import: call('stu/import') },
  '_app.member.student.index.tsx': {
    delete: call('stu/delete'),
    reset: call('stu/resetPassword'),
    move: call('stu/move'),
  },
  '_app.question_bank.basket.tsx': {
    add: call('cart/add'),
    arrange: call('cart/update'),
    clear: call('cart/delete'),
    exam: call('exam/add'),
  },
  '_app.question_bank.import.tsx': { upload: call('exam/question/import') },
  '_app.question_bank.import_.preview.tsx': {
    confirm: call('exam/question/import'),
    cancel: none('an import that is not confirmed stores nothing'),
    choose: none('a program sends the questions that it wants'),
    chooseMany: none('a program sends the questions that it wants'),
    reread: none('a program says the format with the file'),
    mend: none('a program mends what it sends'),
    toJudge: none('a program says the kind with the question'),
  },
  '_app.question_bank.mine.index.tsx': { ...bankList('oral'), ...bankList('theory') },
  '_app.question_bank.mine.page.index.tsx': { ...questionForm('oral'), analyze: call('exam/oral/analyzer') },
  '_app.question_bank.mine.pen.index.tsx': questionForm('written'),
  '_app.question_bank.mine.theory.index.tsx': questionForm('theory'),
  '_app.question_bank.my_shared.index.tsx': { unshare: allBanks('shared') },
  '_app.question_bank.oral_test.index.tsx': bankList('oral'),
  '_app.question_bank.oral_test.page.tsx': { ...questionForm('oral'), analyze: call('exam/oral/analyzer') },
  '_app.question_bank.pen_test.index.tsx': bankList('written'),
  '_app.question_bank.pen_test.page.tsx': questionForm('written'),
  '_app.question_bank.share.tsx': { share: allBanks('shared'), revoke: allBanks('shared') },
  '_app.question_bank.shared.index.tsx': { copy: allBanks('copy') },
  '_app.question_bank.theory.index.tsx': bankList('theory'),
  '_app.question_bank.theory.page.tsx': questionForm('theory'),
  '_app.resource.edit.tsx': { '': page('another title or audience of a resource') },
  '_app.resource.index.tsx': {
    open: call('exam/resource/open'),
    close: call('exam/resource/open'),
    delete: call('exam/resource/delete'),
  },
  '_app.resource.upload.tsx': { '': call('common/upload', 'exam/resource/add') },
  '_app.users.colleagues.tsx': {
    invite: call('teacher/invite'),
    revoke: call('teacher/revoke'),
    reset: call('teacher/resetLink'),
    disable: call('teacher/disable'),
    enable: call('teacher/enable'),
    admin: call('teacher/admin'),
    unadmin: call('teacher/admin'),
  },
  '_app.users.colleagues_.handover.tsx': { '': page('handing over what a colleague leaves behind') },
  '_app.users.erasure.tsx': { '': page('erasing a deleted student for good') },
  '_app.users.info.tsx': {
    profile: call('user/profile'),
    avatar: call('common/upload', 'user/profile'),
    removeAvatar: call('user/profile'),
  },
  '_app.users.news.tsx': { read: call('msg/read'), delete: call('msg/delMsgs'), allRead: call('msg/allRead') },
  '_app.users.retention.tsx': {
    hold: call('retention/hold'),
    unhold: call('retention/unhold'),
    delete: call('retention/delete'),
    automatic: call('retention/automatic'),
  },
  '_app.users.school.tsx': {
    basics: call('school/save'),
    exams: call('school/exams'),
    words: call('school/words'),
    mail: none('the password of a mail server is typed where its test mail is read'),
    noMail: none('as above'),
    test: none('as above'),
  },
  '_app.users.setting.tsx': {
    password: call('user/password'),
    email: call('user/profile'),
    preferences: call('user/preferences'),
    endDevice: page('ending the session of one device'),
    endOthers: none('a change of the password ends all others'),
    stopLinks: page('stopping a link for a new password'),
  },
  '_sit.evaluation.run.tsx': {
    again: none('a program chooses the order of its questions itself'),
    end: none('a program ends its run by asking no more'),
  },
  '_sit.examination.evaluation.index.tsx': {
    choose: call('exam/attempt/takeChoose'),
    upload: call('common/upload', 'exam/attempt/take'),
    submit: call('exam/attempt/submit'),
  },
  '_sit.examination.evaluation.written.tsx': {
    save: call('exam/attempt/answer', 'exam/attempt/photo', 'exam/attempt/photoRemove'),
    submit: call('exam/attempt/submit'),
  },
  '_sit.examination.preview.tsx': {
    start: call('exam/attempt/start'),
    switch: none('a program runs one part of an exam at a time'),
    publish: call('exam/publish'),
  },
  '_sit.question_bank.mine.evaluation.index.tsx': practice,
  '_sit.question_bank.mine.pen.preview.tsx': practice,
  '_sit.question_bank.mine.theory.preview.tsx': practice,
  'users.password.tsx': { '': call('user/password') },
  'users.export.download.ts': { '': page('the file of what is kept of a student') },
  'test_.result.ts': { '': none('what the test of this very browser found') },
  'test_.upload.ts': { '': none('a sound that the test of this very browser sends and hears again') },
  'forget.tsx': {
    '': none('a link for a new password goes by mail to whoever cannot sign in'),
    set: none('the link of that mail'),
  },
  'lite.ts': { '': none('with which pages this browser is served') },
  'login.tsx': {
    switch: none('a program has the session whose cookie it sends'),
    '': call('user/login'),
    register: call('user/register'),
  },
  'logout.ts': { '': call('user/logout') },
};
