/** The demo school's people and questions. All names, places' texts and figures are invented for the demo. */

export const DEMO_PASSWORD = 'kaoping-demo';

export const SCHOOL_NAME = '青藤职业中学';

export const TEACHERS = [
  { account: 't001', name: '周敏', gender: '女', email: 'zhoumin@qingteng.example', phone: '13800010001' },
  { account: 't002', name: '陆远航', gender: '男', email: 'luyuanhang@qingteng.example', phone: '13800010002' },
  { account: 't003', name: '欧阳晓岚', gender: '女', email: 'ouyang@qingteng.example', phone: '13800010003' },
];

export const CLASSES = [
  { name: '旅游2601班', grade: '高一', year: 2026 },
  { name: '旅游2602班', grade: '高一', year: 2026 },
];

/** Thirty a class, in seat order; one name is long on purpose. */
export const STUDENTS = [
  '陈思远 林可欣 王浩然 李雨桐 张梓轩 刘若曦 赵子墨 黄欣怡 周俊杰 吴佳琪 徐天佑 孙语嫣 胡博文 朱静怡 高逸飞',
  '林思彤 何宇轩 郭梦瑶 马明哲 罗诗涵 梁家豪 宋雅婷 郑凯文 谢雨欣 韩志强 唐静瑶 冯立诚 于晓彤 董思成 迪丽努尔·阿卜杜热合曼',
  '萧若琳 程志伟 曹佳怡 袁浩宇 邓紫涵 许文博 傅心怡 沈嘉懿 曾子涵 彭宇航 吕思琪 苏文轩 卢晓萱 蒋雨桐 蔡明阳',
  '贾诗雨 丁俊熙 魏子琪 薛皓轩 叶婉清 阎锦程 余梦洁 潘立群 杜依诺 戴子豪 夏一鸣 钟灵秀 汪海洋 田雨菲 任思源',
].flatMap((line) => line.split(' '));

/** Which of the students are girls, for the gender column; the rest are boys. */
export const GIRL_MARKS = /[欣桐曦怡琪嫣彤瑶涵婷雨努琳懿萱婉洁诺秀菲]/;

export const SCENE_TYPES = ['景点讲解', '接站服务', '酒店前台', '朗读'];
export const EXAM_TYPES = ['单元测验', '期中', '期末'];

export const ORAL_QUESTIONS = [
  {
    title: '故宫中轴线讲解',
    scene: '景点讲解',
    exam: '期中',
    level: 2,
    keyPoint: ['午门', '太和殿', '中轴线', '对称'],
    picture: true,
    examContent:
      '各位游客，大家好！欢迎来到故宫。我们现在站在午门前，这里是紫禁城的正门。往里走，穿过金水桥，就来到太和殿广场。太和殿是故宫里最大的一座殿，重要的典礼都在这里举行。请大家留意，所有的大殿都建在一条中轴线上，左右对称，显得庄重而安稳。接下来有二十分钟自由参观，请记住集合的地点是太和门右侧。',
  },
  {
    title: '接站欢迎词',
    scene: '接站服务',
    exam: '单元测验',
    level: 1,
    keyPoint: ['导游', '司机', '行程', '安全带'],
    picture: false,
    examContent:
      '各位朋友，一路辛苦了！我是大家这次行程的导游小周。坐在前面的是司机李师傅，他有十五年驾龄，请放心。从车站到酒店大约四十分钟，路上我会介绍这座城市和三天的行程。请系好安全带，贵重物品随身带好。有任何需要，随时告诉我！',
  },
  {
    title: '江南古镇朗读',
    scene: '朗读',
    exam: '期末',
    level: 3,
    keyPoint: ['石桥', '流水', '白墙黛瓦'],
    picture: false,
    examContent:
      '清晨的古镇还没有完全醒来。石桥下的流水轻轻拍着岸，白墙黛瓦倒映在水里，像一幅还没干透的画；卖豆花的老人推着小车走过，吆喝声又慢又软。太阳升起来了，第一批客人踏上石板路，小镇的一天开始了。',
  },
];

