import type { Clock } from '~/components/saving/surroundings';

/** A clock that goes on only when it is told to, and the timers on it. */
export class SimulatedClock implements Clock {
  private now = 0;
  private order = 0;
  private timers: { at: number; order: number; run: () => void }[] = [];

  elapsed(): number {
    return this.now;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.now + Math.max(0, milliseconds), order: (this.order += 1), run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  /** Milliseconds to the next timer, or null when nothing waits. */
  toNext(): number | null {
    const next = this.next();
    return next ? next.at - this.now : null;
  }

  /** Goes on, running what is due in its order; promises settle between two timers. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (let next = this.next(); next && next.at <= end; next = this.next()) {
      const due = next;
      this.timers = this.timers.filter((one) => one !== due);
      this.now = Math.max(this.now, due.at);
      due.run();
      await settle();
    }
    this.now = end;
  }

  private next() {
    let found: (typeof this.timers)[number] | undefined;
    for (const timer of this.timers) {
      if (!found || timer.at < found.at || (timer.at === found.at && timer.order < found.order)) found = timer;
    }
    return found;
  }
}

/** Lets promises that are ready run on. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 8; round += 1) await Promise.resolve();
}

/** Lets every promise run on until all of them wait for something else. */
export function settleAll(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
