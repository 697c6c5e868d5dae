import { htmlToText, looksLikeHtml } from './html-text.server';
import { pictureMark } from '../rich-text.rules';
import { emptyParsed, type ParsedQuestion } from './format.rules';
import { judgeOf } from './judge-words.server';
import { Media, type Resolve } from './media.server';
import { plainAnswer } from './moodle-cloze.server';
import {
  addNote,
  joinFeedback,
  numberForms,
  refuse,
  setChoice,
  setCloze,
  setEssay,
  setJudge,
  setPoints,
} from './parsed-fields.server';
import { itemFields, putAbove, type Stimulus } from './qti1-stimuli.server';
import { byScore, byValue, rightOptions, rulesOf, type Rule } from './qti1-rules.server';
import { descendants, element, elements, textContent, type XmlElement } from './xml.server';

/** One item of QTI 1.2, as Canvas and others write it. */

const OTHER_TYPES: Record<string, string> = {
  matching_question: '匹配题',
  multiple_dropdowns_question: '下拉选择题',
  numerical_question: '数值题',
  calculated_question: '计算题（随机数据）',
  file_upload_question: '上传文件题',
  text_only_question: '说明文字',
};

const OTHER_RENDERS: Record<string, string> = {
  response_grp: '匹配题',
  response_xy: '图上点选',
  response_num: '数值题',
  render_hotspot: '热区题',
  render_slider: '滑块题',
};

export function readItem1(item: XmlElement, line: number, resolve: Resolve, above?: Stimulus): ParsedQuestion {
  return new Item(item, emptyParsed(line), resolve).readBelow(above);
}

class Item {
  private readonly media: Media;
  private readonly fields: Map<string, string>;
  private readonly presentation: XmlElement | undefined;
  private readonly rules: Rule[];

  constructor(
    private readonly item: XmlElement,
    private readonly parsed: ParsedQuestion,
    resolve: Resolve,
  ) {
    this.media = new Media(parsed);
    this.media.resolve = resolve;
    this.fields = itemFields(item);
    this.presentation = element(item, 'presentation');
    this.rules = rulesOf(element(item, 'resprocessing'));
  }

  /** The pictures of the text above come before the question's own. */
  readBelow(above: Stimulus | undefined): ParsedQuestion {
    const text = above?.item ? this.stem(element(above.item, 'presentation')) : null;
    const parsed = this.read();
    if (above) putAbove(parsed, text);
    return parsed;
  }

  private read(): ParsedQuestion {
    const { parsed } = this;
    const title = (this.item.attributes.title ?? '').trim();
    // Canvas calls every question so.
    if (title !== '' && title !== 'Question') parsed.fields.title = title;
    setPoints(parsed, Number(this.fields.get('points_possible') ?? ownPoints(this.item)));
    const type = this.fields.get('question_type') ?? '';
    const other = this.otherKind(type);
    const choices = descendants(this.presentation, 'response_lid');
    const typed = descendants(this.presentation, 'response_str');
    if (other !== '') {
      parsed.fields.stem = this.stem();
      refuse(parsed, `${other}：题库里没有这种题型，没有导入。`);
    } else if (type === 'fill_in_multiple_blanks_question') this.readBlanks(choices);
    else if (choices.length + typed.length !== 1) {
      parsed.fields.stem = this.stem();
      const count = choices.length + typed.length;
      refuse(
        parsed,
        count === 0
          ? '题目里没有作答的地方，没有导入。'
          : `一道题里有 ${count} 个作答的地方，题库里没有这种题型；请拆成几道题。`,
      );
    } else if (choices[0]) this.readChoice(choices[0]);
    else this.readTyped(type);
    return parsed;
  }

  private otherKind(type: string): string {
    const named = OTHER_TYPES[type];
    if (named !== undefined) return `${named}（${type}）`;
    const render = Object.keys(OTHER_RENDERS).find((name) => descendants(this.presentation, name).length > 0);
    return render === undefined ? '' : `${OTHER_RENDERS[render] ?? ''}（${render}）`;
  }

  /** The materials of the question itself, not those of its options. */
  private stem(presentation = this.presentation): string {
    return materialsOf(presentation)
      .map((material) => this.material(material))
      .filter((text) => text !== '')
      .join('\n');
  }

  private material(material: XmlElement, change: (html: string) => string = (html) => html): string {
    return elements(material)
      .map((part) => {
        if (part.name === 'matimage') return this.image(part);
        if (part.name === 'mataudio') {
          if (part.attributes.uri) this.media.audio(part.attributes.uri);
          return '';
        }
        if (part.name === 'matbreak') return '\n';
        const raw = change(textContent(part));
        const isHtml = /html/i.test(part.attributes.texttype ?? '') || looksLikeHtml(raw);
        return isHtml ? htmlToText(raw, this.media) : raw.trim();
      })
      .join('');
  }

