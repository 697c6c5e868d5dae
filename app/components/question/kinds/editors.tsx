import type { TheoryKind } from '~/domain/question-bank/question.schema';
import { cloze } from './cloze/editor';
import type { KindEditor } from './editor-parts';
import { judge } from './judge/editor';
import { multiple } from './multiple/editor';
import { short } from './short/editor';
import { single } from './single/editor';

/** How each kind of the theory bank is written; a kind without its entry does not compile. */
export const EDITORS: Record<TheoryKind, KindEditor> = { single, multiple, judge, cloze, short };
