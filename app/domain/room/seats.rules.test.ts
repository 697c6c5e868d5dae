import { describe, expect, test } from 'vitest';
import { LATE_MS, PROBLEM_ADVICE, PROBLEM_KINDS, PROBLEM_WORDS, seatOf, type SeatFacts } from './board.rules';
import { MOST_EXCEPTIONS, MOST_SEATS, seatPlanOf, type BoardRow } from './seats.rules';

const T = 1_800_000_000_000;
const MINUTE = 60_000;

const facts = (changes: Partial<SeatFacts> = {}): SeatFacts => ({
  part: 'written',
  beginsAt: T,
  endsAt: T + 60 * MINUTE,
  isOver: false,
  attempt: null,
  lastSavedAt: null,
  takes: 0,
  sessions: [],
  failures: null,
  mic: null,
  hasBadDevice: false,
  refused: 0,
  refusedFiles: 0,
  silentTakes: 0,
  page: null,
  otherPartAt: null,
  conflicts: 0,
  leaves: 0,
  ...changes,
});
const writing = { startedAt: T, isOpen: true, closedBy: null, deadlineAt: T + 60 * MINUTE };

const row = (studentId: number, changes: Partial<BoardRow> = {}): BoardRow => ({
  ...seatOf(facts({ attempt: writing }), T + MINUTE),
  studentId,
  account: `s${studentId}`,
  name: `学生${studentId}`,
  classId: 1,
  className: '一班',
  answered: 3,
  itemCount: 25,
  startedAt: T,
  lastSavedAt: T,
  deadlineAt: T + 60 * MINUTE,
  submittedAt: null,
  closedBy: null,
  extraMinutes: 0,
  leaves: 0,
  unsaved: 0,
  announcementId: 0,
  isDeleted: false,
  ...changes,
});
const rows = (count: number, changes: (index: number) => Partial<BoardRow> = () => ({})) =>
  Array.from({ length: count }, (_, index) => row(index + 1, changes(index)));
const everybody = { state: '', classId: 0 } as const;

describe('who has not begun', () => {
  test('is looked for five minutes after the start, and not before', () => {
    expect(seatOf(facts(), T + LATE_MS - 1).kinds).toEqual([]);
    expect(seatOf(facts(), T + LATE_MS)).toMatchObject({ problems: ['开考 5 分钟，还没有登录'], kinds: ['missing'] });
    const session = { device: 'Chrome', createdAt: T, lastSeenAt: T, endedAt: null };
    expect(seatOf(facts({ sessions: [session] }), T + LATE_MS).problems).toEqual(['开考 5 分钟，登录了还没有开始']);
  });

  test('is nothing to look for where everybody begins when they like, or when it is over', () => {
    expect(seatOf(facts({ endsAt: T + 7 * 24 * 60 * MINUTE }), T + 60 * MINUTE).kinds).toEqual([]);
    expect(seatOf(facts({ isOver: true }), T + 61 * MINUTE)).toMatchObject({ state: 'absent', kinds: [] });
  });
});

describe('the page of an open paper', () => {
  const page = (changes: object) => ({ reportedAt: T, unsaved: 0, unsavedSince: null, announcementId: 0, ...changes });

  test('that has not reported itself for twenty seconds is gone, unless something else came from it', () => {
    const at = (now: number, changes: Partial<SeatFacts> = {}) =>
      seatOf(facts({ attempt: writing, page: page({}), ...changes }), now);
    expect(at(T + 19_999).kinds).toEqual([]);
    expect(at(T + 20_000)).toMatchObject({ kinds: ['gone'], problems: ['页面已 20 秒没有回应'], state: 'answering' });
    expect(at(T + 3 * MINUTE).problems).toEqual(['页面已 3 分钟没有回应']);
    expect(at(T + 20_000, { lastSavedAt: T + 10_000 }).kinds).toEqual([]);
    expect(at(T + 20_000, { attempt: { ...writing, isOpen: false } }).kinds).toEqual([]);
  });

  test('who writes the other part of the exam is neither gone nor idle nor late', () => {
    const now = T + 30 * MINUTE;
    const begun = (otherPartAt: number) => seatOf(facts({ attempt: writing, page: page({}), otherPartAt }), now);
    expect(begun(now - 5_000).kinds).toEqual([]);
    expect(begun(now - 20_000).kinds).toEqual(['gone', 'quiet']);
    const session = { device: 'Chrome', createdAt: T, lastSeenAt: T, endedAt: null };
    expect(seatOf(facts({ sessions: [session] }), now).kinds).toEqual(['late']);
    expect(seatOf(facts({ sessions: [session], otherPartAt: now }), now).kinds).toEqual([]);
    // A page without script says nothing after the start.
    expect(seatOf(facts({ sessions: [session], otherPartAt: T }), now).kinds).toEqual([]);
  });

  test('without script never reports, and is not missed', () => {
    const seat = seatOf(facts({ attempt: writing, page: page({ reportedAt: null }) }), T + 4 * MINUTE);
    expect(seat.kinds).toEqual([]);
  });

  test('that has not saved for a minute is looked after; a moment of typing is not', () => {
    const at = (now: number) =>
      seatOf(
        facts({ attempt: writing, page: page({ reportedAt: now, unsaved: 2, unsavedSince: T }), lastSavedAt: T }),
        now,
      );
    expect(at(T + 59_000).kinds).toEqual([]);
    expect(at(T + 2 * MINUTE)).toMatchObject({ kinds: ['unsaved'], problems: ['2 处没有存上，已 2 分钟'] });
  });

  test('that was closed after its last save has lost nothing, whatever it said before; without a save after it has', () => {
    const closed = page({ reportedAt: T, unsaved: 2, unsavedSince: T - MINUTE });
    const at = (lastSavedAt: number, now: number) =>
      seatOf(facts({ attempt: writing, page: closed, lastSavedAt }), now).problems;
    expect(at(T + 1000, T + 2 * MINUTE)).toEqual(['页面已 1 分钟没有回应']);
    // The save and the report were under way together.
    expect(at(T - 100, T + 2 * MINUTE)).toEqual(['页面已 2 分钟没有回应']);
    expect(at(T - MINUTE, T + 2 * MINUTE)).toContain('2 处没有存上，已 3 分钟');
    // A page that is there knows it better: a photo may hang while answers are saved.
    expect(at(T + 1000, T + 10_000)).toEqual(['2 处没有存上，已 1 分钟']);
  });
});

