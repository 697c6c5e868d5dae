import { splitStem, toSnapshot } from '../question.rules';
import { unplacedPictures } from '../rich-text.rules';
import type { OutgoingQuestion } from './format.rules';
import { textToHtml, type HtmlOptions } from './html-text.server';
import { writeSections } from './sections.server';
import { escapeAttribute, escapeXml } from './xml.server';

const NAMESPACE = 'http://www.imsglobal.org/xsd/imsqti_v2p2';
const TEMPLATES = 'http://www.imsglobal.org/question/qti_v2p2/rptemplates';

/** `pictures`, `audio`: addresses from the item's file. */
type Media = { pictures: string[]; audio: string | null };

/** One question as an assessmentItem of QTI 2.2. */
export class QtiItemWriter {
  private readonly html: HtmlOptions;

  constructor(
    private readonly question: OutgoingQuestion,
    private readonly identifier: string,
    private readonly media: Media,
  ) {
    this.html = { pictures: media.pictures };
  }

  /** The kind of interaction it has. */
  interaction(): string {
    switch (this.question.kind) {
      case 'single':
      case 'multiple':
      case 'judge':
        return 'choiceInteraction';
      case 'cloze':
        return 'textEntryInteraction';
      default:
        return 'extendedTextInteraction';
    }
  }

  write(): string {
    const { question, identifier } = this;
    const analysis = question.bank === 'theory' ? question.body.analysis : '';
    return `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} http://www.imsglobal.org/xsd/qti/qtiv2p2/imsqti_v2p2.xsd" identifier="${identifier}" title="${escapeAttribute(question.title)}" xml:lang="zh-CN" adaptive="false" timeDependent="false">
${this.declarations()}
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="${question.points}"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
  <outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>${question.points}</value></defaultValue></outcomeDeclaration>
${analysis === '' ? '' : '  <outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"><defaultValue><value>ANALYSIS</value></defaultValue></outcomeDeclaration>\n'}  <itemBody>
${this.body()}
  </itemBody>
${this.processing()}${analysis === '' ? '' : `  <modalFeedback outcomeIdentifier="FEEDBACK" identifier="ANALYSIS" showHide="show"><p>${textToHtml(analysis, this.html)}</p></modalFeedback>\n`}</assessmentItem>
`;
  }

  private declarations(): string {
    const { question } = this;
    if (question.bank !== 'theory' || question.kind === 'short') {
      return '  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"/>';
    }
    const { keys, options, blanks } = question.body;
    const share = (count: number) => Number((question.points / count).toFixed(5));
    switch (question.kind) {
      case 'single':
      case 'judge': {
        const right = question.kind === 'single' ? (keys[0] ?? '') : keys[0] === 'T' ? 'true' : 'false';
        const mapping = `<mapping defaultValue="0">${entry(right, question.points)}</mapping>`;
        return declaration('RESPONSE', 'single', 'identifier', [right], mapping);
      }
      case 'multiple': {
        const entries = options.map(({ key }) =>
          entry(key, keys.includes(key) ? share(keys.length) : -question.points),
        );
        const mapping = `<mapping lowerBound="0" upperBound="${question.points}" defaultValue="0">${entries.join('')}</mapping>`;
        return declaration('RESPONSE', 'multiple', 'identifier', keys, mapping);
      }
      case 'cloze':
        return blanks
          .map((alternatives, index) => {
            const entries = alternatives.map((text) => entry(text, share(blanks.length), ' caseSensitive="false"'));
            const mapping = `<mapping defaultValue="0">${entries.join('')}</mapping>`;
            return declaration(this.responseOf(index), 'single', 'string', alternatives.slice(0, 1), mapping);
          })
          .join('\n');
    }
  }

  /** The templates know one response only, by this name. */
  private responseOf(blank: number): string {
    const { question } = this;
    const isOne = question.kind === 'cloze' && question.body.blanks.length === 1;
    return isOne ? 'RESPONSE' : `RESPONSE${blank + 1}`;
  }

