import { type TheoryQuestion } from './school-data';

/**
 * What the exams that run for weeks ask and nothing else does: while an exam runs its questions are closed to those who
 * sit it, to practice and in the results of earlier exams.
 */
export const EXAM_ORAL_QUESTION = {
  title: '酒店前台入住接待',
  scene: '酒店前台',
  exam: '单元测验',
  level: 2,
  keyPoint: ['预订', '身份证', '房卡', '早餐'],
  examContent:
    '您好，欢迎光临滨江酒店！请问您有预订吗？您订的是一间江景双人房，住两晚，含早餐。请出示身份证，我帮您办理入住登记。这是您的房卡，房间在八楼，电梯在大厅左侧。早餐从七点到九点半，在二楼餐厅。祝您入住愉快！',
};

export const EXAM_WRITTEN_QUESTIONS = [
  {
    title: '画一张带客路线图',
    level: 2,
    prompt:
      '十二位客人从滨江酒店步行去老街吃早茶，再到市博物馆参观。请手画一张路线图，标出三处停留的地点、每段大约走几分钟，并在图旁写明两处过马路要提醒的话。画在答题纸上，拍照上传。',
    referenceAnswer: '三处地点齐全、先后合理；每段写明分钟数；过马路走人行横道、清点人数、走在客人外侧等提醒。',
    markingPoints: [
      { text: '三处地点和先后顺序', points: 6 },
      { text: '每段的时间', points: 5 },
      { text: '两处提醒具体可行', points: 6 },
      { text: '图面清楚', points: 3 },
    ],
    answerBy: 'photo' as const,
  },
  {
    title: '答复客人的表扬信',
    level: 1,
    prompt:
      '一位带着老人住店的客人来信表扬：前台主动换了一间离电梯近的房间，还送来了防滑垫。请以酒店前台的名义写一封回信（100 字以上）。',
    referenceAnswer:
      '称呼和落款齐全；感谢来信，提到换房和防滑垫两件事；说明这是应做的；欢迎再来并说明可以提前告知的需要。',
    markingPoints: [
      { text: '书信格式', points: 3 },
      { text: '提到信里的两件事', points: 4 },
      { text: '语气真诚得体', points: 3 },
    ],
    answerBy: 'both' as const,
  },
];

/** The first eight are the paper of one exam; another draws from all of them. */
export const EXAM_THEORY_QUESTIONS: TheoryQuestion[] = [
  {
    kind: 'single',
    stem: '客人办理入住时，前台首先应当核对的是：',
    options: ['有效身份证件', '行李件数', '同行人数', '付款方式'],
    answer: 'A',
    analysis: '住宿须实名登记，先核对本人的有效身份证件。',
    points: 4,
    level: 1,
  },
  {
    kind: 'single',
    stem: '下列古镇中，位于江苏苏州的是哪一座？',
    options: ['周庄', '乌镇', '西塘', '南浔'],
    answer: 'A',
    analysis: '周庄在苏州昆山；乌镇、西塘在嘉兴，南浔在湖州。',
    points: 4,
    level: 2,
  },
  {
    kind: 'multiple',
    stem: '讲解江南古镇时，可以作为“水”的线索的有：',
    options: ['石桥', '河埠头', '乌篷船', '烽火台'],
    answer: ['A', 'B', 'C'],
    analysis: '石桥、河埠头和乌篷船都因水而有；烽火台属于北方的边防建筑。',
    points: 4,
    level: 2,
  },
  {
    kind: 'multiple',
    stem: '下列哪些做法有助于让后排的游客听清讲解？',
    options: ['面向全团站位', '适当停顿', '使用讲解器', '边走边背对游客讲'],
    answer: ['A', 'B', 'C'],
    analysis: '背对游客边走边讲，声音散、眼神断，后排最难听清。',
    points: 6,
    level: 2,
  },
  {
    kind: 'judge',
    stem: '客人退房后发现遗留物品，前台应当登记保管并设法联系客人。',
    answer: 'T',
    analysis: '登记时间、房号和物品，妥善保管，尽快联系客人。',
    points: 6,
    level: 1,
  },
  {
    kind: 'judge',
    stem: '旅游车行驶时，导游可以一直背靠车门站着讲解。',
    answer: 'F',
    analysis: '行车时导游应坐在导游专座上并系好安全带。',
    points: 3,
    level: 1,
  },
  {
    kind: 'cloze',
    stem: '苏州城里“小桥____人家”的景象，常被用来概括江南水乡。',
    answer: ['流水'],
    analysis: '语出马致远《天净沙·秋思》“小桥流水人家”。',
    points: 3,
    level: 2,
  },
  {
    kind: 'cloze',
    stem: '“三道茶”是白族待客的礼节，依次是一苦、二____、三回味。',
    answer: ['甜|甘'],
    analysis: '一苦、二甜、三回味。',
    points: 6,
    level: 2,
  },
  {
    kind: 'multiple',
    stem: '客人把房卡忘在房间里，前台补卡以前应当做的有：',
    options: ['核对姓名和房号', '核对证件', '询问同住人', '直接告诉他房间密码'],
    answer: ['A', 'B'],
    analysis: '先核对身份再补卡，不向任何人说出密码。',
    points: 6,
    level: 2,
  },
  {
    kind: 'judge',
    stem: '带团去景区以前，导游应当先了解当天的开放时间和人流。',
    answer: 'T',
    analysis: '开放时间和人流决定行程的先后，应当提前了解。',
    points: 3,
    level: 1,
  },
  {
    kind: 'cloze',
    stem: '酒店里负责打扫房间的部门叫____部。',
    answer: ['客房'],
    analysis: '客房部（Housekeeping）负责房间的清洁和布置。',
    points: 5,
    level: 2,
  },
];

export const WRITTEN_ANSWERS = [
  '我会先向游客道歉，请他坐下慢慢说，把问题记下来。然后拿出合同和酒店前台核对，确认是不是订错了房型。如果酒店还有湖景房，马上换；没有的话，向旅行社报告，商量补偿的办法，征得游客同意以后写下来。第二天再问一问他住得怎么样，把结果记录下来。',
  '首先安抚情绪，不和客人争辩。其次核实合同里写的房型，联系酒店经理和旅行社。能换房就换房，不能换就说明原因，提出退差价或者升级餐食的方案，请客人选择。最后跟进落实情况，并向客人再次道歉。',
  '先道歉，再打电话给旅行社问清楚，让酒店换房。如果换不了，就退差价。',
];

export const SHORT_ANSWERS = [
  '第一，换到靠前、靠窗的座位，打开窗户通风；第二，拿清洁袋和温水给他，问他平时吃什么药，不随便给药；第三，严重的话请司机靠边停车休息，不行就送医院并告诉旅行社。',
  '开窗通风，给他水和袋子，让他坐到前面去。',
  '让他休息，停车，给他吃晕车药。',
];

export const COMMENTS = [
  '吐字清楚，停顿恰当，讲解有感染力。中段语气再沉稳一些会更好。',
  '内容完整，语速略快，结尾的提醒要再强调一遍。',
  '整体流利，个别字音不准，注意平翘舌和轻声。',
  '开头自然，中段有两处长停顿，多读几遍会更熟练。',
  '音量偏小，关键词有遗漏，建议对照原文跟读三遍。',
];
