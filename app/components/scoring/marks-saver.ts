import type { Shape } from '~/domain/scoring/marking/photo-marks.rules';
import type { ApiAnswer } from '~/lib/api-client';

/** One's own marks on a photo as the server has them. */
export type Marks = { shapes: Shape[]; version: number };

export type MarksState = { kind: 'saved' | 'saving' } | { kind: 'failed'; message: string; theirs: Marks | null };

export type MarksSnapshot = { shapes: Shape[]; state: MarksState };

/**
 * Keeps one's own marks on a photo while they are drawn: every change is sent at once, one after the other. What
 * another window stored is never overwritten unasked; what this one stored, its answer lost, is known again. Knows no
 * React and no page.
 */
export class MarksSaver {
  private saved: Shape[];
  private version: number;
  private isSending = false;
  /** Sent on top of the version without an answer that was understood: stored they are one's own. */
  private sent: string[] = [];
  private readonly listeners = new Set<() => void>();
  private now: MarksSnapshot;

  constructor(
    stored: Marks,
    /** Sends all the marks on top of a version; tries a while by itself where there is no line. */
    private readonly send: (marks: Marks) => Promise<ApiAnswer<Marks>>,
  ) {
    this.saved = stored.shapes;
    this.version = stored.version;
    this.now = { shapes: stored.shapes, state: { kind: 'saved' } };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly snapshot = (): MarksSnapshot => this.now;

  /** The page was read again, perhaps after drawing in another window: newer marks are taken over, drawn ones stay. */
  renew(stored: Marks): void {
    if (this.isSending || this.now.shapes !== this.saved || stored.version <= this.version) return;
    this.take(stored);
  }

  change(edit: (before: Shape[]) => Shape[]): void {
    this.say({ shapes: edit(this.now.shapes) });
    void this.run();
  }

  /** After a refusal: once more, on top of what another window stored if there is such. */
  retry(): void {
    const { state } = this.now;
    if (state.kind === 'failed' && state.theirs) this.stepTo(state.theirs.version);
    void this.run();
  }

  /** Gives up what was drawn here for what another window stored. */
  takeTheirs(): void {
    const { state } = this.now;
    if (state.kind === 'failed' && state.theirs) this.take(state.theirs);
  }

  private async run(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    while (this.now.shapes !== this.saved) {
      const { shapes } = this.now;
      this.say({ state: { kind: 'saving' } });
      this.sent = [...this.sent, JSON.stringify(shapes)];
      const answer = await this.send({ shapes, version: this.version });
      if (answer.ok) {
        this.saved = shapes;
        this.stepTo(answer.data.version);
        continue;
      }
      const theirs = answer.status === 409 ? ((answer.data as Marks | null) ?? null) : null;
      if (theirs && this.isOwn(theirs)) {
        this.stepTo(theirs.version);
        continue;
      }
      this.isSending = false;
      this.say({ state: { kind: 'failed', message: answer.message, theirs } });
      return;
    }
    this.isSending = false;
    this.say({ state: { kind: 'saved' } });
  }

  /** Of what was sent on top of one version the server stores one, as the next. */
  private isOwn(theirs: Marks): boolean {
    return theirs.version === this.version + 1 && this.sent.includes(JSON.stringify(theirs.shapes));
  }

  private stepTo(version: number): void {
    this.version = version;
    this.sent = [];
  }

  private take(marks: Marks): void {
    this.saved = marks.shapes;
    this.stepTo(marks.version);
    this.say({ shapes: marks.shapes, state: { kind: 'saved' } });
  }

  private say(changes: Partial<MarksSnapshot>): void {
    this.now = { ...this.now, ...changes };
    this.listeners.forEach((listener) => listener());
  }
}
