import type { QtiPen } from '../kinds/kind-formats';
import { formatsOf } from '../kinds/kinds.formats.server';
import { mainText, toSnapshot } from '../question.rules';
import { unplacedPictures } from '../rich-text.rules';
import type { OutgoingQuestion } from './format.rules';
import { textToHtml, type HtmlOptions } from './html-text.server';
import { escapeAttribute } from './xml.server';

const NAMESPACE = 'http://www.imsglobal.org/xsd/imsqti_v2p2';

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
    return formatsOf(this.question).qtiInteraction;
  }

  write(): string {
    const { question, identifier } = this;
    const formats = formatsOf(question);
    const analysis = question.bank === 'theory' ? question.body.analysis : '';
    return `<?xml version="1.0" encoding="UTF-8"?>
<assessmentItem xmlns="${NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} http://www.imsglobal.org/xsd/qti/qtiv2p2/imsqti_v2p2.xsd" identifier="${identifier}" title="${escapeAttribute(question.title)}" xml:lang="zh-CN" adaptive="false" timeDependent="false">
${formats.qtiDeclarations(question)}
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" normalMaximum="${question.points}"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
  <outcomeDeclaration identifier="MAXSCORE" cardinality="single" baseType="float"><defaultValue><value>${question.points}</value></defaultValue></outcomeDeclaration>
${analysis === '' ? '' : '  <outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"><defaultValue><value>ANALYSIS</value></defaultValue></outcomeDeclaration>\n'}  <itemBody>
${this.body()}
  </itemBody>
${formats.qtiProcessing(question)}${analysis === '' ? '' : `  <modalFeedback outcomeIdentifier="FEEDBACK" identifier="ANALYSIS" showHide="show"><p>${textToHtml(analysis, this.html)}</p></modalFeedback>\n`}</assessmentItem>
`;
  }

  private body(): string {
    const { question, media, pen } = this;
    const formats = formatsOf(question);
    const stem = formats.qtiStem?.(question, pen) ?? pen.html(mainText(question));
    const audio =
      media.audio === null
        ? ''
        : `    <p><object data="${escapeAttribute(media.audio)}" type="${audioType(media.audio)}"/></p>\n`;
    const unplaced = unplacedPictures(toSnapshot(question)).map(
      (id) => media.pictures[question.imageIds.indexOf(id)] ?? '',
    );
    const images = unplaced.map((address) => `<img src="${escapeAttribute(address)}" alt=""/>`).join(' ');
    const after = images === '' ? '' : `    <p class="kp-pictures">${images}</p>\n`;
    return `${audio}    <p>${stem}</p>\n${after}${formats.qtiAnswerPart(question, pen)}`;
  }

  private get pen(): QtiPen {
    return { html: (text) => textToHtml(text, this.html), rubric: (text) => this.rubric(text) };
  }

  private rubric(text: string): string {
    return text === '' ? '' : `\n    <rubricBlock view="scorer"><p>${textToHtml(text, this.html)}</p></rubricBlock>`;
  }
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
