import type { World } from './access-world';

export const PEOPLE = ['nobody', 'student', 'otherStudent', 'teacher', 'otherTeacher'] as const;
export type Person = (typeof PEOPLE)[number];

/** `login`: led to /login. `ok`: neither refused nor hidden; a write without fields may still be told what is missing. */
export type Outcome = 'login' | 'ok' | 401 | 403 | 404;

/** One per person, in the order of PEOPLE. */
export type Expected = readonly [Outcome, Outcome, Outcome, Outcome, Outcome];

const ANYONE: Expected = ['ok', 'ok', 'ok', 'ok', 'ok'];
const USERS: Expected = ['login', 'ok', 'ok', 'ok', 'ok'];
const TEACHERS: Expected = ['login', 403, 403, 'ok', 'ok'];
const STUDENTS: Expected = ['login', 'ok', 'ok', 403, 403];
/** Of an object of `teacher` whose existence is private. */
const OWNER: Expected = ['login', 403, 403, 'ok', 404];
/** Of an exam of `student`'s class. */
const CANDIDATE: Expected = ['login', 'ok', 404, 403, 403];
/** Of something of `student`'s whose existence is private; teachers have no such page. */
const OWN_STUDENT: Expected = ['login', 'ok', 404, 403, 403];
const NOWHERE: Expected = [404, 404, 404, 404, 404];
/** Leads everybody to the sign-in form. */
const TO_LOGIN: Expected = ['login', 'login', 'login', 'login', 'login'];

export type Entry = {
  url: string | ((world: World) => string);
  get: Expected;
  /** When a write's rights differ from those of reading. */
  post?: Expected;
  /** What a write carries; without it the fields are missing. */
  form?: (world: World) => Record<string, string>;
};

