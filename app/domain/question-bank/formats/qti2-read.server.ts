import { HELD_NOTE, emptyParsed, type FilePicture, type ParsedKind, type ParsedQuestion } from './format.rules';
import { Media, type Resolve } from './media.server';
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
import { readSections } from './sections.server';
import { judgeOf } from './judge-words.server';
import { TextBuilder } from './text-builder.server';
import { element, elements, textContent, type XmlElement } from './xml.server';

/** One assessmentItem of QTI 2.1 or 2.2. */

const INTERACTIONS: Record<string, string> = {
  inlineChoiceInteraction: '下拉选择',
  associateInteraction: '关联题',
  matchInteraction: '匹配题',
  gapMatchInteraction: '选词填空',
  graphicGapMatchInteraction: '图上填空',
  graphicAssociateInteraction: '图上关联',
  graphicOrderInteraction: '图上排序',
  orderInteraction: '排序题',
  hotspotInteraction: '热区题',
  hottextInteraction: '热词题',
  selectPointInteraction: '图上点选',
  positionObjectInteraction: '图上摆放',
  sliderInteraction: '滑块题',
  drawingInteraction: '画图题',
  mediaInteraction: '媒体题',
  uploadInteraction: '上传文件题',
  customInteraction: '自定义题',
  portableCustomInteraction: '自定义题',
  endAttemptInteraction: '按钮题',
};

/** Elements of response processing that only compare with the right answer or add up a mapping. */
const SIMPLE_PROCESSING = new Set(
  (
    'responseCondition responseIf responseElseIf responseElse setOutcomeValue match variable correct baseValue ' +
    'mapResponse sum isNull not and or'
  ).split(' '),
);

export type ItemSurroundings = {
  resolve: Resolve;
  /** Pictures whose places are fixed before any text names them. */
  pictures: FilePicture[];
  /** What the question is, where its package says so. */
  kind: ParsedKind | null;
};

export function readItem2(item: XmlElement, line: number, surroundings: ItemSurroundings): ParsedQuestion {
  return new Item(item, emptyParsed(line), surroundings).read();
}

class Item {
  private readonly kind: ParsedKind | null;
  private readonly media: Media;
  private readonly interactions: XmlElement[] = [];
  /** Buttons, which ask nothing where something else does: 提示 */
  private readonly buttons: XmlElement[] = [];
  private readonly rubrics: XmlElement[] = [];
  private readonly feedback: XmlElement[] = [];

  constructor(
    private readonly item: XmlElement,
    private readonly parsed: ParsedQuestion,
    { resolve, pictures, kind }: ItemSurroundings,
  ) {
    this.kind = kind;
    this.media = new Media(parsed);
    this.media.resolve = resolve;
    for (const picture of pictures) this.media.add(picture);
  }

  read(): ParsedQuestion {
    const { item, parsed } = this;
    const title = (item.attributes.title ?? '').trim();
    if (title !== '') parsed.fields.title = title;
    setPoints(parsed, this.maximum());
    const stem = this.textOf(element(item, 'itemBody'));
    this.settleButtons();
    if (this.refuseOthers()) {
      parsed.fields.stem = stem;
      return parsed;
    }
    const [first] = this.interactions;
    if (first?.name === 'choiceInteraction') this.readChoice(first, stem);
    else if (first?.name === 'textEntryInteraction') this.readCloze(stem);
    else this.readEssay(stem);
    this.noteProcessing();
    return parsed;
  }

  private settleButtons(): void {
    if (this.interactions.length === 0) this.interactions.push(...this.buttons);
    else if (this.buttons.length > 0) {
      const titles = this.buttons.map(({ attributes }) => `“${attributes.title?.trim() ?? ''}”`).join('、');
      addNote(this.parsed, `原题的按钮${titles}没有导入，按下以后显示的文字放进了解析。`);
    }
  }

  private maximum(): number {
    const outcomes = elements(this.item, 'outcomeDeclaration');
    const named = (name: string) => outcomes.find((each) => each.attributes.identifier === name);
    const stated = textContent(element(element(named('MAXSCORE'), 'defaultValue'), 'value')).trim();
    return Number(stated === '' ? (named('SCORE')?.attributes.normalMaximum ?? 'NaN') : stated);
  }

  /** True when the item is of a kind that no bank has. */
  private refuseOthers(): boolean {
    const { parsed, interactions } = this;
    const names = [...new Set(interactions.map((each) => each.name))];
    const others = names.filter((name) => name in INTERACTIONS);
    if (others.length > 0) {
      const labels = others.map((name) => `${INTERACTIONS[name] ?? ''}（${name}）`).join('、');
      refuse(parsed, `${labels}：题库里没有这种题型，没有导入。`);
    } else if (elements(this.item, 'templateDeclaration').length > 0) {
      refuse(parsed, '题目里有随机生成的内容（templateDeclaration），题库里没有这种题型，没有导入。');
    } else if (names.length === 0) {
      refuse(parsed, '题目里没有作答的地方（interaction），没有导入。');
    } else if (names.length > 1 || (interactions.length > 1 && names[0] !== 'textEntryInteraction')) {
      refuse(parsed, `一道题里有 ${interactions.length} 个作答的地方，题库里没有这种题型；请拆成几道题。`);
    } else return false;
    return true;
  }