  private image({ attributes }: XmlElement): string {
    const index = attributes.uri ? this.media.picture(attributes.uri) : null;
    return index === null ? '' : pictureMark(index);
  }

  private text(node: XmlElement): string {
    return descendants(node, 'material')
      .map((material) => this.material(material))
      .join('\n')
      .trim();
  }

  private readChoice(response: XmlElement): void {
    const stem = this.stem();
    const labels = descendants(response, 'response_label');
    const options = labels.map((label) => ({ identifier: label.attributes.ident ?? '', text: this.text(label) }));
    const isMultiple = /^multiple$/i.test(response.attributes.rcardinality ?? '');
    const { right, isPartial } = rightOptions(this.rules, options, isMultiple);
    if (isPartial) addNote(this.parsed, '原题有选项可得部分分，现在只有正确答案得分。');
    const judge = isMultiple ? null : judgeOf(options, right);
    if (judge !== null) setJudge(this.parsed, stem, judge);
    else {
      const kind = isMultiple || right.size > 1 ? 'multiple' : 'single';
      if (kind === 'multiple' && !isMultiple) {
        addNote(this.parsed, `原题有 ${right.size} 个答案任选其一都算对，已改为多选题，请核对答案。`);
      }
      setChoice(
        this.parsed,
        kind,
        stem,
        options.map(({ identifier, text }) => ({ text, isRight: right.has(identifier) })),
      );
    }
    this.parsed.fields.analysis = this.analysis(options);
  }

  /** A text that is typed: a blank when right answers are stated, an essay else. */
  private readTyped(type: string): void {
    const { full, partial } = byScore(this.rules);
    const alternatives = full.map((value) => value.trim()).filter((answer) => answer !== '');
    if (type === 'essay_question' || alternatives.length === 0) {
      const solution = descendants(this.item, 'solution').map((each) => this.text(each));
      setEssay(this.parsed, 'essay', {
        text: this.stem(),
        reference: solution.filter((text) => text !== '').join('\n'),
        markingPoints: [],
        analysis: this.analysis([]),
      });
      return;
    }
    const isRange = ['vargte', 'varlte', 'vargt', 'varlt'].some((name) => descendants(this.item, name).length > 0);
    if (isRange) {
      this.parsed.fields.stem = this.stem();
      refuse(this.parsed, '答案是一个数值范围：题库里没有这种题型，没有导入。可以改成填空题，列出每一个正确的写法。');
      return;
    }
    const isNumber = descendants(this.presentation, 'render_fib').some(({ attributes }) =>
      /^(?:decimal|integer)$/i.test(attributes.fibtype ?? ''),
    );
    if (isNumber) addNote(this.parsed, '数值题已改为填空题，学生填的数要与答案写法相同。');
    const forms = isNumber ? [...new Set(alternatives.flatMap(numberForms))] : alternatives;
    for (const answer of partial) addNote(this.parsed, `答案“${answer}”${PARTIAL}`);
    const stem = this.stem();
    setCloze(this.parsed, /[_＿]{2,}/.test(stem) ? stem : this.stemWithBlank(), [forms]);
    this.parsed.fields.analysis = this.analysis([]);
  }

  /** The stem with a blank where the text is typed; what stands in one block with it stands in one line with it. */
  private stemWithBlank(): string {
    const parts = partsOf(this.presentation).map(({ part, block }) => ({
      block,
      text: part.name === 'material' ? this.material(part) : '____',
    }));
    return parts
      .filter(({ text }) => text !== '')
      .reduce((stem, { text, block }, at, all) => {
        const before = all[at - 1];
        const isInLine = before?.block === block && (text === '____' || before?.text === '____');
        return stem === '' || isInLine ? stem + text : `${stem}\n${text}`;
      }, '');
  }

  /**
   * Canvas: [name] in the text is the blank of response_name. What each blank accepts is what the rules of its own
   * response want; the text that stands inside a response names the blank (it may be its answer) and is none of the stem.
   */
  private readBlanks(responses: XmlElement[]): void {
    const blanks = new Map(
      responses.map((response) => [(response.attributes.ident ?? '').replace(/^response_/, ''), response] as const),
    );
    const order: XmlElement[] = [];
    const stem = materialsOf(this.presentation, () => [])
      .map((material) =>
        this.material(material, (html) =>
          html.replace(/\[([^[\]<>]{1,100})\]/g, (whole, name: string) => {
            const response = blanks.get(name);
            if (!response || order.includes(response)) return whole;
            order.push(response);
            return '____';
          }),
        ),
      )
      .filter((text) => text !== '')
      .join('\n');
    setCloze(
      this.parsed,
      stem,
      order.map((response, index) => this.blankAnswers(response, index + 1)),
    );
    const lost = [...blanks].filter(([, response]) => !order.includes(response)).map(([name]) => `[${name}]`);
    if (lost.length > 0)
      this.parsed.problems.push(`题干里没有空 ${lost.slice(0, 5).join('、')} 的位置，请在文件里补上后再导入。`);
    this.parsed.fields.analysis = this.analysis([]);
  }

