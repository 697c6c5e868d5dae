import { describe, expect, it } from 'vitest';
import { awaitsReader, kindOfScore, openingWord, type Turn } from './share-out.rules';

describe('openingWord', () => {
  const paper = {
    ...({ state: 'arbitration', settlement: 'arbitration', ownScore: 'final', task: null } as const),
    ...{ isTaken: false, awaitsMe: true, isReleased: false, isLeftToDecide: false },
  };

  it('says 裁定 where the owner has nothing left but to decide', () => {
    expect(openingWord(paper, true)).toBe('裁定');
    const tied = { ...paper, settlement: 'owner', ownScore: 'none', isLeftToDecide: true } as const;
    expect(openingWord(tied, true)).toBe('裁定');
    // The owner has no mark of their own yet: theirs may be the third.
    expect(openingWord({ ...paper, ownScore: 'none' }, true)).toBe('评分');
    expect(openingWord({ ...paper, awaitsMe: false }, true)).toBe('查看');
  });

  it('offers no change of marks that stand', () => {
    expect(openingWord({ ...paper, awaitsMe: false }, false)).toBe('查看');
    expect(openingWord({ ...paper, awaitsMe: false, task: 'arbiter', settlement: 'owner' }, false)).toBe('修改评分');
    expect(openingWord({ ...paper, awaitsMe: false, state: 'scored', settlement: 'agreed' }, true)).toBe('修改评分');
  });
});

describe('awaitsReader', () => {
  const turn = (input: Partial<Turn>): Turn => ({
    state: 'waiting',
    settlement: '',
    ownScore: 'none',
    task: null,
    isSharedOut: true,
    hasArbiter: false,
    reader: { id: 1, isOwner: false },
    expected: [1, 2],
    isTaken: false,
    isOthersTurn: false,
    ...input,
  });
  const owner = { id: 9, isOwner: true };

  it('a given paper until the own score is final, or the paper is settled without it', () => {
    expect(awaitsReader(turn({ task: 'examiner' }))).toBe(true);
    expect(awaitsReader(turn({ task: 'examiner', ownScore: 'draft', state: 'marking' }))).toBe(true);
    expect(awaitsReader(turn({ task: 'examiner', ownScore: 'final', state: 'marking' }))).toBe(false);
    expect(awaitsReader(turn({ task: 'examiner', state: 'scored', settlement: 'decided' }))).toBe(false);
    expect(awaitsReader(turn({ task: 'examiner', state: 'in_progress' }))).toBe(false);
    expect(awaitsReader(turn({ task: null }))).toBe(false);
  });

  it('an arbiter only while the two differ', () => {
    expect(awaitsReader(turn({ task: 'arbiter', state: 'arbitration', settlement: 'arbitration' }))).toBe(true);
    expect(awaitsReader(turn({ task: 'arbiter', state: 'arbitration', settlement: 'owner', ownScore: 'final' }))).toBe(
      false,
    );
    expect(awaitsReader(turn({ task: 'arbiter', state: 'scored', settlement: 'agreed' }))).toBe(false);
  });

  it('the owner: what nobody arbitrates, and what only the owner can decide', () => {
    const contested = { state: 'arbitration', settlement: 'arbitration', reader: owner } as const;
    expect(awaitsReader(turn(contested))).toBe(true);
    expect(awaitsReader(turn({ ...contested, hasArbiter: true }))).toBe(false);
    expect(awaitsReader(turn({ ...contested, isSharedOut: false, hasArbiter: true }))).toBe(false);
    expect(awaitsReader(turn({ state: 'arbitration', settlement: 'owner', ownScore: 'final', reader: owner }))).toBe(
      true,
    );
    expect(awaitsReader(turn({ reader: owner }))).toBe(false);
  });

  it('without a share-out: to each of those who are expected, else to whoever comes first', () => {
    const open = { isSharedOut: false } as const;
    expect(awaitsReader(turn({ ...open, state: 'marking', settlement: 'waiting' }))).toBe(true);
    expect(awaitsReader(turn({ ...open, state: 'marking', ownScore: 'final' }))).toBe(false);
    expect(awaitsReader(turn({ ...open, state: 'scored', settlement: 'decided' }))).toBe(false);
    expect(awaitsReader(turn({ ...open, state: 'waiting', reader: owner }))).toBe(false);
    expect(awaitsReader(turn({ ...open, state: 'waiting', expected: [], reader: owner }))).toBe(true);
    expect(awaitsReader(turn({ ...open, state: 'scored', expected: [] }))).toBe(false);
  });
});

describe('kindOfScore', () => {
  const kind = (input: Partial<Parameters<typeof kindOfScore>[0]>) =>
    kindOfScore({
      task: null,
      stored: null,
      settlement: 'arbitration',
      isOwner: true,
      isExaminerOfPaper: false,
      ...input,
    });

  it('what the paper was given as wins, then how the score began', () => {
    expect(kind({ task: 'examiner' })).toBe('examiner');
    expect(kind({ task: 'arbiter', settlement: '', isOwner: false })).toBe('arbiter');
    expect(kind({ stored: 'arbiter', settlement: 'arbitrated' })).toBe('arbiter');
    expect(kind({ stored: 'examiner' })).toBe('examiner');
  });

  it('an owner who is no examiner of it is the third where two differ', () => {
    expect(kind({})).toBe('arbiter');
    expect(kind({ settlement: 'owner' })).toBe('arbiter');
    expect(kind({ settlement: 'waiting' })).toBe('examiner');
    expect(kind({ isExaminerOfPaper: true })).toBe('examiner');
    expect(kind({ isOwner: false })).toBe('examiner');
  });
});
