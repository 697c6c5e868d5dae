import { ANSWER_BY_LABELS, KIND_LABELS, LEVEL_LABELS, type BankedBody, type Level } from './question.schema';

/** What of a question can be compared: all it says, without whose it is and where it is filed. */
export type Comparable = {
  title: string;
  level: number;
  points: number;
  keyPoints: string[];
  imageIds: string[];
  sceneTypeId: number | null;
  examTypeId: number | null;
} & BankedBody;

/** One changed field: by name, in words, before and after. */
export type Change = { field: string; label: string; before: string; after: string };

/** The names of the types by id, for the words. */
export type TypeWords = { scene: ReadonlyMap<number, string>; exam: ReadonlyMap<number, string> };

type Field = { field: string; label: string; value: unknown; text: string };

/** Longer texts are cut where they are kept: the question itself has the whole. */
const KEPT = 2000;

/** Which fields differ, in the order of the form. */
export function changesBetween(before: Comparable, after: Comparable, types: TypeWords): Change[] {
  const was = new Map(fieldsOf(before, types).map((field) => [field.field, field]));
  return fieldsOf(after, types).flatMap((field) => {
    const old = was.get(field.field);
    if (JSON.stringify(old?.value ?? null) === JSON.stringify(field.value ?? null)) return [];
    const [from, to] = [cut(old?.text ?? ''), cut(field.text)];
    // The same words for another file: 3 张图片 and 3 other ones.
    const isSame = from === to;
    return [{ field: field.field, label: field.label, before: from, after: isSame ? `${to}（有改动）` : to }];
  });
}

const cut = (text: string) => (text.length > KEPT ? `${text.slice(0, KEPT)}…（共 ${text.length} 字）` : text);

const typeText = (words: ReadonlyMap<number, string>, id: number | null) =>
  id === null ? '' : (words.get(id) ?? '（已删除的类型）');
const yesNo = (value: boolean) => (value ? '是' : '否');
const lines = (list: readonly string[]) => list.join('\n');

function fieldsOf(question: Comparable, types: TypeWords): Field[] {
  const { title, level, points, keyPoints, imageIds, sceneTypeId, examTypeId } = question;
  const audio = question.body.musicUrl ?? null;
  return [
    { field: 'title', label: '标题', value: title, text: title },
    ...bodyFields(question),
    { field: 'imageUrl', label: '图片', value: imageIds, text: imageIds.length === 0 ? '' : `${imageIds.length} 张` },
    { field: 'musicUrl', label: '音频', value: audio, text: audio === null ? '' : '有音频' },
    { field: 'keyPoint', label: '关键词', value: keyPoints, text: keyPoints.join('、') },
    { field: 'level', label: '难度', value: level, text: LEVEL_LABELS[level as Level] ?? String(level) },
    { field: 'points', label: '分值', value: points, text: `${points} 分` },
    { field: 'sceneTypeId', label: '场景类型', value: sceneTypeId, text: typeText(types.scene, sceneTypeId) },
    { field: 'examTypeId', label: '考试类型', value: examTypeId, text: typeText(types.exam, examTypeId) },
  ];
}

function bodyFields(question: BankedBody): Field[] {
  if (question.bank === 'oral') {
    const { examContent, isPlay, prepSeconds, answerSeconds, analyzer = [] } = question.body;
    return [
      { field: 'examContent', label: '朗读内容', value: examContent, text: examContent },
      { field: 'isPlay', label: '自动播放', value: isPlay, text: yesNo(isPlay) },
      { field: 'prepSeconds', label: '准备时间', value: prepSeconds, text: `${prepSeconds} 秒` },
      { field: 'answerSeconds', label: '录音限时', value: answerSeconds, text: `${answerSeconds} 秒` },
      { field: 'analyzer', label: '分析结果', value: analyzer, text: analyzer.join('、') },
    ];
  }
  if (question.bank === 'written') {
    const { prompt, referenceAnswer, markingPoints, answerBy } = question.body;
    const marks = markingPoints.map((mark) => `${mark.text}（${mark.points} 分）`);
    return [
      { field: 'prompt', label: '题目内容', value: prompt, text: prompt },
      { field: 'referenceAnswer', label: '参考答案', value: referenceAnswer, text: referenceAnswer },
      { field: 'markingPoints', label: '评分要点', value: markingPoints, text: lines(marks) },
      { field: 'answerBy', label: '作答方式', value: answerBy, text: ANSWER_BY_LABELS[answerBy] },
    ];
  }
  const { stem, options, keys, blanks, reference, analysis } = question.body;
  const answer = { keys, blanks, reference };
  const words = [keys.join('、'), ...blanks.map((blank) => blank.join(' / ')), reference].filter((text) => text !== '');
  return [
    { field: 'kind', label: '题型', value: question.kind, text: KIND_LABELS[question.kind] },
    { field: 'stem', label: '题干', value: stem, text: stem },
    { field: 'options', label: '选项', value: options, text: lines(options.map(({ key, text }) => `${key}. ${text}`)) },
    { field: 'answer', label: '答案', value: answer, text: lines(words) },
    { field: 'analysis', label: '解析', value: analysis, text: analysis },
  ];
}