  /**
   * What a blank accepts. Each of its labels is typed by somebody who knew it right, though the rules that Canvas
   * writes want but the first; of labels to choose from, those its rules want. How they were compared is said where
   * we compare otherwise.
   */
  private blankAnswers(response: XmlElement, number: number): string[] {
    const { ident = '' } = response.attributes;
    const labels = descendants(response, 'response_label');
    const type = labels[0]?.attributes.answer_type ?? '';
    const own = this.rules.flatMap(({ values, score }) =>
      values.filter(({ response }) => response === ident).map((each) => ({ values: [each], score })),
    );
    const { full, partial } = byScore(own);
    const wanted = new Set(full);
    const unwanted = new Set([...partial, ...byValue(own.filter(({ score }) => score <= 0))]);
    const isChosen = type === 'dropdown' || type === 'wordbank';
    const isRight = (label: string) => wanted.has(label) || (!isChosen && !unwanted.has(label));
    const right = labels.filter((label) => isRight(label.attributes.ident ?? ''));
    const text = (label: XmlElement) => plainAnswer(this.text(label));
    for (const label of labels)
      if (partial.includes(label.attributes.ident ?? '')) addNote(this.parsed, `答案“${text(label)}”${PARTIAL}`);
    if (isChosen) {
      const all = labels.map(text).join('、');
      const word = type === 'dropdown' ? '下拉选择' : '词库选择';
      addNote(this.parsed, `第 ${number} 空原来是${word}（${all}），现在由学生自己填写，请核对。`);
    }
    const how = new Set(right.map((label) => label.attributes.scoring_algorithm ?? ''));
    if (how.has('TextRegex')) {
      const pattern = right.map(text).join('、');
      this.parsed.problems.push(
        `第 ${number} 空的答案是正则表达式（${pattern.slice(0, 100)}），请改成列出每一个正确答案。`,
      );
    }
    if (how.has('TextCloseEnough')) addNote(this.parsed, `第 ${number} 空原来允许拼写相近，现在要与答案一致。`);
    if (how.has('TextContainsAnswer'))
      addNote(this.parsed, `第 ${number} 空原来只要包含答案就算对，现在要与答案一致。`);
    return [...new Set(right.map(text))].filter((answer) => answer !== '');
  }

  /** General feedback, then that of right and wrong answers and of single options. */
  private analysis(options: { identifier: string; text: string }[]): string {
    const general: string[] = [];
    const special: string[] = [];
    for (const node of elements(this.item, 'itemfeedback')) {
      const ident = node.attributes.ident ?? '';
      // Canvas calls it so, Blackboard by the option itself, with the text in a solution.
      const option = options.find(({ identifier }) => ident === `${identifier}_fb` || ident === identifier);
      const text = !option && elements(node, 'solution').length > 0 ? '' : this.text(node);
      if (text === '') continue;
      if (option) special.push(`${option.text}：${text}`);
      else if (/^correct(?:_fb)?$/.test(ident)) special.push(`答对：${text}`);
      else if (/^(?:general_)?incorrect(?:_fb)?$/.test(ident)) special.push(`答错：${text}`);
      else general.push(text);
    }
    return joinFeedback(this.parsed, general.join('\n'), special);
  }
}

/** Materials above and between the responses, in order. */
function materialsOf(node: XmlElement | undefined, inside = materialsInside): XmlElement[] {
  return elements(node).flatMap((child) => {
    if (child.name === 'material') return [child];
    return /^(response_|render_)/.test(child.name) ? inside(child) : materialsOf(child, inside);
  });
}

/** A response may carry text of its own beside its choices. */
function materialsInside(response: XmlElement): XmlElement[] {
  return elements(response, 'material');
}

/** The materials and the response among them, in order, each with the element that holds it. */
function partsOf(node: XmlElement | undefined): { part: XmlElement; block: XmlElement | undefined }[] {
  return elements(node).flatMap((part) => {
    if (part.name === 'response_str') {
      const inside = materialsInside(part).map((each) => ({ part: each, block: node }));
      return [...inside, { part, block: node }];
    }
    if (part.name === 'material') return [{ part, block: node }];
    return /^(?:response_|render_)/.test(part.name) ? [] : partsOf(part);
  });
}

const PARTIAL = '原可得部分分，没有列为正确答案。';

/** The points as Blackboard writes them. */
function ownPoints(item: XmlElement): string {
  const [said] = descendants(element(item, 'itemmetadata'), 'qmd_absolutescore_max');
  const text = said ? textContent(said).trim() : '';
  return text === '' ? 'NaN' : text;
}
