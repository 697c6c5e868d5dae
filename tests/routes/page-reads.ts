import type { Way } from './page-calls';

/**
 * What every page and file reads for whoever opens it, and by which call a program reads the same. `call`: one or
 * several, by their paths below /api. `none`: why no call is needed.
 */

const call = (...names: string[]): Way => ({ call: names });
const none = (reason: string): Way => ({ none: reason });

const bankList = (bank: string) =>
  call(`exam/${bank}/list`, bank === 'theory' ? 'exam/theory/dirList' : 'exam/dirList');
const practicePage = (bank: string) => call(`exam/${bank}/get`, 'practice/list', 'practice/add');
const BANK_LISTS = ['exam/oral/list', 'exam/written/list', 'exam/theory/list'];
const shell = call('user/userInfo', 'user/menu', 'cms/info', 'msg/getNewsCount');
const drawing = none('a drawing of what other calls answer in figures');
const machine = none('for whoever looks after the machine, and open to all');

/** By route file. */
export const PAGE_READS: Record<string, Way> = {
  '$.tsx': none('an address that is none'),
  '_index.tsx': none('leads to the home page'),
  'login.tsx': none('the form of user/login'),
  'logout.ts': none('leads to the sign-in form'),
  'forget.tsx': none('a link for a new password goes by mail to whoever cannot sign in'),
  'lite.ts': none('with which pages this browser is served'),
  'healthz.ts': machine,
  'readyz.ts': machine,
  'test.tsx': none('looks at this very browser'),
  'test_.result.ts': none('what the test of this very browser found'),
  'test_.upload.ts': none('a sound that the test of this very browser sends and hears again'),
  'formula.ts': none('a drawing of a formula that its reader has as text'),
  'waveform.$id.ts': none('a drawing of a recording that file/:id gives'),
  'logo.ts': call('school/info', 'file/:id'),
  'census.chart.ts': drawing,
  'users.region.ts': none('the names of provinces, cities and districts'),
  'users.password.tsx': none('the form of user/password'),

  '_app.tsx': shell,
  '_sit.tsx': shell,
  '_app.dashboard.tsx': call('exam/list', 'exam/the/scoreExamList', 'exam/stu/list', 'exam/stu/history', 'msg/list'),
  '_app.users._index.tsx': call('user/profile'),
  '_app.users.info.tsx': call('user/profile'),
  '_app.users.setting.tsx': call('cms/info', 'user/devices', 'user/waitingLink'),
  '_app.users.news.tsx': call('msg/list'),
  '_app.users_.news_.$id.tsx': call('msg/list'),
  '_app.users.school.tsx': call('school/info'),
  '_app.users.erasure.tsx': call('stu/deleted'),
  '_app.users.retention.tsx': call('retention/list'),
  '_app.users.colleagues.tsx': call('teacher/list', 'teacher/invitations'),
  '_app.users_.colleagues_.handover.tsx': call('teacher/handOver'),
  '_app.users.groups.tsx': call('teachingGroup/list'),
  '_app.users.groups_.edit.tsx': call('teachingGroup/get', 'teacher/list'),
  '_app.users.audit.tsx': call('audit/list'),
  'users.audit.export.ts': call('audit/export'),
  '_app.users_.export.tsx': call('user/export'),
  'users.export.download.ts': call('user/export'),

  '_app.member.class.index.tsx': call('class/list'),
  '_app.member.class.edit.tsx': call('class/list', 'teacher/examinerList'),
  '_app.member.class.promote.tsx': call('class/list'),
  '_app.member.class.slips.tsx': call('stu/list', 'stu/resetPassword'),
  '_app.member.student.index.tsx': call('stu/list'),
  '_app.member.student.edit.tsx': call('stu/list', 'class/listNoPage'),
  '_app.member.student.import.tsx': call('stu/import'),
  'member.student.import_.template.ts': call('stu/template'),
  'member.student.export.ts': call('stu/export'),

  '_app._bank.tsx': call('exam/dirList', 'exam/theory/dirList'),
  '_app._bank.question_bank.oral_test.index.tsx': bankList('oral'),
  '_app._bank.question_bank.pen_test.index.tsx': bankList('written'),
  '_app._bank.question_bank.theory.index.tsx': bankList('theory'),
  '_app._bank.question_bank.mine.index.tsx': call(...BANK_LISTS),
  '_app._bank.question_bank.oral_test.page.tsx': call('exam/oral/get', 'sceneType/list', 'examType/list'),
  '_app._bank.question_bank.pen_test.page.tsx': call('exam/written/get'),
  '_app._bank.question_bank.theory.page.tsx': call('exam/theory/get'),
  '_app._bank.question_bank.mine.page.index.tsx': call('exam/oral/get'),
  '_app._bank.question_bank.mine.pen.index.tsx': call('exam/written/get'),
  '_app._bank.question_bank.mine.theory.index.tsx': call('exam/theory/get'),
  '_app.question_bank.oral_test.evaluation.tsx': call('exam/oral/get'),
  '_app.question_bank.pen_test.preview.tsx': call('exam/written/get'),
  '_app.question_bank.theory.preview.tsx': call('exam/theory/get'),
  '_app.question_bank.history.tsx': call('exam/question/history'),
  '_app.question_bank.share.tsx': call('exam/question/rights'),
  '_app.question_bank.shared.index.tsx': call(...BANK_LISTS),
  '_app.question_bank.my_shared.index.tsx': call(...BANK_LISTS, 'exam/question/rights'),
  '_app.question_bank.basket.tsx': call('cart/list'),
  '_app.question_bank.basket_.print.tsx': call('cart/list'),
  '_app.question_bank.import.tsx': call('exam/question/import'),
  '_app.question_bank.import_.preview.tsx': call('exam/question/import'),
  'question_bank.import_.refused.ts': call('exam/question/import'),
  'question_bank.import_.template.ts': call('exam/question/template'),
  'question_bank.export.ts': call('exam/question/export'),
  '_app.question_bank.export_.choose.tsx': none('the formats of exam/question/export stand in its document'),

  '_app._wizard.tsx': call('exam/get'),
  '_app._wizard.examination.firstadd.tsx': call('exam/get', 'class/list'),
  '_app._wizard.examination.secondadd.tsx': call('exam/get', 'exam/oral/examImportList', 'teacher/examinerList'),
  '_app._wizard.examination.threeadd.tsx': call('exam/get', 'exam/written/examImportList', 'teacher/examinerList'),
  '_app.examination.draw.tsx': call('exam/get', 'exam/draw', 'exam/dirList'),
  '_app.examination.preview_.paper.tsx': call('exam/get', 'exam/print/key'),
  '_app.examination.print.tsx': call(
    ...['paper', 'key', 'sheet', 'attendance', 'door'].map((what) => `exam/print/${what}`),
  ),
  'examination.print_.word.ts': call('exam/print/word'),
  '_app.examination.index.tsx': call('exam/list'),
  '_app.examination.add.tsx': call('exam/get', 'exam/board', 'class/list'),
  '_app.examination.board.tsx': call('exam/board', 'exam/announce'),
  '_app.examination.resit.tsx': call('exam/resits'),
  '_app.examination.scan.tsx': call('exam/scan/get'),

  '_app.examination.scoreexamination.index.tsx': call('exam/the/scoreExamList'),
  '_app._scoring.tsx': call('exam/get'),
  '_app._scoring.examination.scoreexamination.scorelist.tsx': call('exam/score/list', 'exam/release'),
  '_app._scoring.examination.scoreexamination.classscorelist.tsx': call('exam/score/class'),
  '_app._scoring.examination.scoreexamination.comments.tsx': call('exam/score/commentList', 'exam/score/comments'),
  '_app._scoring.examination.scoreexamination.consistency.tsx': call('exam/score/consistency', 'exam/score/marks'),
  '_app._scoring.examination.scoreexamination.page_setting.tsx': call('exam/setting', 'exam/rubric/get'),
  '_app._scoring.examination.scoreexamination.remark.tsx': call('exam/remark'),
  '_app._scoring.examination.scoreexamination.share.tsx': call('exam/share/get'),
  '_app.examination.scoreexamination.score.tsx': call('exam/score/get'),
  '_app.examination.scoreexamination.item.tsx': call('exam/score/list', 'exam/score/get'),
  '_app.examination.scoreexamination.journal.tsx': call('exam/score/journal'),
  '_app.examination.scoreexamination.late.tsx': call('exam/score/get'),
  '_app.examination.scoreexamination.photo.tsx': call('exam/score/get'),
  'examination.scoreexamination.export.ts': call('exam/score/export', 'exam/score/exportAnswers'),
  'examination.scoreexamination.consistency_.export.ts': call('exam/score/exportConsistency'),

  '_app.census.index.tsx': call('census/list', 'census/exam', 'census/class', 'census/period'),
  'census.export.ts': call('census/export'),
  '_app.census.mine.index.tsx': call('census/student'),

  '_app.dynamic.interact.index.tsx': call('interact/thread/list'),
  '_app.dynamic.interact.$id.tsx': call('interact/thread/get'),
  '_app.dynamic.works.index.tsx': call('interact/highScore/list', 'interact/work/mine'),
  '_app.dynamic.works.$id.tsx': call('interact/highScore/list', 'interact/work/mine', 'interact/comment/list'),
  '_app.dynamic.works.comment.tsx': call('interact/comment/list'),
  '_app.dynamic.works.publish.tsx': call('exam/stu/result', 'practice/list'),
  '_app.dynamic.examine.index.tsx': call('interact/moderation/list', 'interact/moderation/history'),

  '_app.resource.index.tsx': call('exam/resource/list', 'exam/resource/stu/list'),
  '_app.resource.edit.tsx': call('exam/resource/list'),
  '_app.resource.preview.tsx': call('exam/resource/list', 'exam/resource/download'),
  '_app.resource.upload.tsx': call('class/list'),
  'resource.file.$id.ts': call('exam/resource/download'),

  '_app.student.examination.index.tsx': call('exam/stu/list'),
  '_sit.examination.preview.tsx': call('exam/get', 'exam/stu/list'),
  '_sit.examination.evaluation.index.tsx': call('exam/attempt/get'),
  '_sit.examination.evaluation.written.tsx': call('exam/attempt/get'),
  '_sit.examination.evaluation.receipt.tsx': call('exam/attempt/get'),
  '_sit.examination.record_page.index.tsx': call('exam/stu/result'),
  '_sit.examination.history.index.tsx': call('exam/stu/history'),

  '_app.evaluation.index.tsx': call(...BANK_LISTS),
  '_app.evaluation.progress.tsx': call('practice/progress', 'practice/list'),
  '_app.evaluation.wrong.tsx': call('practice/wrongList'),
  '_sit.evaluation.run.tsx': none('a program chooses the order of its questions itself'),
  '_sit.question_bank.mine.evaluation.index.tsx': practicePage('oral'),
  '_sit.question_bank.mine.pen.preview.tsx': practicePage('written'),
  '_sit.question_bank.mine.theory.preview.tsx': practicePage('theory'),
};