export const WRITTEN_QUESTIONS = [
  {
    title: '设计一日游行程',
    level: 2,
    prompt:
      '一个二十人的老年团计划在本市游览一天（8:30 出发，17:00 返回）。请手写一份行程安排，写明时间、地点、交通方式，并说明两处照顾老年人的细节。写在答题纸上，拍照上传。',
    referenceAnswer:
      '行程应有四个以上时间段，上下午各安排休息；景点之间车程不超过四十分钟；照顾老年人的细节如减少台阶、安排无障碍卫生间、备常用药、午餐软烂等。',
    markingPoints: [
      { text: '时间安排完整、前后衔接', points: 6 },
      { text: '地点和交通方式合理', points: 5 },
      { text: '两处照顾老年人的细节具体可行', points: 6 },
      { text: '书写清楚、格式规范', points: 3 },
    ],
    answerBy: 'photo' as const,
    picture: true,
  },
  {
    title: '处理游客投诉',
    level: 2,
    prompt:
      '游客发现入住的房间与合同约定的湖景房不符，情绪激动。作为导游，你会怎样处理？请写出步骤和要说的话（150 字以上）。',
    referenceAnswer:
      '先道歉并安抚，倾听记录；核对合同与酒店确认；提出换房或补偿方案；跟进落实并回访；过程中不推诿、不随意承诺。',
    markingPoints: [
      { text: '态度：道歉、倾听、不争辩', points: 3 },
      { text: '核实：合同、酒店、旅行社', points: 3 },
      { text: '方案：换房或补偿，征得同意', points: 3 },
      { text: '跟进：落实、记录、回访', points: 1 },
    ],
    answerBy: 'both' as const,
    picture: false,
  },
];

export type TheoryQuestion = {
  kind: 'single' | 'multiple' | 'judge' | 'cloze' | 'short';
  stem: string;
  options?: string[];
  answer: string | string[];
  analysis: string;
  points: number;
  level: number;
};

