import { ANSWER_BY, kindOf, QUESTION_KINDS } from '../question.schema';
import type { OutgoingQuestion, ParsedKind, ParsedQuestion } from './format.rules';
import { element, elements, escapeAttribute, escapeXml, textContent, type XmlElement } from './xml.server';

/** What QTI has no place for: a block of our own namespace in the metadata of an item's resource. */

export const OWN_NAMESPACE = 'urn:kaoping:question:1';

export function writeOwn(question: OutgoingQuestion): string {
  const attributes: Record<string, string | number | boolean> = {
    kind: kindOf(question),
    level: question.level,
    sceneType: question.sceneTypeName,
    examType: question.examTypeName,
  };
  if (question.bank === 'oral') {
    const { prepSeconds, answerSeconds, isPlay } = question.body;
    Object.assign(attributes, { prepSeconds, answerSeconds, isPlay });
  }
  if (question.bank === 'written') attributes.answerBy = question.body.answerBy;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`);
  const list = (name: string, texts: string[]) =>
    texts.map((text) => `<kp:${name}>${escapeXml(text)}</kp:${name}>`).join('');
  const content = list('keyPoint', question.keyPoints) + list('directory', question.directories);
  return `<kp:kaoping xmlns:kp="${OWN_NAMESPACE}"${written.join('')}>${content}</kp:kaoping>`;
}

/** The block of a resource, if it is one of ours. */
export function ownBlock(resource: XmlElement | undefined): XmlElement | undefined {
  return element(element(resource, 'metadata'), 'kaoping');
}

export function ownKind(block: XmlElement | undefined): ParsedKind | null {
  return QUESTION_KINDS.find((kind) => kind === block?.attributes.kind) ?? null;
}

/** Sets the fields that the block carries. */
export function readOwn(block: XmlElement, parsed: ParsedQuestion): void {
  const { level, sceneType, examType, prepSeconds, answerSeconds, isPlay, answerBy } = block.attributes;
  const { fields } = parsed;
  const texts = (name: string) => elements(block, name).map((each) => textContent(each));
  if (level) fields.level = Number(level);
  if (sceneType) fields.sceneTypeName = sceneType;
  if (examType) fields.examTypeName = examType;
  if (prepSeconds) fields.prepSeconds = Number(prepSeconds);
  if (answerSeconds) fields.answerSeconds = Number(answerSeconds);
  if (isPlay) fields.isPlay = isPlay === 'true';
  if (answerBy) fields.answerBy = ANSWER_BY.find((each) => each === answerBy);
  const keyPoint = texts('keyPoint');
  if (keyPoint.length > 0) fields.keyPoint = keyPoint;
  parsed.directories = texts('directory');
}
