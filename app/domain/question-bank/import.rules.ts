import type { TypedQuestion } from './kinds/kind.schema';
import type { ParsedQuestion } from './formats/format.rules';
import { HELD_NOTE, bankOfKind, emptyParsed, fieldsForBank } from './formats/format.rules';
import { parseJudge } from './formats/words.rules';
import { theoryRules, typedFields } from './kinds/kinds.rules';
import { questionKindOf, theoryKindOf, type QuestionKind } from './kinds/kinds.schema';
import { textOf } from './kinds/shared/texts.rules';
import { MAX_IMAGES } from './question-fields.schema';
import { oralQuestionSchema } from './oral-question.schema';
import { oralValues, theoryValues, writtenValues, type QuestionValues } from './question-values.rules';
import { mainText, optionKey, optionsOf, searchForm } from './question.rules';
import { derivedTitle } from './question-name.rules';
import { BANK_LABELS, type Bank, type BankedBody, type QuestionSnapshot, type TheoryKind } from './question.schema';
import { theoryQuestionSchema } from './theory-question.schema';
import { writtenQuestionSchema } from './written-question.schema';

/** An import on its way: reading → ready → storing → stored (→ undone), or failed. Safe to import in the browser. */

export const IMPORT_STATES = ['reading', 'ready', 'storing', 'stored', 'failed', 'undone'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/**
 * How often a living process says so, after what silence it is taken for dead, and how often somebody looks: another
 * process goes on within the sum of the last two, which is less than ten seconds.
 */
export const HEARTBEAT_MS = 1_000;
export const SILENCE_MS = 6_000;
export const LOOK_MS = 2_000;

/** How long a form waits for the work before it leads to the page that shows its progress. */
export const WAIT_MS = 1_500;

/** An import that was not confirmed is forgotten after a day, with its pictures. */
export const IMPORT_LIFE_MS = 24 * 3_600_000;

export const DIED = '读取中断了（服务器可能重新启动过），请重新上传。';

/** The state that holds now: work whose process has died has failed unless it is taken up, and may be confirmed again. */
export function effectiveState(
  job: { state: ImportState; updatedAt: number },
  now: number,
): { state: ImportState; isDead: boolean } {
  const isDead = now - job.updatedAt > SILENCE_MS;
  if (isDead && job.state === 'reading') return { state: 'failed', isDead };
  if (isDead && job.state === 'storing') return { state: 'ready', isDead };
  return { state: job.state, isDead: false };
}

/** A question of a file against the rules of its bank. */
export type CheckedQuestion = {
  line: number;
  /** '' for a kind that no bank has. */
  bank: Bank | '';
  kind: TheoryKind | '';
  title: string;
  problems: string[];
  notes: string[];
  /** It may well have been read wrong, and is not chosen by itself. */
  isDoubtful: boolean;
  directories: string[];
  /** What would be stored, still without its files; null with problems. */
  values: QuestionValues | null;
  /** What the file says, for one that cannot be stored. */
  texts: string[];
  /** The same as a person may mend it. */
  draft: ItemDraft;
  /** The files it brings along, kept. */
  files?: { images?: string[]; audio?: string };
};

export type NamedTypes = { scene: { id: number; name: string }[]; exam: { id: number; name: string }[] };

/** Puts a parsed question through the rules of the form it could have been typed into. */
export function checkParsed(parsed: ParsedQuestion, from: Bank, types: NamedTypes): CheckedQuestion {
  const checked: CheckedQuestion = {
    line: parsed.line,
    bank: '',
    kind: '',
    title: textsOf(parsed)[0]?.slice(0, 100) ?? '',
    problems: [...parsed.problems],
    notes: [...parsed.notes],
    isDoubtful: parsed.isDoubtful ?? false,
    directories: parsed.directories,
    values: null,
    texts: textsOf(parsed),
    draft: draftOf(parsed),
  };
  if (parsed.kind === null) {
    if (checked.problems.length === 0) checked.problems.push('没有这种题型，不能导入');
    return checked;
  }
  const bank = bankOfKind(parsed.kind, from);
  const fields = {
    ...fieldsForBank(parsed, bank),
    kind: bank === 'theory' ? theoryKindOf(parsed.kind) : undefined,
    ...namedTypes(parsed, types, checked.notes),
  };
  const result = valuesOf(bank, fields);
  checked.bank = bank;
  // What was chosen is meant; only the theory bank is chosen without anybody thinking of it.
  if (bank !== from && from !== 'theory')
    checked.notes.push(
      `这道题会存到${BANK_LABELS[bank]}题库，不在所选的${BANK_LABELS[from]}题库；要改的话，请在标题里写明题型再导入。`,
    );
  checked.kind = bank === 'theory' ? theoryKindOf(parsed.kind) : '';
  if (parsed.pictures.length > MAX_IMAGES) {
    checked.problems.push(`图片最多 ${MAX_IMAGES} 张，这道题有 ${parsed.pictures.length} 张`);
  }
  if ('problems' in result) {
    // What the file's own form found wrong says better what to change there.
    if (checked.problems.length === 0) checked.problems.push(...result.problems);
  } else {
    checked.title = result.title;
    noteEmptyOptions(parsed, checked.notes);
    notePictures(parsed, checked.notes);
    if (checked.problems.length === 0) checked.values = result;
  }
  checked.problems = [...new Set(checked.problems)];
  return checked;
}

/** An option without a text is none: those behind it have other letters than in the file, and the key with them. */
function noteEmptyOptions({ kind, fields }: ParsedQuestion, notes: string[]): void {
  if ((kind !== 'single' && kind !== 'multiple') || !Array.isArray(fields.options)) return;
  const texts = (fields.options as unknown[]).map((option) => textOf(option).trim());
  texts.forEach((text, index) => {
    const isLast = texts.slice(index).every((each) => each === '');
    if (text === '')
      notes.push(
        `选项 ${optionKey(index)} 没有内容，没有导入${isLast ? '' : '；后面的选项和答案的字母依次前移，请核对'}。`,
      );
  });
}

/** [图1] is where a picture stood: a file that has none brings but the sign. */
function notePictures({ pictures, fields }: ParsedQuestion, notes: string[]): void {
  const sign = /\[图\d{1,2}\]/.exec(Object.values(fields).map(textOf).join('\n'))?.[0];
  if (sign !== undefined && pictures.length === 0 && !notes.some((note) => note.includes('图')))
    notes.push(`题目里写着“${sign}”，文件里没有这张图片，只是文字；请导入后补上图片。`);
}

type Fields = Record<string, unknown>;

/** Scene and exam types come by name; those that the school does not have are said and left out. */
function namedTypes(parsed: ParsedQuestion, types: NamedTypes, notes: string[]): Fields {
  const found: Fields = {};
  const look = (list: 'scene' | 'exam', label: string) => {
    const name = String(parsed.fields[`${list}TypeName`] ?? '').trim();
    if (name === '') return;
    const type = types[list].find((each) => each.name === name);
    if (type) found[`${list}TypeId`] = type.id;
    else notes.push(`没有“${name}”这个${label}，导入后不归类`);
  };
  look('scene', '场景类型');
  look('exam', '考试类型');
  return found;
}

function valuesOf(bank: Bank, fields: Fields): QuestionValues | { problems: string[] } {
  switch (bank) {
    case 'oral': {
      const parsed = oralQuestionSchema.safeParse(fields);
      return parsed.success ? oralValues(parsed.data, null) : problemsOf(parsed.error);
    }
    case 'written': {
      const parsed = writtenQuestionSchema.safeParse(fields);
      return parsed.success ? writtenValues(parsed.data, null) : problemsOf(parsed.error);
    }
    case 'theory': {
      const parsed = theoryQuestionSchema.safeParse(fields);
      return parsed.success ? theoryValues(parsed.data, null) : problemsOf(parsed.error);
    }
  }
}

function problemsOf(error: { issues: { message: string }[] }): { problems: string[] } {
  return { problems: error.issues.map((issue) => issue.message) };
}

/** Every text a file gives for a question, in reading order, for one that cannot be drawn as a question. */
function textsOf({ fields }: ParsedQuestion): string[] {
  const { title, stem, prompt, examContent, options, answer, referenceAnswer, analysis } = fields;
  const letters = (Array.isArray(options) ? (options as unknown[]) : []).map(
    (option, index) => `${String.fromCharCode(65 + index)}. ${textOf(option)}`,
  );
  const answers = textOf(answer) || textOf(referenceAnswer);
  return [
    textOf(stem) || textOf(prompt) || textOf(examContent) || textOf(title),
    ...letters,
    answers === '' ? '' : `答案：${answers}`,
    textOf(analysis) === '' ? '' : `解析：${textOf(analysis)}`,
  ]
    .filter((text) => text !== '')
    .map((text) => text.slice(0, 2000));
}

/** What to do about a problem, for whoever mends the file; the likeliest way first. */
const SUGGESTIONS: [RegExp, string][] = [
  [/连线|匹配|配对|搭配/, '几道单选题，每一对出一题，其余各项作选项。'],
  [/排序/, '一道单选题，把几种顺序写成选项。'],
  [/完[形型]填空|选词填空|七选五|下拉/, '每个空一道单选题，短文写在每道题的题干里。'],
  [/误差|范围|正则/, '填空题，把每一种正确写法都列在答案里，用 | 分开。'],
  [/说明文字/, '把这段文字写进后面题目的题干，这一条可以删去。'],
  [/画图|作图|上传文件/, '笔试题（题型：笔试），学生拍照作答。'],
  [/编程/, '简答题，在“答案：”后写参考程序。'],
  [/随机/, '把数字写成固定的值，再写出答案。'],
  [/作答的地方/, '拆成几道题，每道题只问一处。'],
  [/没有答案.*字母|选项的字母/, '在选项下面另起一行写“答案：”和正确选项的字母，如“答案：A”。'],
  [/不在选项里/, '补上缺少的选项，或把答案改成已有选项的字母。'],
  [/至少要有 2 个选项|至少填写 2 个选项|选项却没有读/, '每个选项单独一行，写成“A. 内容”。'],
  [/缺少选项|选项 [A-J] 没有内容/, '补上缺少的选项，选项字母从 A 起连续。'],
  [/单选题，却有/, '题型改为多选题（在题号后写“【多选题】”），或只留一个答案。'],
  [/题干里没有空/, '在要填的地方写 ____（四个下划线）。'],
  [/个空，答案有|没有答案.*空/, '答案与空一一对应，用“；”分开，如“答案：甲；乙”。'],
  [/对错|判断题|“答案：正确”/, '在题目下面写“答案：正确”或“答案：错误”。'],
  [/没有题干|填写题干/, '在题号后面写出题目的文字。'],
  [/图片|图 \d|音频/, '删去这个文件，导入后在题库里补上。'],
  [/最多|太长|不能超过/, '缩短到上面所说的长度，或拆成几道题。'],
];

/** A way to mend what is wrong, as words after 建议改成. */
export function suggestionFor(problem: string): string {
  return (
    SUGGESTIONS.find(([pattern]) => pattern.test(problem))?.[1] ??
    '单选、多选、判断、填空、简答、笔试或口语题中的一种，写法见“导入试题”页右侧。'
  );
}

/** Said of a question with the text that several share: nothing of the file is lost or otherwise, so nobody need look. */
export const HAS_PASSAGE = '阅读材料已放进这道题的题干。';

/** What is said of a question: once somebody chose it, no longer that it is left out. */
export const notesOf = (notes: string[], isChosen: boolean): string[] =>
  isChosen ? notes.map((note) => note.replace(HELD_NOTE, '')) : notes;

/** The notes that somebody should read. */
export const notesToRead = (notes: string[]): string[] => notes.filter((note) => note !== HAS_PASSAGE);

/** The same for two questions that ask the same: by stem and options, whatever their spaces and widths. */
export function duplicateKey(banked: BankedBody): string {
  const text = [mainText(banked), ...optionsOf(banked).map((option) => option.text)].join('\u0000');
  return `${banked.bank} ${searchForm(text).replace(/\s+/g, '')}`;
}

/** What a question says of its answer, each part in one form: keys, blanks, reference, marking points, analysis. */
export function answerParts({ bank, body }: BankedBody): string[] {
  const parts =
    bank === 'theory'
      ? [body.keys, body.blanks.flat(), [body.reference], [body.analysis]]
      : bank === 'written'
        ? [[body.referenceAnswer], body.markingPoints.map(({ text }) => text)]
        : [];
  return parts.map((part) => searchForm(part.join('\u0000')).replace(/\s+/g, ''));
}

/** Whether a question says nothing of the answer that the stored one does not: what it leaves out is no difference. */
export function addsNothing(parts: string[], stored: string[]): boolean {
  return parts.every((part, index) => part === '' || part === stored[index]);
}

/** A question to be stored as it will look. */
export function snapshotOf(values: QuestionValues): QuestionSnapshot {
  return {
    questionId: null,
    title: values.title,
    level: values.level ?? 1,
    keyPoints: values.keyPoint ?? [],
    imageIds: values.imageUrl ?? [],
    ...values.banked,
  };
}

/**
 * What an import keeps of a question: what would be stored, or what it says; of the first what is said of the file;
 * `isHeld` while it is left out because it may have been read wrong.
 */
export type ItemContent = { fileNotes?: string[]; isHeld?: true } & (
  | { values: QuestionValues; directories: string[] }
  | { texts: string[]; draft?: ItemDraft; directories?: string[]; images?: string[]; audio?: string | null }
);

/** A question as the form of the preview shows it. */
export type ItemDraft = TypedQuestion & { kind: QuestionKind | null };

/** What of a draft's fields the form shows; a title that follows from the stem follows it again. */
const SHOWN = new Set('stem prompt examContent options answer referenceAnswer analysis'.split(' '));

function draftOf({ kind, fields }: ParsedQuestion): ItemDraft {
  const { stem, prompt, examContent, options, answer, referenceAnswer, analysis } = fields;
  const more = Object.fromEntries(Object.entries(fields).filter(([name]) => !SHOWN.has(name)));
  return {
    kind: kind && questionKindOf(kind),
    stem: textOf(stem) || textOf(prompt) || textOf(examContent),
    options: Array.isArray(options) ? (options as unknown[]).map(textOf) : [],
    answer: theoryRules(theoryKindOf(kind ?? 'essay')).typedAnswer(answer ?? referenceAnswer),
    analysis: textOf(analysis),
    more,
  };
}

/** A question that can be stored, as the form of the preview shows it. */
export function draftOfValues({
  banked,
  title,
  points,
  level,
  keyPoint,
  sceneTypeId,
  examTypeId,
}: QuestionValues): ItemDraft {
  const more = { points, level, keyPoint, sceneTypeId, examTypeId };
  switch (banked.bank) {
    case 'oral': {
      const { examContent, prepSeconds, answerSeconds, isPlay } = banked.body;
      return {
        ...NO_DRAFT,
        kind: 'oral',
        stem: examContent,
        more: { ...more, title, prepSeconds, answerSeconds, isPlay },
      };
    }
    case 'written': {
      const { prompt, referenceAnswer, markingPoints, answerBy } = banked.body;
      const own = { ...more, ...ownTitle(title, prompt), markingPoints, answerBy };
      return { ...NO_DRAFT, kind: 'written', stem: prompt, answer: referenceAnswer, more: own };
    }
    case 'theory': {
      const { stem, options, analysis } = banked.body;
      return {
        kind: banked.kind,
        stem,
        options: options.map(({ text }) => text),
        answer: theoryRules(banked.kind).typedKey(banked.body),
        analysis,
        more: { ...more, ...ownTitle(title, stem) },
      };
    }
  }
}

/** Whether a single choice only asks right or wrong. */
export function isJudgeChoice({ kind, options }: Pick<ItemDraft, 'kind' | 'options'>): boolean {
  const words = options.map((text) => parseJudge(text));
  return kind === 'single' && words.length === 2 && words.includes('T') && words.includes('F');
}

const NO_DRAFT = { options: [], answer: '', analysis: '' };
const ownTitle = (title: string, text: string) => (title === derivedTitle(text) ? {} : { title });

/** The mended draft as a file would have stated it. */
export function parsedOfDraft(line: number, { kind, ...typed }: ItemDraft): ParsedQuestion {
  const fields = typedFields(kind ?? theoryKindOf('essay'), typed);
  return { ...emptyParsed(line), kind, fields };
}
