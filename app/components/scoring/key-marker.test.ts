import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KeyMarker, type KeyPlace, type MarkingDesk } from './key-marker';

type Field = { text: string; maximum: number };

/** A desk with number fields only, and what a browser does with a key that is left to it. */
class Desk implements MarkingDesk<Field> {
  focus: { field: Field; isSelected: boolean } | null = null;
  said = '';
  pressed: string[] = [];
  submitted: string[] = [];
  isQuiet = false;
  marker: KeyMarker<Field>;

  constructor(
    readonly fields: Field[],
    isDirty = false,
  ) {
    const [first] = fields;
    if (first) this.focus = { field: first, isSelected: true };
    this.marker = new KeyMarker<Field>(this, isDirty);
  }

  numbers = () => this.fields;
  current = () => this.focus?.field ?? null;
  read = (field: Field) => {
    const isSelected = this.focus?.field === field && this.focus.isSelected;
    return { ...field, isWholeSelected: isSelected || field.text === '', isAtEnd: !isSelected };
  };
  write = (field: Field, text: string) => {
    field.text = text;
    this.marker.change(field, false);
  };
  go = (field: Field, how: 'selected' | 'at end') => {
    this.focus = { field, isSelected: how === 'selected' };
    this.marker.arrive(field);
  };
  besideSlider = () => null;
  press = (name: string) => this.pressed.push(name) > 0;
  submit = (value: string) => void this.submitted.push(value);
  comments = () => ['很好', '再练'];
  addComment = (index: number) => void this.pressed.push(`comment ${index}`);
  writeComment = () => void (this.focus = null);
  changeSpeed = () => undefined;
  isWithoutKeys = () => this.isQuiet;
  say = (text: string) => void (this.said = text);

  type(key: string, place: KeyPlace = this.focus ? 'number' : 'elsewhere'): void {
    if (this.marker.press({ key, place }) || !this.focus) return;
    const { field, isSelected } = this.focus;
    if (/^[\d.]$/.test(key)) {
      field.text = (isSelected ? '' : field.text) + key;
      this.focus.isSelected = false;
      this.marker.change(field, true);
    } else if (key === 'Backspace') {
      field.text = isSelected ? '' : field.text.slice(0, -1);
      this.focus.isSelected = false;
      this.marker.change(field, false);
    } else if (key === 'Tab') {
      const next = this.fields[this.fields.indexOf(field) + 1];
      if (next) this.go(next, 'selected');
      else this.focus = null;
    }
  }
}

const maximum = fc.constantFrom(5, 9, 10, 20, 100);
const marked = fc
  .array(
    maximum.chain((most) => fc.record({ most: fc.constant(most), mark: fc.nat(most), isHalf: fc.boolean() })),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((one) => ({ ...one, isHalf: one.isHalf && one.mark < one.most })));

describe('marks typed one after the other', () => {
  test('stand where they were meant, whole and half, with Enter or Tab after each or only where it is needed', () => {
    fc.assert(
      fc.property(marked, fc.constantFrom('', 'Enter', 'Tab'), (marks, habit) => {
        const desk = new Desk(marks.map(({ most }) => ({ text: '', maximum: most })));
        marks.forEach(({ mark, isHalf }, index) => {
          [...String(mark)].forEach((digit) => desk.type(digit));
          // A point goes back to the field that was just filled, the last one too, which has kept the focus.
          if (isHalf) ['.', '5'].forEach((key) => desk.type(key));
          if (habit !== '' || desk.focus?.field === desk.fields[index]) desk.type(habit || 'Enter');
        });
        const wanted = marks.map(({ mark, isHalf }) => (isHalf ? `${mark}.5` : String(mark)));
        expect(desk.fields.map(({ text }) => text)).toEqual(wanted);
      }),
      { numRuns: 2000 },
    );
  });

  test('whatever is pressed, a mark changes only where the focus is or was a moment ago, and nothing is sent', () => {
    const keys = fc.constantFrom(...'0123456789.jkpnq?-'.split(''), 'Enter', 'Backspace', 'ArrowUp', 'ArrowDown', ' ');
    fc.assert(
      fc.property(
        fc.array(maximum, { minLength: 2, maxLength: 6 }),
        fc.array(keys, { maxLength: 40 }),
        (most, typed) => {
          const desk = new Desk(most.map((one) => ({ text: '', maximum: one })));
          for (const key of typed) {
            const before = desk.fields.map(({ text }) => text);
            const at = desk.fields.indexOf(desk.focus?.field as Field);
            desk.type(key);
            const changed = desk.fields.flatMap(({ text }, index) => (text === before[index] ? [] : [index]));
            expect(changed.length).toBeLessThanOrEqual(1);
            for (const index of changed) expect(Math.abs(index - at)).toBeLessThanOrEqual(1);
          }
          expect(desk.submitted).toEqual([]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

test('noughts go from field to field as other marks do, also over noughts that stood there', () => {
  const desk = new Desk([10, 10, 5, 20].map((maximum) => ({ text: '0', maximum })));
  ['0', '0', '.', '5', 'Enter', '0', '0'].forEach((key) => desk.type(key));
  expect(desk.fields.map(({ text }) => text)).toEqual(['0', '0.5', '0', '0']);
});

test('what is not saved is not left at the first press', () => {
  const desk = new Desk([{ text: '', maximum: 100 }]);
  desk.type('8');
  desk.type('k');
  expect(desk.pressed).toEqual([]);
  expect(desk.said).toContain('还没有保存');
  desk.type('k');
  expect(desk.pressed).toEqual(['next']);
});

test('without single keys only those with Ctrl work; held down they work once', () => {
  const desk = new Desk([{ text: '', maximum: 100 }]);
  desk.isQuiet = true;
  desk.type('k');
  expect(desk.pressed).toEqual([]);
  expect(desk.marker.press({ key: 'Enter', place: 'number', isControl: true })).toBe(true);
  expect(desk.marker.press({ key: 'Enter', place: 'number', isControl: true, isRepeat: true })).toBe(true);
  expect(desk.submitted).toEqual(['next']);
});

test('a usual comment is chosen by two keys, and a text field keeps its letters', () => {
  const desk = new Desk([{ text: '', maximum: 100 }]);
  desk.type('q');
  desk.type('2');
  expect(desk.pressed).toEqual(['comment 1']);
  expect(desk.marker.press({ key: 'k', place: 'text' })).toBe(false);
  expect(desk.marker.press({ key: 'Escape', place: 'text' })).toBe(true);
});
