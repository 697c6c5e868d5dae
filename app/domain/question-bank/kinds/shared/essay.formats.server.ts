import { essay } from '../../formats/qti-parts.server';
import { writeSections } from '../../formats/sections.server';
import type { MarkingPoint } from '../../question.schema';
import type { KindFormats } from '../kind-formats';

/** Moodle takes so many files for an answer on paper. */
const PHOTOS = 3;

type Grading = { reference: string; markingPoints: MarkingPoint[]; analysis: string; isPhoto: boolean };

/** What a person marks: a long text in other systems, with what is right for who marks it. */
export function essayFormats<Q>(gradingOf: (question: Q) => Grading): KindFormats<Q> {
  const forMarker = (question: Q) => writeSections({ ...gradingOf(question), analysis: '' });
  return {
    moodleType: 'essay',
    moodleAnswers: (question, pen) => pen.essay(forMarker(question), gradingOf(question).isPhoto ? PHOTOS : 0),
    gift: (question, pen) => pen.rows([], writeSections(gradingOf(question))),
    qtiInteraction: 'extendedTextInteraction',
    qtiDeclarations: () => '  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="string"/>',
    qtiAnswerPart: (question, pen) => essay(pen.rubric(forMarker(question))),
    qtiProcessing: () => '',
  };
}
