import { AppError } from '~/lib/errors';
import type { FilePicture, ParsedQuestion, ReadQuestions } from './format.rules';
import { emptyParsed } from './format.rules';
import { htmlToText, looksLikeHtml, mathTextToText } from './html-text.server';
import { fileNameOf, Media, readBase64 } from './media.server';
import { KNOWN_PARTS, OTHER_KINDS, STANDARD_FEEDBACK } from './moodle-words';
import { embeddedKeys, plainAnswer, rangesIn, splitEmbedded, type Embedded } from './moodle-cloze.server';
import { readTags, type OwnTags } from './own-tags.server';
import {
  addNote,
  breathe,
  checkCount,
  joinFeedback,
  numberForms,
  readCategoryPath,
  refuse,
  setChoice,
  setCloze,
  setEssay,
  setJudge,
  setPoints,
} from './parsed-fields.server';
import { readSections } from './sections.server';
import { isAudioName } from './text-builder.server';
import { decodeXml, element, elements, parseXml, textContent, type XmlElement } from './xml.server';

/** Moodle XML: every question of the file, its categories as directories. */
export const readMoodle: ReadQuestions = async (file, onProgress) => {
  const root = parseXml(decodeXml(file.bytes));
  if (root.name !== 'quiz') throw new AppError('invalid', '这个 XML 文件不是 Moodle 的题目导出，没有读取。');
  const nodes = elements(root, 'question');
  const questions: ParsedQuestion[] = [];
  let directories: string[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.attributes.type === 'category') {
      directories = readCategoryPath(textOf(element(node, 'category')));
    } else {
      questions.push(new MoodleQuestion(node, directories).read());
      checkCount(questions);
    }
    await breathe(index + 1, nodes.length, onProgress);
  }
  if (questions.length === 0) throw new AppError('invalid', '这个 Moodle XML 文件里没有题目。');
  return questions;
};