  /** The text of an element; interactions, rubrics and feedback within it are laid aside. */
  private textOf(node: XmlElement | undefined): string {
    const builder = new TextBuilder(this.media);
    if (node) this.feedChildren(node, builder);
    return builder.result();
  }

  private feedChildren(node: XmlElement, builder: TextBuilder): void {
    for (const child of node.children) {
      if (typeof child === 'string') builder.text(child);
      else this.feed(child, builder);
    }
  }

  private feed(node: XmlElement, builder: TextBuilder): void {
    const { name, attributes } = node;
    if (name === 'endAttemptInteraction') {
      this.buttons.push(node);
    } else if (/Interaction$/.test(name)) {
      this.interactions.push(node);
      if (name === 'textEntryInteraction') builder.fixed('____');
      else for (const prompt of elements(node, 'prompt')) this.feedBlock(prompt, builder);
    } else if (name === 'rubricBlock' && !/\bcandidate\b/.test(attributes.view ?? '')) {
      this.rubrics.push(node);
    } else if (/^(feedback|template)(Inline|Block)$/.test(name)) {
      this.feedback.push(node);
    } else if (name === 'object' && /^image\//i.test(attributes.type ?? '')) {
      builder.start('img', { src: attributes.data ?? '', alt: textContent(node) });
    } else if (name === 'printedVariable') {
      builder.text('□');
    } else this.feedBlock(node, builder);
  }

  private feedBlock(node: XmlElement, builder: TextBuilder): void {
    builder.start(node.name, node.attributes);
    this.feedChildren(node, builder);
    builder.end(node.name);
  }

  private declarationOf(interaction: XmlElement): XmlElement | undefined {
    const { responseIdentifier } = interaction.attributes;
    return elements(this.item, 'responseDeclaration').find((each) => each.attributes.identifier === responseIdentifier);
  }

  private readChoice(interaction: XmlElement, stem: string): void {
    const declaration = this.declarationOf(interaction);
    const { values, isUneven } = rightValues(declaration);
    if (isUneven) addNote(this.parsed, '原题各个选项的得分不同，现在按选对、选全计分，请核对答案。');
    else if (this.kind === null) this.noteMapping(declaration, interaction, values);
    const right = new Set(values);
    const feedback: string[] = [];
    const options = elements(interaction, 'simpleChoice').map((choice) => {
      const before = this.feedback.length;
      const text = this.textOf(choice);
      for (const each of this.feedback.splice(before)) feedback.push(`${text}：${this.textOf(each)}`);
      return { identifier: choice.attributes.identifier ?? '', text };
    });
    const isMultiple = declaration
      ? declaration.attributes.cardinality === 'multiple'
      : interaction.attributes.maxChoices !== '1';
    const judge = isMultiple || (this.kind !== null && this.kind !== 'judge') ? null : judgeOf(options, right);
    if (judge !== null) setJudge(this.parsed, stem, judge);
    else {
      const kind = isMultiple ? 'multiple' : 'single';
      setChoice(
        this.parsed,
        kind,
        stem,
        options.map(({ identifier, text }) => ({ text, isRight: right.has(identifier) })),
      );
    }
    this.setAnalysis(feedback);
  }

  /** Points that are taken off, or given for what is not stated as right, are marked by no rule here. */
  private noteMapping(declaration: XmlElement | undefined, interaction: XmlElement, right: string[]): void {
    const mapping = element(declaration, 'mapping');
    const entries = elements(mapping, 'mapEntry').map(({ attributes }) => ({
      key: (attributes.mapKey ?? '').trim(),
      value: Number(attributes.mappedValue ?? '0'),
    }));
    const other = Number(mapping?.attributes.defaultValue ?? '0');
    const earning = entries.filter(({ value }) => value > 0);
    const isEven = earning.every(({ key, value }) => right.includes(key) && value === earning[0]?.value);
    // What takes all points off for any wrong choice says the same as the rule here.
    const most = earning.reduce((sum, { value }) => sum + value, 0);
    const isAll = [other, ...entries.map(({ value }) => value)].every((value) => !(value < 0) || value < 0.01 - most);
    if (isEven && isAll) return;
    const keys = elements(interaction, 'simpleChoice').map(({ attributes }) => attributes.identifier ?? '');
    const said = entries.flatMap(({ key, value }) => {
      const place = keys.indexOf(key);
      return place < 0 ? [] : [`${String.fromCharCode(65 + place)} ${value > 0 ? '+' : ''}${value}`];
    });
    const rest = other === 0 ? [] : [`其余 ${other}`];
    const { upperBound } = mapping?.attributes ?? {};
    const bound = upperBound === undefined ? '' : `，最高 ${upperBound} 分`;
    addNote(
      this.parsed,
      `原题按选项给分、扣分（${[...said.slice(0, 8), ...rest].join('、')}${bound}），没有导入，现在选对、选全才得分，请核对分值。`,
    );
  }

