/** What stands out of its line: `isFirm` in red or highlighted, else but underlined. */
export type Marked = { text: string; isFirm: boolean };

/** `note`: what a reader of the question it belongs to must know of it; `marked`: what stands out of it. */
export type TextLine = { text: string; line: number; note?: string; marked?: Marked[] };
