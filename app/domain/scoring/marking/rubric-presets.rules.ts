import type { Part } from '~/domain/exam/parts.rules';
import type { Measure } from '~/domain/exam/measures.rules';
import { defaultRubric, type ChoiceRule, type CountRule, type Criterion, type Rubric } from './rubric.rules';

/**
 * What a rubric can be started from. The three rules of reading aloud and 命题说话 follow the national Putonghua test:
 * 《普通话水平测试大纲》（教育部、国家语委发教语用〔2003〕2 号文件）, 四、试卷构成和评分: 读单音节字词 10 分, 读多音节词语
 * 20 分, 朗读短文 30 分 (400 syllables, 4 minutes) and 命题说话 40 分.
 */
export type RubricPreset = { key: string; part: Part; label: string; about: string; rubric: Rubric };

const DEGREES = [0, 0.5, 1, 2];

const count = (id: string, name: string, points: number, hint = ''): CountRule => ({
  id,
  kind: 'count',
  name,
  hint,
  points,
  unit: '个音节',
  maximum: null,
});
const choice = (id: string, name: string, choices: number[], hint = ''): ChoiceRule => ({
  id,
  kind: 'choice',
  name,
  hint,
  choices,
});
const criterion = (id: string, name: string, points: number, hint: string): Criterion => ({ id, name, points, hint });

/** The presets of a part; the first is what it goes by without a rubric of its own. */
export function rubricPresets(part: Part, weights: Record<Measure, number>): RubricPreset[] {
  return part === 'oral' ? oralPresets(weights) : writtenPresets(weights);
}

function oralPresets(weights: Record<Measure, number>): RubricPreset[] {
  const list: Omit<RubricPreset, 'part'>[] = [
    {
      key: 'measures',
      label: '四项评分',
      about: '准确度、流利度、完整度、关键词各打 0 到 100 分，按权重平均',
      rubric: defaultRubric('oral', weights),
    },
    {
      key: 'reading',
      label: '朗读短文（扣分制）',
      about: '国家普通话水平测试的朗读项，满分 30 分',
      rubric: {
        kind: 'deductions',
        name: '朗读短文',
        full: 30,
        rules: [
          count('wrong', '错读', 0.1),
          count('missed', '漏读', 0.1),
          count('added', '增读', 0.1),
          choice('initials', '声母或韵母的系统性语音缺陷', [0, 0.5, 1]),
          choice('tone', '语调偏误', DEGREES),
          choice('pause', '停连不当', DEGREES),
          choice('fluency', '朗读不流畅', DEGREES, '包括回读'),
          choice('overtime', '超时', [0, 1], '超过 4 分钟'),
        ],
      },
    },
    {
      key: 'talk',
      label: '命题说话',
      about: '国家普通话水平测试的说话项，满分 40 分',
      rubric: {
        kind: 'criteria',
        name: '命题说话',
        criteria: [
          criterion('sound', '语音标准', 25, '语音错误和方音的多少'),
          criterion('words', '词汇语法规范', 10, '有没有不合规范的词语和语法'),
          criterion('flow', '自然流畅', 5, '语言自然，语速适中；背稿、停顿多酌情扣分'),
        ],
      },
    },
    {
      key: 'syllables',
      label: '读单音节字词（扣分制）',
      about: '国家普通话水平测试，100 个音节，满分 10 分',
      rubric: {
        kind: 'deductions',
        name: '读单音节字词',
        full: 10,
        rules: [
          count('wrong', '语音错误', 0.1),
          count('flaw', '语音缺陷', 0.05),
          choice('overtime', '超时', [0, 0.5, 1], '1 分钟以内扣 0.5 分，1 分钟以上（含）扣 1 分'),
        ],
      },
    },
    {
      key: 'terms',
      label: '读多音节词语（扣分制）',
      about: '国家普通话水平测试，100 个音节，满分 20 分',
      rubric: {
        kind: 'deductions',
        name: '读多音节词语',
        full: 20,
        rules: [
          count('wrong', '语音错误', 0.2),
          count('flaw', '语音缺陷', 0.1),
          choice('overtime', '超时', [0, 0.5, 1], '1 分钟以内扣 0.5 分，1 分钟以上（含）扣 1 分'),
        ],
      },
    },
    {
      key: 'retell',
      label: '复述',
      about: '听或读一段材料后用自己的话说出来，满分 100 分',
      rubric: {
        kind: 'criteria',
        name: '复述',
        criteria: [
          criterion('content', '要点完整', 40, '主要人物、事件、因果都说到，没有说错'),
          criterion('order', '条理连贯', 20, '顺序清楚，前后衔接'),
          criterion('words', '语言表达', 20, '用自己的话，词句通顺'),
          criterion('sound', '语音语调', 20, '发音清楚，语速适中'),
        ],
      },
    },
    {
      key: 'picture',
      label: '看图说话',
      about: '看图说一段话，满分 100 分',
      rubric: {
        kind: 'criteria',
        name: '看图说话',
        criteria: [
          criterion('content', '观察全面', 35, '图中的主要内容都说到'),
          criterion('order', '条理清楚', 25, '按一定的顺序说，有头有尾'),
          criterion('words', '语言生动', 20, '词句通顺，有合理的想象'),
          criterion('sound', '语音流畅', 20, '发音清楚，语速适中'),
        ],
      },
    },
    {
      key: 'deductions',
      label: '空白的扣分制',
      about: '自己写每一条扣分规则',
      rubric: { kind: 'deductions', name: '', full: 100, rules: [] },
    },
    {
      key: 'criteria',
      label: '空白的分项给分',
      about: '自己写每一个评分项',
      rubric: { kind: 'criteria', name: '', criteria: [] },
    },
  ];
  return list.map((preset) => ({ ...preset, part: 'oral' }));
}

function writtenPresets(weights: Record<Measure, number>): RubricPreset[] {
  const list: Omit<RubricPreset, 'part'>[] = [
    {
      key: 'points',
      label: '按题给分',
      about: '每题按自己的分值或评分要点给分',
      rubric: defaultRubric('written', weights),
    },
    {
      key: 'essay',
      label: '作文',
      about: '内容、语言、结构、书写，满分 100 分，折算成题目的分值',
      rubric: {
        kind: 'criteria',
        name: '作文',
        criteria: [
          criterion('content', '内容', 40, '切合题意，中心明确，材料充实'),
          criterion('words', '语言', 30, '通顺准确，没有错别字和病句'),
          criterion('order', '结构', 20, '层次清楚，首尾完整'),
          criterion('hand', '书写', 10, '字迹工整，标点正确'),
        ],
      },
    },
    {
      key: 'guide',
      label: '解说词、应用文',
      about: '内容、格式、语言、书写，满分 100 分，折算成题目的分值',
      rubric: {
        kind: 'criteria',
        name: '应用文',
        criteria: [
          criterion('content', '内容准确', 40, '事实正确，要点齐全'),
          criterion('form', '格式得体', 25, '格式和称呼合乎要求'),
          criterion('words', '语言表达', 25, '简明通顺，符合对象'),
          criterion('hand', '书写', 10, '字迹工整，标点正确'),
        ],
      },
    },
    {
      key: 'criteria',
      label: '空白的分项给分',
      about: '自己写每一个评分项',
      rubric: { kind: 'criteria', name: '', criteria: [] },
    },
  ];
  return list.map((preset) => ({ ...preset, part: 'written' }));
}