test('a file that was turned away is a problem, and comes before how often the page was left', () => {
  const seat = seatOf(facts({ attempt: writing, refusedFiles: 2, leaves: 5 }), T + MINUTE);
  expect(seat.problems).toEqual(['2 个文件没有收下', '离开页面 5 次']);
  expect(seat.kinds).toEqual(['file', 'leaves']);
});

test('a recording in which nobody can be heard is a problem, also of a paper that is handed in', () => {
  const oral = { part: 'oral', silentTakes: 1, takes: 1 } as const;
  expect(seatOf(facts({ ...oral, attempt: writing }), T + MINUTE)).toMatchObject({
    kinds: ['silent'],
    problems: ['1 条计分的录音里几乎没有声音'],
  });
  const handedIn = { ...writing, isOpen: false, closedBy: 'student' as const };
  expect(seatOf(facts({ ...oral, attempt: handedIn }), T + MINUTE).kinds).toEqual(['silent']);
});

test('every kind of problem has a word for its seat and something to do', () => {
  for (const kind of PROBLEM_KINDS) {
    expect(PROBLEM_WORDS[kind].length, kind).toBeLessThanOrEqual(4);
    expect(PROBLEM_ADVICE[kind], kind).not.toBe('');
  }
});

describe('the room', () => {
  test('keeps every seat at its place, and lists the most urgent first', () => {
    const all = rows(60, (index) =>
      index === 9
        ? { kinds: ['leaves'], problems: ['离开页面 3 次'] }
        : index === 40
          ? { kinds: ['file'], problems: ['1 个文件没有收下'] }
          : {},
    );
    const plan = seatPlanOf(all, everybody);
    expect(plan.exceptions.map(({ kind, students }) => [kind, students.map((one) => one.studentId)])).toEqual([
      ['file', [41]],
      ['leaves', [10]],
    ]);
    expect(plan.isTiled).toBe(false);
    expect(plan.rooms).toHaveLength(1);
    expect(plan.rooms[0]?.seats.map((seat) => seat.number)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    expect(plan.rooms[0]?.seats[40]).toMatchObject({ kind: 'file', answered: 3, state: 'answering' });
  });

  test('under a filter shows those seats only, with the numbers they have, and still who needs looking after', () => {
    const all = rows(4, (index) =>
      index === 2 ? { state: 'handed_in' } : index === 3 ? { kinds: ['late'], problems: ['…'] } : {},
    );
    const plan = seatPlanOf(all, { state: 'handed_in', classId: 0 });
    expect(plan.rooms[0]?.seats.map((seat) => seat.number)).toEqual([3]);
    expect(plan.exceptions).toHaveLength(1);
  });

  test('of a few classes shows all of them, of many a tile each and the seats of the one that is opened', () => {
    const ofClass = (index: number) => ({ classId: 1 + (index % 3), className: `${1 + (index % 3)}班` });
    const few = seatPlanOf(rows(MOST_SEATS, ofClass), everybody);
    expect(few.rooms.map((room) => room.seats.length)).toEqual([40, 40, 40]);
    const many = seatPlanOf(rows(MOST_SEATS + 3, ofClass), everybody);
    expect(many).toMatchObject({ isTiled: true });
    expect(many.rooms.map((room) => [room.counts.all, room.seats.length])).toEqual([
      [41, 0],
      [41, 0],
      [41, 0],
    ]);
    const opened = seatPlanOf(rows(MOST_SEATS + 3, ofClass), { state: '', classId: 2 });
    expect(opened.rooms.map((room) => room.seats.length)).toEqual([0, 41, 0]);
  });

  test('counts who has not come by themselves: they drown nobody who needs help', () => {
    const all = rows(30, (index) =>
      index < 24
        ? { state: 'out', kinds: ['missing'], problems: ['…'] }
        : index === 29
          ? { kinds: ['gone'], problems: ['…'] }
          : {},
    );
    const plan = seatPlanOf(all, everybody);
    expect(plan.exceptions.map(({ kind, count }) => [kind, count])).toEqual([['gone', 1]]);
    expect([plan.missing.length, plan.moreMissing]).toEqual([24, 0]);
    expect(plan.rooms[0]?.counts).toMatchObject({ problem: 1, out: 24 });
    expect(seatPlanOf(all, { state: 'problem', classId: 0 }).rooms[0]?.seats).toHaveLength(1);
  });

  test('leads to the list where more need looking after than one screen holds', () => {
    const plan = seatPlanOf(
      rows(MOST_EXCEPTIONS + 5, () => ({ kinds: ['late'], problems: ['…'] })),
      everybody,
    );
    expect([plan.exceptions[0]?.students.length, plan.moreExceptions]).toEqual([MOST_EXCEPTIONS, 5]);
    // The heading counts them all.
    expect(plan.exceptions[0]?.count).toBe(MOST_EXCEPTIONS + 5);
  });
});