/** **bold**, `code`, # title, [text](address) */
const MARKDOWN = /\*\*[^*\n]{1,200}\*\*|`[^`\n]{1,200}`|^#{1,6} |\[[^\]\n]{1,100}\]\([^)\n]{1,200}\)/m;

type Answer = { node: XmlElement; fraction: number };

class MoodleQuestion {
  private readonly parsed: ParsedQuestion;
  private readonly media: Media;
  private readonly own: OwnTags;

  constructor(
    private readonly node: XmlElement,
    directories: string[],
  ) {
    this.parsed = { ...emptyParsed(node.line), directories };
    this.media = new Media(this.parsed);
    this.own = readTags(elements(element(node, 'tags'), 'tag').map(textOf), this.parsed);
  }

  read(): ParsedQuestion {
    const { parsed, node } = this;
    const title = textOf(element(node, 'name')).trim();
    if (title !== '') parsed.fields.title = title;
    const grade = textContent(element(node, 'defaultgrade')).trim();
    if (grade !== '') setPoints(parsed, Number(grade));
    if (this.own.kind) this.takeAllFiles();
    this.readKind();
    this.readFiles();
    this.readOldPicture();
    this.noteOthers();
    if (elements(node, 'hint').some((hint) => textOf(hint).trim() !== '')) addNote(parsed, 'Moodle 的提示没有导入。');
    return parsed;
  }

  private readKind(): void {
    const type = this.node.attributes.type ?? '';
    switch (type) {
      case 'multichoice':
        return this.readMultichoice();
      case 'truefalse':
        return this.readTrueFalse();
      case 'shortanswer':
        return this.readShortAnswer();
      case 'numerical':
        return this.readNumerical();
      case 'essay':
        return this.readEssay();
      case 'recordrtc':
        return this.readRecording();
      case 'cloze':
      case 'multianswer':
        return this.readCloze();
      default:
        this.parsed.fields.stem = this.text('questiontext');
        if (type === 'description') refuse(this.parsed, '说明文字（description）不是题目，没有导入。');
        else refuse(this.parsed, `${OTHER_KINDS[type] ?? '这种题型'}（${type}）：题库里没有这种题型，没有导入。`);
    }
  }

  /** The text of a field with its own format and files. */
  private text(name: string): string {
    return this.fieldText(element(this.node, name));
  }

  private fieldText(field: XmlElement | undefined): string {
    const raw = textOf(field);
    if (!field || raw === '') return '';
    this.use(field);
    switch (field.attributes.format) {
      case 'plain_text':
        return raw.trim();
      case 'markdown':
        if (MARKDOWN.test(raw)) addNote(this.parsed, '文字里的 Markdown 记号（如 **）按原样导入，请核对。');
        return mathTextToText(raw);
      case 'html':
        return htmlToText(raw, this.media);
      default:
        return looksLikeHtml(raw) ? htmlToText(raw.replace(/\n/g, '<br>'), this.media) : mathTextToText(raw);
    }
  }

  /** Addresses in the field's text name files of that field. */
  private use(field: XmlElement): void {
    const files = elements(field, 'file');
    this.media.resolve = (source) => {
      const name = fileNameOf(source);
      const found = files.find((file) => file.attributes.name === name);
      return found ? readFile(found) : null;
    };
  }

  /** A question of ours names all its pictures in order at its text. */
  private takeAllFiles(): void {
    for (const file of elements(element(this.node, 'questiontext'), 'file')) {
      const picture = readFile(file);
      if (picture && !isAudioName(picture.name)) this.media.add(picture);
    }
  }

  /** Files that no text refers to. */
  private readFiles(): void {
    for (const file of elements(element(this.node, 'questiontext'), 'file')) {
      const name = file.attributes.name ?? '';
      const bytes = readFile(file)?.bytes;
      const { pictures, audio, notes } = this.parsed;
      const isTaken = [...pictures, ...(audio ? [audio] : [])].some((each) => each.name === name);
      if (isTaken || notes.some((note) => note.includes(name))) continue;
      addNote(this.parsed, bytes ? `附件“${name}”没有导入。` : `附件“${name}”已损坏，没有导入。`);
    }
  }

  /** Moodle 1.x kept the one picture of a question beside its text. */
  private readOldPicture(): void {
    const base64 = textContent(element(this.node, 'image_base64')).trim();
    const name = fileNameOf(textContent(element(this.node, 'image')).trim());
    if (base64 === '') {
      if (name !== '') addNote(this.parsed, `文件里没有图片“${name}”的内容，没有导入，请导入后补上。`);
      return;
    }
    const bytes = readBase64(base64);
    if (bytes) this.media.add({ name: name || '图.png', bytes });
    else addNote(this.parsed, `图片“${name || 'image_base64'}”的内容已损坏，没有导入，请导入后补上。`);
  }

  /** Parts of a question that are not known here and that a reader of it would miss. */
  private noteOthers(): void {
    for (const part of elements(this.node)) {
      if (KNOWN_PARTS.has(part.name)) continue;
      const text = textContent(part).replace(/\s+/g, ' ').trim();
      if (text.length > 3 && !/^(?:true|false|none|\d+(?:\.\d+)?)$/i.test(text)) {
        addNote(this.parsed, `文件里的“${part.name}”没有导入：${text.slice(0, 60)}${text.length > 60 ? '…' : ''}`);
      }
    }
  }

  private answers(): Answer[] {
    return elements(this.node, 'answer').map((node) => ({ node, fraction: Number(node.attributes.fraction ?? '0') }));
  }

  /** The general feedback with that of the single answers. */
  private analysis(answers: { label: string; node: XmlElement }[] = []): string {
    const feedback = answers.map(({ label, node }) => {
      const text = this.fieldText(element(node, 'feedback'));
      return text === '' ? '' : `${label}：${text}`;
    });
    for (const name of ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']) {
      const text = textOf(element(this.node, name))
        .replace(/<[^<>]*>/g, '')
        .trim();
      if (text !== '' && !STANDARD_FEEDBACK.test(text)) addNote(this.parsed, '答对、答错时的统一反馈没有导入。');
    }
    return joinFeedback(this.parsed, this.text('generalfeedback'), feedback);
  }

  private readMultichoice(): void {
    const isSingle = !/^(false|0)$/i.test(textContent(element(this.node, 'single')).trim());
    const stem = this.text('questiontext');
    const answers = this.answers();
    const options = answers.map(({ node, fraction }) => ({
      text: this.fieldText(node),
      isRight: isSingle ? fraction >= 100 : fraction > 0,
    }));
    const right = options.filter((option) => option.isRight).length;
    if (isSingle && answers.some(({ fraction }) => fraction > 0 && fraction < 100)) {
      addNote(this.parsed, '原题有选项可得部分分，现在只有正确答案得分。');
    }
    const shares = answers.map(({ fraction }) => fraction).filter((fraction) => fraction > 0);
    if (!isSingle && new Set(shares.map(Math.round)).size > 1) {
      addNote(this.parsed, `原题各正确选项的得分不同（${shares.join('%、')}%），现在按考试的多选计分规则给分。`);
    }
    if (isSingle && right > 1) addNote(this.parsed, `原题有 ${right} 个答案任选其一都算对，已改为多选题，请核对答案。`);
    setChoice(this.parsed, isSingle && right <= 1 ? 'single' : 'multiple', stem, options);
    this.parsed.fields.analysis = this.analysis(
      answers.map(({ node }, index) => ({ label: options[index]?.text ?? '', node })),
    );
  }

  private readTrueFalse(): void {
    const answers = this.answers();
    const right = answers.find(({ fraction }) => fraction > 0);
    const word = textOf(right?.node).trim().toLowerCase();
    setJudge(this.parsed, this.text('questiontext'), word === 'true');
    if (word !== 'true' && word !== 'false') this.parsed.problems.push('判断题没有正确答案（true 或 false）。');
    this.parsed.fields.analysis = this.analysis(
      answers.map(({ node }) => ({ label: textOf(node).trim() === 'true' ? '选“正确”' : '选“错误”', node })),
    );
  }

  private readShortAnswer(): void {
    const stem = this.text('questiontext');
    const answers = this.answers().map((answer) => ({ ...answer, label: this.typed(answer.node) }));
    setCloze(this.parsed, stem, [this.fullyRight(answers)]);
    const isCased = /^(?:1|true)$/i.test(textContent(element(this.node, 'usecase')).trim());
    if (isCased) this.noteCased(answers);
    this.parsed.fields.analysis = this.analysis(answers);
  }

  private noteCased(answers: { label: string }[]): void {
    if (answers.some(({ label }) => /[A-Za-z]/.test(label)))
      addNote(this.parsed, '原题的答案区分大小写，现在不区分，请核对。');
  }

  /** An answer that students type: text, whatever its format says. */
  private typed(node: XmlElement): string {
    const raw = textOf(node);
    return (node.attributes.format === 'html' ? plainAnswer(raw) : raw).trim();
  }

  private fullyRight(answers: { label: string; fraction: number }[]): string[] {
    for (const { label, fraction } of answers) {
      if (fraction > 0 && fraction < 100) addNote(this.parsed, `答案“${label}”原可得部分分，没有列为正确答案。`);
    }
    const isOurs = this.own.kind !== null;
    const right = answers.filter(({ label, fraction }) => fraction >= 100 && label !== '' && (isOurs || label !== '*'));
    if (!isOurs && right.some(({ label }) => /(?:^|[^\\])\*/.test(label))) {
      addNote(this.parsed, '答案里的 * 在 Moodle 中代表任意文字，现在按原样比对，请核对。');
    }
    return [...new Set(right.map(({ label }) => (isOurs ? label : label.replace(/\\\*/g, '*'))))];
  }

  private readNumerical(): void {
    const stem = this.text('questiontext');
    const answers = this.answers().map((answer) => ({ ...answer, label: this.typed(answer.node) }));
    const ranges = rangesIn(answers.filter(({ fraction }) => fraction >= 100));
    if (ranges !== '') {
      Object.assign(this.parsed.fields, { stem, answer: ranges });
      refuse(this.parsed, '数值题（numerical）允许误差，题库里没有这种题型；请改成填空题或选择题。');
      return;
    }
    setCloze(this.parsed, stem, [[...new Set(this.fullyRight(answers).flatMap(numberForms))]]);
    addNote(this.parsed, '数值题已改为填空题，学生填的数要与答案写法相同。');
    this.parsed.fields.analysis = this.analysis(answers);
  }

  private readEssay(): void {
    const text = this.text('questiontext');
    const grader = readSections(this.text('graderinfo'));
    const hasHeadings = grader.reference !== '' || grader.markingPoints.length > 0;
    setEssay(this.parsed, this.own.kind ?? 'essay', {
      text,
      reference: hasHeadings ? grader.reference : grader.analysis,
      markingPoints: grader.markingPoints,
      analysis: this.analysis(),
    });
    if (this.text('responsetemplate') !== '') addNote(this.parsed, '作答模板（responsetemplate）没有导入。');
    if (this.own.kind === null && /^-?[1-9]/.test(textContent(element(this.node, 'attachments')).trim()))
      addNote(this.parsed, '原题可以上传附件（attachments），这一项没有导入。');
  }

  /** What is answered by speaking, with the time it may take. */
  private readRecording(): void {
    setEssay(this.parsed, 'oral', {
      text: this.text('questiontext'),
      reference: '',
      markingPoints: [],
      analysis: '',
    });
    const seconds = Number(textContent(element(this.node, 'timelimitinseconds')).trim());
    if (seconds > 0) this.parsed.fields.answerSeconds = Math.round(seconds);
    const media = textContent(element(this.node, 'mediatype')).trim();
    if (media !== '' && media !== 'audio') addNote(this.parsed, '原题要录像或录屏，现在只录音。');
    if (this.text('generalfeedback') !== '' || this.text('graderinfo') !== '') {
      addNote(this.parsed, '口语题没有答案和解析，文件里的解析没有导入。');
    }
  }

  private readCloze(): void {
    const field = element(this.node, 'questiontext');
    if (!field) return refuse(this.parsed, '填空题（cloze）没有题干。');
    const { pieces, embedded } = splitEmbedded(textOf(field));
    this.use(field);
    const stem = htmlToText(pieces.join('____'), this.media);
    const [only] = embedded;
    if (!this.parsed.fields.points) {
      setPoints(
        this.parsed,
        embedded.reduce((sum, each) => sum + each.weight, 0),
      );
    }
    if (embedded.length > 0 && embedded.every((each) => each.type === 'short' || isExactNumber(each))) {
      if (embedded.some((each) => each.type === 'number')) {
        addNote(this.parsed, '数值空已改为文字填空，学生填的数要与答案写法相同。');
      }
      setCloze(
        this.parsed,
        stem,
        embedded.map((each) => {
          if (each.isCased) this.noteCased(embeddedAnswers(each));
          const right = this.fullyRight(embeddedAnswers(each));
          return each.type === 'number' ? [...new Set(right.flatMap(numberForms))] : right;
        }),
      );
      const feedback = embedded.flatMap((each) => each.options).map((option) => this.embeddedFeedback(option));
      this.parsed.fields.analysis = joinFeedback(this.parsed, this.analysis(), feedback);
    } else if (only && embedded.length === 1 && (only.type === 'choice' || only.type === 'several')) {
      const isSingle = only.type === 'choice';
      setChoice(
        this.parsed,
        isSingle ? 'single' : 'multiple',
        stem,
        only.options.map((option) => ({
          text: htmlToText(option.html, this.media),
          isRight: isSingle ? option.weight >= 100 : option.weight > 0,
        })),
      );
      const feedback = only.options.map((option) => this.embeddedFeedback(option));
      this.parsed.fields.analysis = joinFeedback(this.parsed, this.analysis(), feedback);
    } else {
      Object.assign(this.parsed.fields, { stem, answer: embeddedKeys(embedded) });
      refuse(this.parsed, clozeProblem(embedded));
    }
  }

  private embeddedFeedback(option: Embedded['options'][number]): string {
    const text = htmlToText(option.feedback, this.media);
    return text === '' ? '' : `${plainAnswer(option.html)}：${text}`;
  }
}

function clozeProblem(embedded: Embedded[]): string {
  if (embedded.length === 0) return '填空题（cloze）里没有找到任何空。';
  const kinds = [
    ...(embedded.some((each) => each.type === 'choice' || each.type === 'several') ? ['选择（MULTICHOICE）'] : []),
    ...(embedded.some((each) => each.type === 'number' && !isExactNumber(each))
      ? ['有误差范围的数值（NUMERICAL）']
      : []),
  ];
  return `完形填空（cloze）里有${kinds.join('和')}，题库里没有这种题型；请拆成几道题。`;
}

/** The alternatives of a blank; of an exact number without the tolerance of nought behind it. */
function embeddedAnswers({ type, options }: Embedded): { label: string; fraction: number }[] {
  return options.map(({ html, weight }) => ({
    label: plainAnswer(type === 'number' ? html.replace(/:\s*[0.]*\s*$/, '') : html),
    fraction: weight,
  }));
}

function isExactNumber(each: Embedded): boolean {
  const right = each.options.filter((option) => option.weight >= 100);
  return (
    each.type === 'number' && right.every((option) => /^\s*-?\d+(\.\d+)?\s*(:\s*0*(\.0*)?\s*)?$/.test(option.html))
  );
}

function textOf(field: XmlElement | undefined): string {
  return textContent(element(field, 'text'));
}

function readFile(file: XmlElement): FilePicture | null {
  const { name = '', encoding = 'base64' } = file.attributes;
  const bytes = encoding === 'base64' ? readBase64(textContent(file)) : null;
  return bytes && { name, bytes };
}