  private body(): string {
    const { question, media } = this;
    const audio =
      media.audio === null
        ? ''
        : `    <p><object data="${escapeAttribute(media.audio)}" type="${audioType(media.audio)}"/></p>\n`;
    const unplaced = unplacedPictures(toSnapshot(question)).map(
      (id) => media.pictures[question.imageIds.indexOf(id)] ?? '',
    );
    const images = unplaced.map((address) => `<img src="${escapeAttribute(address)}" alt=""/>`).join(' ');
    const after = images === '' ? '' : `    <p class="kp-pictures">${images}</p>\n`;
    return `${audio}    <p>${this.stem()}</p>\n${after}${this.answerPart()}`;
  }

  private stem(): string {
    const { question } = this;
    if (question.bank === 'oral') return textToHtml(question.body.examContent, this.html);
    if (question.bank === 'written') return textToHtml(question.body.prompt, this.html);
    if (question.kind !== 'cloze') return textToHtml(question.body.stem, this.html);
    return splitStem(question.body.stem)
      .map((piece, index) => {
        const blank = index === 0 ? '' : `<textEntryInteraction responseIdentifier="${this.responseOf(index - 1)}"/>`;
        return blank + textToHtml(piece, this.html);
      })
      .join('');
  }

  private answerPart(): string {
    const { question } = this;
    if (question.bank === 'oral') return essay('');
    if (question.bank === 'written') {
      const { referenceAnswer, markingPoints } = question.body;
      return essay(this.rubric(writeSections({ reference: referenceAnswer, markingPoints, analysis: '' })));
    }
    switch (question.kind) {
      case 'single':
      case 'multiple':
        return choice(
          question.kind === 'single' ? 1 : 0,
          question.body.options.map(({ key, text }) => [key, textToHtml(text, this.html)]),
        );
      case 'judge':
        return choice(1, [
          ['true', '正确'],
          ['false', '错误'],
        ]);
      case 'cloze':
        return '';
      case 'short':
        return essay(
          this.rubric(writeSections({ reference: question.body.reference, markingPoints: [], analysis: '' })),
        );
    }
  }

  private rubric(text: string): string {
    return text === '' ? '' : `\n    <rubricBlock view="scorer"><p>${textToHtml(text, this.html)}</p></rubricBlock>`;
  }

  private processing(): string {
    const { question } = this;
    switch (question.kind) {
      case 'single':
      case 'judge':
      case 'multiple':
        return `  <responseProcessing template="${TEMPLATES}/map_response"/>\n`;
      case 'cloze': {
        const { blanks } = question.body;
        if (blanks.length === 1) return `  <responseProcessing template="${TEMPLATES}/map_response"/>\n`;
        const sum = blanks.map((_, index) => `<mapResponse identifier="${this.responseOf(index)}"/>`).join('');
        return `  <responseProcessing><setOutcomeValue identifier="SCORE"><sum>${sum}</sum></setOutcomeValue></responseProcessing>\n`;
      }
      default:
        return '';
    }
  }
}

function declaration(
  identifier: string,
  cardinality: string,
  baseType: string,
  values: string[],
  mapping: string,
): string {
  const right = values.map((value) => `<value>${escapeXml(value)}</value>`).join('');
  return `  <responseDeclaration identifier="${identifier}" cardinality="${cardinality}" baseType="${baseType}"><correctResponse>${right}</correctResponse>${mapping}</responseDeclaration>`;
}

function entry(key: string, value: number, more = ''): string {
  return `<mapEntry mapKey="${escapeAttribute(key)}" mappedValue="${value}"${more}/>`;
}

function choice(maxChoices: number, options: string[][]): string {
  const rows = options.map(
    ([key, html]) => `      <simpleChoice identifier="${key ?? ''}">${html ?? ''}</simpleChoice>`,
  );
  return `    <choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="${maxChoices}">\n${rows.join('\n')}\n    </choiceInteraction>`;
}

function essay(rubric: string): string {
  return `    <extendedTextInteraction responseIdentifier="RESPONSE" expectedLines="10"/>${rubric}`;
}

const AUDIO_TYPES: [RegExp, string][] = [
  [/\.(m4a|mp4|aac)$/i, 'audio/mp4'],
  [/\.wav$/i, 'audio/wav'],
  [/\.(ogg|oga)$/i, 'audio/ogg'],
  [/\.(webm|weba)$/i, 'audio/webm'],
  [/\.flac$/i, 'audio/flac'],
];

function audioType(address: string): string {
  return AUDIO_TYPES.find(([pattern]) => pattern.test(address))?.[1] ?? 'audio/mpeg';
}