  private readCloze(stem: string): void {
    const blanks = this.interactions.map((interaction) => {
      const declaration = this.declarationOf(interaction);
      const { values, partial } = rightValues(declaration);
      for (const value of partial) addNote(this.parsed, `答案“${value}”原可得部分分，没有列为正确答案。`);
      if (/^(float|integer)$/.test(declaration?.attributes.baseType ?? '')) {
        addNote(this.parsed, '数值空已改为文字填空，学生填的数要与答案写法相同。');
        return [...new Set(values.flatMap(numberForms))];
      }
      return values;
    });
    setCloze(this.parsed, stem, blanks);
    this.setAnalysis([]);
  }

  private readEssay(text: string): void {
    const rubric = readSections(this.rubrics.map((each) => this.textOf(each)).join('\n'));
    const hasHeadings = rubric.reference !== '' || rubric.markingPoints.length > 0;
    const [interaction] = this.interactions;
    const sample = interaction ? rightValues(this.declarationOf(interaction)).values.join('\n') : '';
    const reference = [hasHeadings ? rubric.reference : rubric.analysis, sample]
      .filter((part) => part !== '')
      .join('\n');
    setEssay(this.parsed, this.kind ?? 'essay', {
      text,
      reference,
      markingPoints: rubric.markingPoints,
      analysis: this.analysis([]),
    });
  }

  private setAnalysis(feedback: string[]): void {
    const rubric = this.rubrics.map((each) => this.textOf(each));
    this.parsed.fields.analysis = [this.analysis(feedback), ...rubric].filter((text) => text !== '').join('\n');
  }

  /** The modal feedback, then what stood inside the question. */
  private analysis(feedback: string[]): string {
    const modal = [...new Set(elements(this.item, 'modalFeedback').map((each) => this.textOf(each)))];
    return joinFeedback(this.parsed, modal.filter((text) => text !== '').join('\n'), [
      ...feedback,
      ...this.feedback.map((each) => this.textOf(each)),
    ]);
  }

  /** Its rules give points for a choice that is not stated as right. */
  private isAtOdds(processing: XmlElement): boolean {
    return earningValues(processing).some(({ variable, value }) => {
      const declared = elements(this.item, 'responseDeclaration').find(
        ({ attributes }) => attributes.identifier === variable,
      );
      const { values } = rightValues(declared);
      return values.length > 0 && !values.includes(value);
    });
  }

  private noteProcessing(): void {
    const processing = element(this.item, 'responseProcessing');
    if (processing && this.isAtOdds(processing)) {
      addNote(this.parsed, `评分规则给分的选项和文件里写的正确答案不一样，请核对。${HELD_NOTE}`);
      this.parsed.isDoubtful = true;
    } else if (processing && !isSimple(processing))
      addNote(this.parsed, '自定义的评分规则没有导入，现在按正确答案计分。');
  }
}

function isSimple(node: XmlElement): boolean {
  return elements(node).every((child) => SIMPLE_PROCESSING.has(child.name) && isSimple(child));
}

/** The right answers of a response: those stated and those that its mapping gives full points for. */
function rightValues(declaration: XmlElement | undefined): { values: string[]; partial: string[]; isUneven: boolean } {
  const stated = elements(element(declaration, 'correctResponse'), 'value').map((value) => textContent(value).trim());
  const entries = elements(element(declaration, 'mapping'), 'mapEntry').map(({ attributes }) => ({
    key: (attributes.mapKey ?? '').trim(),
    value: Number(attributes.mappedValue ?? '0'),
  }));
  const isText = declaration?.attributes.baseType !== 'identifier';
  const best = Math.max(0, ...entries.map((entry) => entry.value));
  const earning = entries.filter((entry) => entry.value > 0);
  // Of identifiers every one that earns is right where nothing else is said; texts are alternatives of each other.
  const mapped = isText ? earning.filter((entry) => entry.value === best) : stated.length > 0 ? [] : earning;
  const values = [...new Set([...stated, ...mapped.map((entry) => entry.key)])].filter((value) => value !== '');
  const partial = isText ? earning.map((entry) => entry.key).filter((key) => !values.includes(key)) : [];
  const isUneven = !isText && stated.length === 0 && earning.some((entry) => entry.value !== best);
  return { values, partial, isUneven };
}

/** The identifiers that a rule of the processing gives points for, as long as it says no more than that. */
function earningValues(node: XmlElement): { variable: string; value: string }[] {
  const own = /^response(?:Else)?If$/.test(node.name) ? earningOf(node) : [];
  return [...own, ...elements(node).flatMap(earningValues)];
}

function earningOf(branch: XmlElement): { variable: string; value: string }[] {
  const match = element(branch, 'match');
  const asked = element(match, 'baseValue');
  const variable = element(match, 'variable')?.attributes.identifier;
  const points = elements(branch, 'setOutcomeValue')
    .filter(({ attributes }) => attributes.identifier === 'SCORE')
    .map((given) => Number(textContent(element(given, 'baseValue'))));
  if (variable === undefined || asked?.attributes.baseType !== 'identifier' || !points.some((each) => each > 0))
    return [];
  return [{ variable, value: textContent(asked).trim() }];
}
