import { isMarkComplete, overflows } from './typed-mark';

/**
 * Marking by keys. A key presses the button that carries its name (data-key), so nothing can be done by key alone.
 * Keys never work while an input method composes, never with other modifiers, and not in fields for text. In a number
 * field ←, → and space serve the recording: two or three digits need no caret; ↑ and ↓ go from field to field. A
 * slider, a choice and the browser's player keep their own arrows, a button its space. Knows no page: the desk is given.
 */

/** Where a key was pressed. */
export type KeyPlace = 'number' | 'note' | 'text' | 'slider' | 'player' | 'choice' | 'control' | 'elsewhere';

export type PressedKey = {
  key: string;
  place: KeyPlace;
  /** Ctrl or the command key. */
  isControl?: boolean;
  isShift?: boolean;
  isAlt?: boolean;
  /** Held down. */
  isRepeat?: boolean;
};

/** The page that is marked; `Field` stands for one of its number fields. */
export interface MarkingDesk<Field> {
  /** The number fields in their order. */
  numbers(): Field[];
  /** The number field that has the focus. */
  current(): Field | null;
  read(field: Field): { text: string; maximum: number; isWholeSelected: boolean; isAtEnd: boolean };
  /** As if typed: the totals listen. */
  write(field: Field, text: string): void;
  /** Puts the focus there, with what stands in it selected, or with the caret at its end. */
  go(field: Field, how: 'selected' | 'at end'): void;
  /** The number beside the slider that has the focus. */
  besideSlider(): Field | null;
  /** Presses the button of this name; false when there is none. */
  press(name: string): boolean;
  submit(value: 'draft' | 'next'): void;
  /** The usual comments that a digit can choose. */
  comments(): string[];
  addComment(index: number): void;
  writeComment(): void;
  changeSpeed(step: number): void;
  /** The teacher wants no single keys. */
  isWithoutKeys(): boolean;
  say(text: string): void;
}

const KEYS: Record<string, string> = {
  ' ': 'play',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  p: 'pause',
  n: 'note',
  j: 'previous',
  k: 'next',
  '?': 'keys',
  '？': 'keys',
};
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta'];

export class KeyMarker<Field> {
  /** The number that was worked at last. */
  private last: Field | null = null;
  /** Where the focus went on by itself: a point or Backspace goes back there. */
  private movedFrom: Field | null = null;
  private isChoosingComment = false;
  private hasWarned = false;

  constructor(
    private readonly desk: MarkingDesk<Field>,
    /** Marks stand on the page that are not saved. */
    private isDirty: boolean,
  ) {
    this.last = desk.current();
  }

  /** The focus came to a number. */
  arrive(field: Field): void {
    this.last = field;
  }

  /** Something that is sent was changed; `isTyped`: by a key, in this number. */
  change(field: Field | null, isTyped: boolean): void {
    this.isDirty = true;
    this.hasWarned = false;
    if (!field || !isTyped) return;
    const { text, maximum } = this.desk.read(field);
    if (!isMarkComplete(text, maximum)) return;
    const to = this.neighbour(field, 1);
    // The last one keeps the focus: typing again replaces it, a point goes on with it.
    this.movedFrom = field;
    this.desk.go(to ?? field, 'selected');
  }

  /** What a key means; true when it is done with, false when the browser is to do what it always does. */
  press(pressed: PressedKey): boolean {
    const { key, place, isControl = false, isShift = false, isAlt = false, isRepeat = false } = pressed;
    if (!MODIFIERS.includes(key)) this.desk.say('');
    if (isControl) return !isAlt && !isShift && this.withControl(key, isRepeat);
    if (isAlt || this.desk.isWithoutKeys() || MODIFIERS.includes(key)) return false;
    if (isShift && !'?？+'.includes(key)) return false;
    if (isRepeat && !key.startsWith('Arrow')) return false;
    if (place === 'text' || place === 'note') return this.inText(key, place);
    if (this.isChoosingComment) return this.chooseComment(key);
    const current = place === 'number' ? this.desk.current() : null;
    if (current && this.inNumber(key, current)) return true;
    if (key.startsWith('Arrow') && ['slider', 'player', 'choice'].includes(place)) return false;
    if ((key === ' ' || key === 'Enter') && ['control', 'choice', 'player'].includes(place)) return false;
    if (!current && (key === 'ArrowUp' || key === 'ArrowDown' || /^\d$/.test(key))) return this.comeBack(key);
    return this.command(key);
  }