/** Every page and every resource route that is no call of the API. */
export const ROUTES: Record<string, Entry> = {
  'routes/$': { url: '/no/such/page', get: NOWHERE },
  'routes/_index': { url: '/', get: TO_LOGIN },
  'routes/login': { url: '/login', get: ANYONE },
  'routes/forget': { url: '/forget', get: ANYONE },
  'routes/test': { url: '/test', get: ANYONE },
  'routes/test_.result': { url: '/test/result', get: ANYONE, post: USERS },
  'routes/test_.upload': { url: '/test/upload', get: ANYONE },
  'routes/lite': { url: '/lite', get: ANYONE },
  'routes/logout': { url: '/logout', get: ANYONE, post: TO_LOGIN },
  'routes/healthz': { url: '/healthz', get: ANYONE },
  // What was not sent to whoever asks is answered as it is typed.
  'routes/formula': { url: '/formula?tex=x%5E2', get: USERS },
  'routes/waveform.$id': {
    url: ({ recording }) => `/waveform/${recording.id}`,
    get: ['login', 'ok', 404, 'ok', 404],
  },
  'routes/readyz': { url: '/readyz', get: ANYONE },
  // Uploads in parts speak their own protocol (tus): a GET is no part of it.
  'routes/api.common.tus.($id)': { url: '/api/common/tus', get: [401, 'ok', 'ok', 'ok', 'ok'] },

  'routes/_app.dashboard': {
    url: '/dashboard',
    get: USERS,
    post: TEACHERS,
    form: () => ({ _intent: 'closeFirstSteps' }),
  },
  'routes/_app.users._index': { url: '/users?index', get: USERS },
  'routes/_app.users.info': { url: '/users/info', get: USERS },
  'routes/_app.users.setting': { url: '/users/setting', get: USERS },
  'routes/users.region': { url: '/users/region?province=云南省', get: USERS },
  'routes/users.password': { url: '/users/password', get: USERS },
  'routes/logo': { url: '/logo', get: NOWHERE },
  // `teacher` is the school's administrator.
  'routes/_app.users.school': { url: '/users/school', get: ['login', 403, 403, 'ok', 403] },
  'routes/_app.users.erasure': { url: '/users/erasure', get: ['login', 403, 403, 'ok', 403] },
  'routes/_app.users.retention': { url: '/users/retention', get: ['login', 403, 403, 'ok', 403] },
  'routes/_app.users.colleagues': { url: '/users/colleagues', get: TEACHERS },
  'routes/_app.users_.colleagues_.handover': {
    url: ({ otherTeacher }) => `/users/colleagues/handover?id=${otherTeacher.id}`,
    get: ['login', 403, 403, 'ok', 403],
  },
  'routes/_app.users.groups': { url: '/users/groups', get: TEACHERS },
  'routes/_app.users.groups_.edit': { url: '/users/groups/edit', get: TEACHERS },
  'routes/_app.users.audit': { url: '/users/audit', get: TEACHERS },
  'routes/users.audit.export': { url: '/users/audit/export', get: TEACHERS },
  'routes/_app.users.news': { url: '/users/news', get: USERS },
  'routes/_app.users_.news_.$id': {
    url: ({ message }) => `/users/news/${message.id}`,
    get: ['login', 'ok', 404, 404, 404],
  },

  'routes/_app.dynamic.interact.index': { url: '/dynamic/interact/index', get: USERS, post: STUDENTS },
  'routes/_app.dynamic.interact.$id': {
    url: ({ thread }) => `/dynamic/interact/${thread.id}`,
    get: ['login', 'ok', 404, 'ok', 404],
  },

  'routes/_app.member.class.index': { url: '/member/class/index', get: TEACHERS },
  'routes/_app.member.class.edit': {
    url: ({ classroom }) => `/member/class/edit?id=${classroom.id}`,
    get: ['login', 403, 403, 'ok', 403],
    form: ({ classroom, teacher }) => ({
      _intent: 'edit',
      id: String(classroom.id),
      name: '高一（9）班',
      grade: '高一',
      year: '2026',
      teacherIds: String(teacher.id),
    }),
  },
  'routes/_app.member.class.promote': {
    // A class one may not change leads back to the list.
    url: ({ classroom }) => `/member/class/promote?ids=${classroom.id}`,
    get: TEACHERS,
    post: ['login', 403, 403, 'ok', 403],
    form: ({ classroom }) => ({
      ids: String(classroom.id),
      [`wasGrade.${classroom.id}`]: classroom.grade,
      [`wasName.${classroom.id}`]: classroom.name,
      [`grade.${classroom.id}`]: classroom.grade,
      [`name.${classroom.id}`]: classroom.name,
    }),
  },
  'routes/_app.member.class.slips': {
    url: ({ classroom }) => `/member/class/slips?id=${classroom.id}`,
    get: ['login', 403, 403, 'ok', 403],
    form: ({ classroom }) => ({ id: String(classroom.id), ids: '2147483647' }),
  },
  'routes/_app.member.student.index': { url: '/member/student/index', get: TEACHERS },
  'routes/_app.member.student.edit': {
    url: ({ student }) => `/member/student/edit?id=${student.id}`,
    get: ['login', 403, 403, 'ok', 403],
    form: ({ classroom, student }) => ({
      _intent: 'edit',
      id: String(student.id),
      account: student.account,
      name: '林晓',
      classId: String(classroom.id),
    }),
  },
  'routes/_app.member.student.import': { url: '/member/student/import', get: TEACHERS },
  'routes/member.student.import_.template': { url: '/member/student/import/template', get: TEACHERS },
  'routes/member.student.export': {
    url: ({ classroom }) => `/member/student/export?classId=${classroom.id}`,
    get: ['login', 403, 403, 'ok', 403],
  },

  'routes/_app._bank.question_bank.oral_test.index': { url: '/question_bank/oral_test/index', get: TEACHERS },
  'routes/_app._bank.question_bank.oral_test.page': {
    url: ({ oral }) => `/question_bank/oral_test/page?id=${oral.id}`,
    get: OWNER,
    form: ({ oral }) => ({
      id: String(oral.id),
      title: '朗读',
      examContent: '春天来了。',
      level: '1',
      points: '10',
      prepSeconds: '30',
      answerSeconds: '60',
    }),
  },
  'routes/_app.question_bank.oral_test.evaluation': {
    url: ({ oral }) => `/question_bank/oral_test/evaluation?id=${oral.id}`,
    get: OWNER,
  },
  'routes/_app._bank.question_bank.pen_test.index': { url: '/question_bank/pen_test/index', get: TEACHERS },
  'routes/_app._bank.question_bank.pen_test.page': {
    url: ({ pen }) => `/question_bank/pen_test/page?id=${pen.id}`,
    get: OWNER,
    form: ({ pen }) => ({
      id: String(pen.id),
      title: '作文',
      prompt: '写一段话。',
      level: '1',
      points: '10',
      answerBy: 'both',
    }),
  },
  'routes/_app.question_bank.pen_test.preview': {
    url: ({ pen }) => `/question_bank/pen_test/preview?id=${pen.id}`,
    get: OWNER,
  },
  'routes/_app._bank.question_bank.theory.index': { url: '/question_bank/theory/index', get: TEACHERS },
  'routes/_app._bank.question_bank.theory.page': {
    url: ({ theory }) => `/question_bank/theory/page?id=${theory.id}`,
    get: OWNER,
    form: ({ theory }) => ({
      id: String(theory.id),
      kind: 'judge',
      title: '判断',
      stem: '水往低处流。',
      answer: 'T',
      keys: 'T',
      level: '1',
      points: '5',
    }),
  },
  'routes/_app.question_bank.theory.preview': {
    url: ({ theory }) => `/question_bank/theory/preview?id=${theory.id}`,
    get: OWNER,
  },

  'routes/_app.question_bank.basket': { url: '/question_bank/basket', get: TEACHERS },
  'routes/_app.question_bank.basket_.print': { url: '/question_bank/basket/print', get: TEACHERS },
  'routes/_app.question_bank.import': { url: '/question_bank/import', get: TEACHERS },
  'routes/_app.question_bank.import_.preview': {
    url: ({ importing }) => `/question_bank/import/preview?id=${importing.id}`,
    get: OWNER,
    form: ({ importing }) => ({ _intent: 'choose', id: importing.id, position: '1', isChosen: '0' }),
  },
  'routes/question_bank.import_.refused': {
    url: ({ importing }) => `/question_bank/import/refused?id=${importing.id}`,
    get: OWNER,
  },
  'routes/question_bank.import_.template': { url: '/question_bank/import/template', get: TEACHERS },
  'routes/question_bank.export': {
    url: ({ theory }) => `/question_bank/export?bank=theory&ids=${theory.id}&format=gift`,
    get: OWNER,
  },
  'routes/_app.question_bank.export_.choose': {
    url: ({ theory }) => `/question_bank/export/choose?bank=theory&ids=${theory.id}`,
    get: OWNER,
  },

  'routes/_app.question_bank.share': {
    url: ({ theory }) => `/question_bank/share?bank=theory&ids=${theory.id}`,
    get: OWNER,
    // Its owner has shared it with all teachers just before: who reads it is told why that is all.
    post: ['login', 403, 403, 'ok', 403],
    form: ({ theory }) => ({ _intent: 'share', ids: String(theory.id), audience: 'teachers' }),
  },
  'routes/_app.question_bank.history': {
    url: ({ sharedTheory }) => `/question_bank/history?bank=theory&id=${sharedTheory.id}`,
    get: OWNER,
  },
  'routes/_app.question_bank.shared.index': { url: '/question_bank/shared/index', get: USERS, post: TEACHERS },
  'routes/_app.question_bank.my_shared.index': {
    url: '/question_bank/my_shared/index?bank=theory',
    get: TEACHERS,
    post: OWNER,
    form: ({ theory }) => ({ _intent: 'unshare', ids: String(theory.id) }),
  },

  'routes/_app.examination.index': { url: '/examination/index', get: TEACHERS },
  'routes/_app.examination.add': { url: '/examination/add', get: TEACHERS },
  'routes/_app.examination.board': {
    url: ({ running }) => `/examination/board?examId=${running.id}`,
    get: OWNER,
    form: ({ running }) => ({ _intent: 'extendAll', id: String(running.id), all: '1', minutes: '1', reason: '停电' }),
  },
  'routes/_app.examination.resit': {
    url: ({ released }) => `/examination/resit?examId=${released.id}`,
    get: OWNER,
    form: ({ released }) => ({ _intent: 'undo', id: String(released.id), studentIds: '1' }),
  },
  'routes/_app._wizard.examination.firstadd': {
    url: ({ draft }) => `/examination/firstadd?id=${draft.id}`,
    get: OWNER,
    form: ({ draft }) => ({ _intent: 'reset', id: String(draft.id), version: String(draft.version) }),
  },
  'routes/_app._wizard.examination.secondadd': {
    url: ({ draft }) => `/examination/secondadd?id=${draft.id}`,
    get: OWNER,
    form: ({ draft }) => ({ _intent: 'reset', id: String(draft.id), version: String(draft.version) }),
  },
  'routes/_app._wizard.examination.threeadd': {
    url: ({ draft }) => `/examination/threeadd?id=${draft.id}`,
    get: OWNER,
    form: ({ draft }) => ({ _intent: 'reset', id: String(draft.id), version: String(draft.version) }),
  },
  'routes/_app.examination.draw': {
    url: ({ draft }) => `/examination/draw?id=${draft.id}`,
    get: OWNER,
    form: ({ draft }) => ({ _intent: 'remove', id: String(draft.id), drawId: '1' }),
  },
  'routes/_app.examination.scoreexamination.index': { url: '/examination/scoreexamination/index', get: TEACHERS },
  'routes/_app._scoring.examination.scoreexamination.scorelist': {
    url: ({ running }) => `/examination/scoreexamination/scorelist?examId=${running.id}`,
    get: OWNER,
    form: ({ running }) => ({ _intent: 'release', ids: String(running.id) }),
  },
  'routes/_app._scoring.examination.scoreexamination.classscorelist': {
    url: ({ released }) => `/examination/scoreexamination/classscorelist?examId=${released.id}`,
    get: OWNER,
  },
  'routes/census.export': {
    url: ({ released }) => `/census/export?examId=${released.id}`,
    get: OWNER,
  },
  'routes/examination.scoreexamination.export': {
    url: ({ released }) => `/examination/scoreexamination/export?examId=${released.id}`,
    get: OWNER,
  },
  'routes/_app._scoring.examination.scoreexamination.share': {
    url: ({ running }) => `/examination/scoreexamination/share?examId=${running.id}`,
    get: OWNER,
    form: ({ running }) => ({ _intent: 'examiners', examId: String(running.id), part: 'written' }),
  },
  'routes/_app._scoring.examination.scoreexamination.consistency': {
    url: ({ running }) => `/examination/scoreexamination/consistency?examId=${running.id}`,
    get: OWNER,
  },
  'routes/examination.scoreexamination.consistency_.export': {
    url: ({ running }) => `/examination/scoreexamination/consistency/export?examId=${running.id}`,
    get: OWNER,
  },
  'routes/_app._scoring.examination.scoreexamination.remark': {
    url: ({ released }) => `/examination/scoreexamination/remark?examId=${released.id}`,
    get: OWNER,
    form: ({ released }) => ({
      _intent: 'apply',
      examId: String(released.id),
      itemId: String(released.items[1]?.id ?? 0),
      kind: 'credit',
      reason: '题目有误',
    }),
  },
  'routes/_app.examination.scoreexamination.score': {
    url: ({ handedIn }) => `/examination/scoreexamination/score?attemptId=${handedIn.id}`,
    get: OWNER,
    form: ({ handedIn }) => ({ _intent: 'draft', attemptId: String(handedIn.id), version: '0', comment: '' }),
  },
  'routes/_app.examination.scoreexamination.journal': {
    url: ({ handedIn }) => `/examination/scoreexamination/journal?attemptId=${handedIn.id}`,
    get: OWNER,
  },
  'routes/_app.examination.scoreexamination.late': {
    url: ({ lateAnswer }) => `/examination/scoreexamination/late?kind=answer&id=${lateAnswer}`,
    get: OWNER,
    form: ({ lateAnswer }) => ({ kind: 'answer', id: String(lateAnswer), reason: '断网' }),
  },
  'routes/_app.examination.scoreexamination.photo': {
    url: ({ photo }) => `/examination/scoreexamination/photo?photoId=${photo}`,
    get: OWNER,
    form: ({ photo }) => ({ _intent: 'turn', photoId: String(photo), rotation: '90' }),
  },
  'routes/_app.examination.scoreexamination.item': {
    url: ({ released }) => `/examination/scoreexamination/item?examId=${released.id}&part=written`,
    get: OWNER,
    form: ({ released }) => ({ _intent: 'draft', examId: String(released.id), itemId: String(released.items[2]?.id) }),
  },
  'routes/_app._scoring.examination.scoreexamination.comments': {
    url: ({ running }) => `/examination/scoreexamination/comments?examId=${running.id}`,
    get: OWNER,
    // Every teacher has a 评语库 of their own.
    post: TEACHERS,
    form: () => ({ _intent: 'save', text: '语速适中', part: '' }),
  },
  'routes/_app._scoring.examination.scoreexamination.page_setting': {
    url: ({ running }) => `/examination/scoreexamination/page_setting?examId=${running.id}`,
    get: OWNER,
    form: ({ running }) => ({
      _intent: 'rubric',
      examId: String(running.id),
      part: 'written',
      kind: 'points',
      name: '按题给分',
      version: '0',
    }),
  },

  'routes/_app.dynamic.works.index': { url: '/dynamic/works/index', get: USERS },
  // Waiting for the teachers of `student`'s class.
  'routes/_app.dynamic.works.$id': {
    url: ({ work }) => `/dynamic/works/${work.id}`,
    get: ['login', 'ok', 404, 'ok', 404],
  },
  'routes/_app.dynamic.works.publish': {
    url: ({ handedIn }) => `/dynamic/works/publish?attemptId=${handedIn.id}`,
    get: OWN_STUDENT,
    form: () => ({ _intent: 'publish', title: '我的笔试', anonymous: '1', pieces: 'text-0' }),
  },
  'routes/_app.dynamic.examine.index': {
    url: '/dynamic/examine/index',
    get: TEACHERS,
    post: OWNER,
    form: ({ work }) => ({ _intent: 'reject', ids: `work-${work.id}`, reason: '录音听不清' }),
  },
  'routes/_app.dynamic.works.comment': {
    url: ({ work }) => `/dynamic/works/comment?workId=${work.id}`,
    get: ['login', 'ok', 404, 'ok', 404],
    form: () => ({ _intent: 'add', text: '讲得真好' }),
  },

  'routes/_app.student.examination.index': { url: '/student/examination/index', get: STUDENTS },
  'routes/_app.examination.preview_.paper': {
    url: ({ running }) => `/examination/preview/paper?id=${running.id}`,
    get: OWNER,
  },
  'routes/_app.examination.scan': {
    url: ({ running }) => `/examination/scan?id=${running.id}`,
    get: OWNER,
    form: ({ running, student }) => ({ _intent: 'place', id: String(running.id), studentIds: String(student.id) }),
  },
  'routes/_app.examination.print': {
    url: ({ running }) => `/examination/print?id=${running.id}`,
    get: OWNER,
    form: ({ running }) => ({ id: String(running.id), lines: 'half' }),
  },
  'routes/examination.print_.word': {
    url: ({ running }) => `/examination/print/word?id=${running.id}`,
    get: OWNER,
  },
  'routes/_sit.examination.preview': {
    url: ({ running }) => `/examination/preview?id=${running.id}`,
    get: ['login', 'ok', 404, 'ok', 404],
    post: CANDIDATE,
    form: () => ({ _intent: 'start', part: 'oral' }),
  },
  'routes/_sit.examination.evaluation.index': {
    url: ({ running }) => `/examination/evaluation/index?id=${running.id}`,
    get: CANDIDATE,
  },
  'routes/_sit.examination.evaluation.written': {
    url: ({ running }) => `/examination/evaluation/written?id=${running.id}`,
    get: CANDIDATE,
  },
  'routes/_sit.examination.evaluation.receipt': {
    url: ({ released }) => `/examination/evaluation/receipt?id=${released.id}&part=written`,
    get: CANDIDATE,
  },
  'routes/_sit.examination.record_page.index': {
    url: ({ released }) => `/examination/record_page/index?examId=${released.id}`,
    get: CANDIDATE,
  },
  'routes/_sit.examination.history.index': { url: '/examination/history/index', get: STUDENTS },

  'routes/_app._bank.question_bank.mine.index': { url: '/question_bank/mine/index', get: STUDENTS },
  'routes/_app._bank.question_bank.mine.page.index': {
    url: ({ ownOral }) => `/question_bank/mine/page/index?id=${ownOral.id}`,
    get: OWN_STUDENT,
  },
  'routes/_app._bank.question_bank.mine.pen.index': {
    url: ({ ownPen }) => `/question_bank/mine/pen/index?id=${ownPen.id}`,
    get: OWN_STUDENT,
  },
  'routes/_app._bank.question_bank.mine.theory.index': {
    url: ({ ownTheory }) => `/question_bank/mine/theory/index?id=${ownTheory.id}`,
    get: OWN_STUDENT,
  },
  'routes/_app.evaluation.index': { url: '/evaluation/index', get: STUDENTS },
  'routes/_app.evaluation.wrong': { url: '/evaluation/wrong', get: STUDENTS },
  'routes/_app.evaluation.progress': { url: '/evaluation/progress', get: STUDENTS },
  'routes/_app.users_.export': { url: '/users/export', get: STUDENTS },
  'routes/users.export.download': { url: '/users/export/download', get: STUDENTS },
  'routes/_app.resource.index': { url: '/resource/index', get: USERS, post: TEACHERS },
  'routes/_app.resource.upload': { url: '/resource/upload', get: TEACHERS },
  // Open for the class of `student`.
  'routes/_app.resource.edit': {
    url: ({ resource }) => `/resource/edit?id=${resource.id}`,
    get: ['login', 403, 403, 'ok', 403],
    form: ({ resource, classroom }) => ({
      id: String(resource.id),
      title: '讲义',
      audience: 'class',
      classIds: String(classroom.id),
      isOpen: 'on',
    }),
  },
  'routes/_app.resource.preview': {
    url: ({ resource }) => `/resource/preview?id=${resource.id}`,
    get: ['login', 'ok', 404, 'ok', 'ok'],
  },
  'routes/resource.file.$id': {
    url: ({ resource }) => `/resource/file/${resource.id}`,
    get: ['login', 'ok', 404, 'ok', 'ok'],
  },
  'routes/_app.census.index': { url: '/census/index', get: TEACHERS },
  'routes/_app.census.mine.index': { url: '/census/mine/index', get: STUDENTS },
  'routes/census.chart': { url: '/census/chart?kind=practice', get: ['login', 'ok', 'ok', 404, 404] },
  'routes/_sit.evaluation.run': {
    url: ({ run }) => `/evaluation/run?id=${run}`,
    get: OWN_STUDENT,
    form: () => ({ _intent: 'end' }),
  },
  'routes/_sit.question_bank.mine.evaluation.index': {
    url: ({ ownOral }) => `/question_bank/mine/evaluation/index?id=${ownOral.id}`,
    get: OWN_STUDENT,
  },
  'routes/_sit.question_bank.mine.pen.preview': {
    url: ({ ownPen }) => `/question_bank/mine/pen/preview?id=${ownPen.id}`,
    get: OWN_STUDENT,
    form: () => ({ _intent: 'answer', 'r.0': '0', 'a.0.text': '水' }),
  },
  // Shared with the class of `student`.
  'routes/_sit.question_bank.mine.theory.preview': {
    url: ({ sharedTheory }) => `/question_bank/mine/theory/preview?id=${sharedTheory.id}`,
    get: OWN_STUDENT,
    form: () => ({ _intent: 'answer', 'r.0': '0', 'a.0.keys': 'B' }),
  },
};

/** Layouts have no address of their own; `url` is a page inside. */
export const LAYOUTS: Record<string, { url: Entry['url']; get: Expected }> = {
  'routes/_app': { url: '/dashboard', get: USERS },
  'routes/_sit': { url: '/examination/history/index', get: USERS },
  // Has no data of its own.
  'routes/_app.users': { url: '/users/news', get: USERS },
  // Of an exam in which a teacher has no part there is nothing: the page inside says so.
  'routes/_app._scoring': {
    url: ({ running }) => `/examination/scoreexamination/scorelist?examId=${running.id}`,
    get: TEACHERS,
  },
  'routes/_app._wizard': { url: ({ draft }) => `/examination/secondadd?id=${draft.id}`, get: TEACHERS },
  // The reader's own directories: everybody may have some.
  'routes/_app._bank': { url: '/question_bank/theory/index', get: USERS },
};
