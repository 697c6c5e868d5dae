import { AppError } from '~/lib/errors';
import { emptyParsed, type ParsedQuestion, type ReadQuestions } from './format.rules';
import { breathe, checkCount } from './parsed-fields.server';
import { ownBlock, ownKind, readOwn } from './qti-own.server';
import { QtiPackage, readLom, type QtiFile } from './qti-package.server';
import { readItem1 } from './qti1-read.server';
import { stimuliOf } from './qti1-stimuli.server';
import { readItem2 } from './qti2-read.server';
import { isAudioName } from './text-builder.server';
import { descendants, element, elements, textContent, type XmlElement } from './xml.server';

/** QTI 2.1 and 2.2 packages, QTI 1.2 as Canvas writes it, and a single XML of either. */
export const readQti: ReadQuestions = async (file, onProgress) => {
  const pack = await QtiPackage.open(file);
  const names = pack.names();
  const questions: ParsedQuestion[] = [];
  for (const [index, name] of names.entries()) {
    const each = await pack.read(name);
    await readFile(pack, each, questions);
    checkCount(questions);
    await breathe(index + 1, names.length, onProgress);
  }
  if (questions.length === 0)
    throw new AppError('invalid', '这个文件里没有 QTI 题目（assessmentItem 或 questestinterop）。');
  return questions;
};

async function readFile(pack: QtiPackage, file: QtiFile, questions: ParsedQuestion[]): Promise<void> {
  const { root, resource } = file;
  if (!root) {
    questions.push({ ...emptyParsed(questions.length + 1), problems: [file.problem] });
  } else if (root.name === 'assessmentItem') {
    questions.push(await readItem(pack, file, root, questions.length + 1));
  } else if (root.name === 'questestinterop') {
    const resolve = await pack.media(file);
    const stimuli = stimuliOf(root);
    for (const { item, directories } of itemsOf(root)) {
      if (stimuli.isText(item)) continue;
      const line = file.name === '' ? item.line : questions.length + 1;
      questions.push({ ...readItem1(item, line, resolve, stimuli.above(item)), directories });
      checkCount(questions);
      await breathe(questions.length, Infinity);
    }
  } else if (root.name === 'qti-assessment-item') {
    questions.push({ ...emptyParsed(questions.length + 1), problems: [VERSION_3] });
  } else if (resource && /^imsqti_item/.test(resource.attributes.type ?? '')) {
    questions.push({
      ...emptyParsed(questions.length + 1),
      problems: [`${file.name} 不是 QTI 题目（assessmentItem）。`],
    });
  }
}

const VERSION_3 =
  '这是 QTI 3 的题目（qti-assessment-item），这里能读 QTI 1.2、2.1 和 2.2。请从原来的系统改存为 QTI 2.2 后再试。';

async function readItem(pack: QtiPackage, file: QtiFile, root: XmlElement, line: number): Promise<ParsedQuestion> {
  const { resource } = file;
  const block = ownBlock(resource);
  const resolve = await pack.media(file);
  // A question of ours names its pictures in order at its resource.
  const media = block && resource ? await pack.mediaOf(resource) : [];
  const pictures = media.filter((each) => !isAudioName(each.name));
  const parsed = readItem2(root, line, { resolve, pictures, kind: ownKind(block) });
  if (block) {
    readOwn(block, parsed);
  } else {
    const { keyPoint, level } = readLom(resource);
    if (keyPoint.length > 0) parsed.fields.keyPoint = keyPoint;
    if (level !== undefined) parsed.fields.level = level;
  }
  return parsed;
}

/** Items of an assessment or an object bank; a bank's title is a directory. */
function itemsOf(root: XmlElement): { item: XmlElement; directories: string[] }[] {
  const banks = elements(root, 'objectbank').flatMap((bank) => {
    const field = descendants(bank, 'qtimetadatafield').find(
      (each) => textContent(element(each, 'fieldlabel')).trim() === 'bank_title',
    );
    const title = textContent(element(field, 'fieldentry')).trim();
    return descendants(bank, 'item').map((item) => ({ item, directories: title === '' ? [] : [title] }));
  });
  const rest = elements(root).filter((child) => child.name !== 'objectbank');
  const items = rest.flatMap((child) => (child.name === 'item' ? [child] : descendants(child, 'item')));
  return [...banks, ...items.map((item) => ({ item, directories: [] }))];
}