export const THEORY_QUESTIONS: TheoryQuestion[] = [
  {
    kind: 'single',
    stem: '故宫外朝三大殿中，举行重大典礼的是哪一座？',
    options: ['太和殿', '中和殿', '保和殿', '乾清宫'],
    answer: 'A',
    analysis: '太和殿是外朝的正殿，登基、大婚、元旦朝贺等重大典礼在此举行；乾清宫属于内廷。',
    points: 4,
    level: 1,
  },
  {
    kind: 'single',
    stem: '旅游团乘火车抵达，导游至少应提前多长时间到达车站等候？',
    options: ['10 分钟', '30 分钟', '1 小时', '2 小时'],
    answer: 'B',
    analysis: '接站应提前 30 分钟到达，并与司机商定停车位置。',
    points: 4,
    level: 1,
  },
  {
    kind: 'single',
    stem: '游客在景区走失，导游首先应当做什么？',
    options: ['让全团自行返回酒店', '了解情况并组织寻找', '立即报警后等待', '继续按行程游览'],
    answer: 'B',
    analysis: '先向团友了解情况，迅速组织寻找；一时找不到再向景区和警方求助，并照顾好其他游客。',
    points: 4,
    level: 2,
  },
  {
    kind: 'multiple',
    stem: '下列哪些属于接站前的准备工作？',
    options: ['核实航班或车次', '与司机约定时间地点', '备好接站牌', '向游客收取小费'],
    answer: ['A', 'B', 'C'],
    analysis: '收取小费是违规行为；其余三项都是接站前必须做的准备。',
    points: 6,
    level: 2,
  },
  {
    kind: 'multiple',
    stem: '下列城市中，曾作为古都的有：',
    options: ['西安', '洛阳', '深圳', '南京'],
    answer: ['A', 'B', 'D'],
    analysis: '西安、洛阳、南京都是著名古都；深圳是改革开放后兴起的城市。',
    points: 6,
    level: 1,
  },
  {
    kind: 'judge',
    stem: '导游可以根据自己的时间，不经游客同意调整合同约定的景点。',
    answer: 'F',
    analysis: '变更行程须征得游客书面同意，并报告旅行社。',
    points: 3,
    level: 1,
  },
  {
    kind: 'judge',
    stem: '讲解时应以游客听得清、听得懂为准，适当停顿有助于理解。',
    answer: 'T',
    analysis: '语速适中、适当停顿，是讲解的基本要求。',
    points: 3,
    level: 1,
  },
  {
    kind: 'cloze',
    stem: '故宫又称____，始建于明朝____年间，是明清两代的皇宫。',
    answer: ['紫禁城', '永乐|永樂'],
    analysis: '故宫旧称紫禁城，明永乐四年（1406 年）开始营建。',
    points: 6,
    level: 2,
  },
  {
    kind: 'cloze',
    stem: '酒店前台的英文缩写是____。',
    answer: ['FO|Front Office|front desk'],
    analysis: 'Front Office，简称 FO；口语中也说 front desk。',
    points: 4,
    level: 2,
  },
  {
    kind: 'short',
    stem: '游客在车上突发晕车，导游应怎样处理？请写出三点。',
    answer:
      '安排靠前靠窗的座位并通风；提供清洁袋、清水，询问是否需要药物（不擅自给药）；必要时靠边停车休息，情况严重及时送医并报告旅行社。',
    analysis: '关键是通风换座、提供帮助而不擅自给药、严重时停车送医并报告。',
    points: 10,
    level: 2,
  },
  // For practice alone.
  {
    kind: 'single',
    stem: '苏州园林中，以“咫尺之内再造乾坤”著称、面积最大的古典园林是：',
    options: ['拙政园', '留园', '网师园', '狮子林'],
    answer: 'A',
    analysis: '拙政园始建于明正德年间，是苏州现存面积最大的古典园林。',
    points: 4,
    level: 3,
  },
  {
    kind: 'single',
    stem: '带团途中遇到游客突发心脏病，导游首先应当：',
    options: ['让游客平卧休息并呼叫 120', '扶游客走到车上', '给游客服用自己带的药', '继续讲解以稳定团队'],
    answer: 'A',
    analysis: '不要移动病人，平卧、呼救，由病人或亲属取用其随身的急救药；导游不得擅自给药。',
    points: 4,
    level: 3,
  },
  {
    kind: 'multiple',
    stem: '讲解古建筑的屋顶时，下列哪些属于较高的等级？',
    options: ['重檐庑殿顶', '重檐歇山顶', '硬山顶', '悬山顶'],
    answer: ['A', 'B'],
    analysis: '重檐庑殿顶等级最高，重檐歇山顶次之；悬山、硬山多用于一般建筑。',
    points: 6,
    level: 3,
  },
  {
    kind: 'judge',
    stem: '游客的护照遗失后，应先到当地公安机关报失，再向使领馆申请补办。',
    answer: 'T',
    analysis: '先报失取得证明，再凭证明到所属国使领馆补办，最后办理签证手续。',
    points: 3,
    level: 3,
  },
  {
    kind: 'judge',
    stem: '送站时，导游应在国内航班起飞前 30 分钟把游客送到机场。',
    answer: 'F',
    analysis: '国内航班应提前 120 分钟到达机场，国际航班提前 180 分钟。',
    points: 3,
    level: 3,
  },
  {
    kind: 'cloze',
    stem: '“上有天堂，下有____”，说的是江南的两座城市。',
    answer: ['苏杭|苏州和杭州|苏州杭州'],
    analysis: '南宋范成大《吴郡志》记有“天上天堂，地下苏杭”。',
    points: 4,
    level: 3,
  },
];
/** What students write for themselves. */
export const OWN_QUESTIONS: TheoryQuestion[] = [
  {
    kind: 'cloze',
    stem: '清明上河图的作者是____代画家____。',
    answer: ['北宋|宋', '张择端'],
    analysis: '北宋张择端，现藏故宫博物院。',
    points: 2,
    level: 1,
  },
  {
    kind: 'single',
    stem: '“五岳”中海拔最高的是',
    options: ['泰山', '华山', '衡山', '恒山'],
    answer: 'B',
    analysis: '华山南峰 2154.9 米。',
    points: 2,
    level: 2,
  },
  {
    kind: 'judge',
    stem: '接团当天应提前半小时到车站，并再次核对车次。',
    answer: 'T',
    analysis: '',
    points: 1,
    level: 1,
  },
];

export const OWN_ORAL_QUESTION = {
  title: '自我介绍（面试用）',
  examContent: '各位老师好！我叫小林，今年十六岁。我喜欢历史，也喜欢和人说话；所以我想当一名导游。谢谢大家！',
  keyPoint: ['历史', '导游'],
  level: 1,
};

/** The first teacher's directories and which of the questions above (by place, from 0) stand in them. */
export const DIRECTORIES: { bank: 'oral' | 'written' | 'theory'; path: string[]; numbers: number[] }[] = [
  { bank: 'theory', path: ['导游基础知识', '中国古代建筑', '故宫博物院'], numbers: [0, 7] },
  { bank: 'theory', path: ['导游基础知识', '主要旅游城市'], numbers: [4] },
  { bank: 'theory', path: ['导游业务', '带团规范'], numbers: [1, 3] },
  { bank: 'theory', path: ['导游业务', '突发事件'], numbers: [2, 9] },
  { bank: 'theory', path: ['旅游法规'], numbers: [5] },
  { bank: 'oral', path: ['景点讲解'], numbers: [0, 2] },
  { bank: 'oral', path: ['服务用语'], numbers: [1] },
  { bank: 'written', path: ['综合应用'], numbers: [0, 1] },
];