  private withControl(key: string, isRepeat: boolean): boolean {
    const value = key === 'Enter' ? 'next' : key.toLowerCase() === 's' ? 'draft' : null;
    if (value && !isRepeat) this.desk.submit(value);
    return value !== null;
  }

  private inText(key: string, place: 'text' | 'note'): boolean {
    if (key !== 'Escape' && !(place === 'note' && key === 'Enter')) return false;
    this.goTo(this.last ?? this.desk.numbers()[0]);
    return true;
  }

  private chooseComment(key: string): boolean {
    this.isChoosingComment = false;
    const text = this.desk.comments()[Number(key) - 1];
    if (text === undefined) {
      this.desk.say('');
      return true;
    }
    this.desk.addComment(Number(key) - 1);
    this.desk.say(`已加评语：${text}`);
    return true;
  }

  private inNumber(key: string, own: Field): boolean {
    const { text, maximum, isWholeSelected, isAtEnd } = this.desk.read(own);
    if (key === 'ArrowUp' || key === 'ArrowDown' || key === 'Enter' || key === 'Tab') {
      const hasMoved = this.movedFrom !== null && this.movedFrom !== own && isWholeSelected;
      this.movedFrom = null;
      // Whoever ends every mark with Enter or Tab has been led on already: the next item is not skipped.
      if ((key === 'Enter' || key === 'Tab') && hasMoved) return true;
      if (key === 'Tab') return false;
      const to = this.neighbour(own, key === 'ArrowUp' ? -1 : 1);
      if (to) this.goTo(to);
      else if (key === 'Enter') this.desk.say('已是最后一项，Ctrl + Enter 提交并到下一份');
      return true;
    }
    if ((key === '.' || key === '。') && this.movedFrom && isWholeSelected) {
      return this.goBack(this.movedFrom, (before) => `${before}.`);
    }
    if (key === 'Backspace' && (text === '' || (this.movedFrom && isWholeSelected))) {
      const before = this.movedFrom ?? this.neighbour(own, -1);
      this.movedFrom = null;
      return before !== undefined && this.goBack(before, (typed) => typed.slice(0, -1));
    }
    if (/^\d$/.test(key)) {
      this.movedFrom = null;
      // The digit then arrives in the field that has the focus.
      if (!isWholeSelected && isAtEnd && overflows(text, key, maximum)) this.goTo(this.neighbour(own, 1));
    }
    return false;
  }

  private goBack(field: Field, change: (text: string) => string): true {
    this.movedFrom = null;
    this.desk.go(field, 'at end');
    this.desk.write(field, change(this.desk.read(field).text));
    return true;
  }

  /** From elsewhere the same keys come back to the numbers: a digit is typed there at once. */
  private comeBack(key: string): boolean {
    const numbers = this.desk.numbers();
    const last = this.last && numbers.includes(this.last) ? this.last : undefined;
    this.goTo(this.desk.besideSlider() ?? last ?? numbers[0]);
    return key.startsWith('Arrow');
  }

  private command(key: string): boolean {
    const letter = key.toLowerCase();
    if (letter === 'q') {
      const list = this.desk.comments();
      this.isChoosingComment = list.length > 0;
      this.desk.say(list.map((text, index) => `${index + 1} ${text}`).join('，') || '没有常用评语');
      return true;
    }
    if (letter === 'c') {
      this.desk.writeComment();
      return true;
    }
    if (key === '-' || key === '+' || key === '=') {
      this.desk.changeSpeed(key === '-' ? -1 : 1);
      return true;
    }
    const name = KEYS[letter] ?? KEYS[key];
    if (!name) return false;
    const isTurning = name === 'previous' || name === 'next';
    if (isTurning && this.isDirty && !this.hasWarned) {
      this.hasWarned = true;
      this.desk.say('这份评分还没有保存：Ctrl + S 保存草稿；再按一次就离开');
    } else if (!this.desk.press(name) && isTurning) this.desk.say(name === 'next' ? '已是最后一份' : '已是第一份');
    return true;
  }

  private neighbour(of: Field, step: number): Field | undefined {
    const numbers = this.desk.numbers();
    return numbers[numbers.indexOf(of) + step];
  }

  private goTo(field: Field | undefined): void {
    if (field !== undefined) this.desk.go(field, 'selected');
  }
}
