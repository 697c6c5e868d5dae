import { HAS_PASSAGE } from '../import.rules';
import { HELD_NOTE, type ParsedQuestion } from './format.rules';
import { descendants, element, elements, textContent, type XmlElement } from './xml.server';

/** Texts that several questions of Canvas (New Quizzes) stand below: each question names the item that holds its text. */

const PARENT = 'parent_stimulus_item_ident';

/** What an item says of itself: question_type, points_possible … */
export function itemFields(item: XmlElement): Map<string, string> {
  return new Map(
    descendants(element(item, 'itemmetadata'), 'qtimetadatafield').map((field) => [
      textContent(element(field, 'fieldlabel')).trim(),
      textContent(element(field, 'fieldentry')).trim(),
    ]),
  );
}

/** `item`: what holds the text, null where the file has it not. */
export type Stimulus = { item: XmlElement | null };

export type Stimuli = {
  /** The text above a question; undefined where it stands for itself. */
  above: (item: XmlElement) => Stimulus | undefined;
  /** Whether an item is but the text of others. */
  isText: (item: XmlElement) => boolean;
};

/** The texts of one file and the questions that stand below them. */
export function stimuliOf(root: XmlElement): Stimuli {
  const items = descendants(root, 'item');
  const byIdent = new Map(items.map((item) => [item.attributes.ident ?? '', item]));
  const named = new Map<XmlElement, string>();
  // A group of questions has its text in common.
  const walk = (node: XmlElement, above: string) => {
    for (const child of elements(node)) {
      const own = child.name === 'item' ? (itemFields(child).get(PARENT) ?? '') : (child.attributes[PARENT] ?? '');
      const ident = own === '' ? above : own;
      if (child.name === 'item') named.set(child, ident);
      else walk(child, ident);
    }
  };
  walk(root, '');
  const used = new Set([...named.values()].filter((ident) => ident !== ''));
  const isText = (item: XmlElement) =>
    used.has(item.attributes.ident ?? '') && itemFields(item).get('question_type') === 'text_only_question';
  return {
    isText,
    above: (item) => {
      const ident = named.get(item) ?? '';
      return ident === '' || isText(item) ? undefined : { item: byIdent.get(ident) ?? null };
    },
  };
}

/** Puts the text above what a question asks; a question without its text is held back. */
export function putAbove(parsed: ParsedQuestion, text: string | null): void {
  if (text === null) {
    parsed.notes.push(`这道题用到的阅读材料不在这个文件里，没有导入，请补进题干。${HELD_NOTE}`);
    parsed.isDoubtful = true;
    return;
  }
  const name = typeof parsed.fields.prompt === 'string' ? 'prompt' : 'stem';
  const own = typeof parsed.fields[name] === 'string' ? parsed.fields[name] : '';
  parsed.fields[name] = [text, own].filter((part) => part !== '').join('\n');
  if (text !== '') parsed.notes.push(HAS_PASSAGE);
}
