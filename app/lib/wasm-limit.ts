const PAGE_BYTES = 64 * 1024;

/** How many times the memory was not given. */
let refusals = 0;

/**
 * A program in WebAssembly has its memory outside of what a thread may use: from here on none of this thread gets more
 * than so much. It is told what a full computer would tell it, and ends or says that it cannot go on.
 */
export function limitWasmMemory(bytes: number): void {
  const { prototype } = WebAssembly.Memory;
  const grow = Object.getOwnPropertyDescriptor(prototype, 'grow')?.value as (
    this: WebAssembly.Memory,
    n: number,
  ) => number;
  prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > bytes) {
      refusals += 1;
      throw new RangeError('WebAssembly memory limit');
    }
    return grow.call(this, pages);
  };
}

/** Whether memory was refused while this work ran; its error is then that one's. */
export async function whetherRefused<T>(
  work: () => Promise<T>,
): Promise<{ value: T } | { error: unknown; isMemory: boolean }> {
  const before = refusals;
  try {
    return { value: await work() };
  } catch (error) {
    return { error, isMemory: refusals > before };
  }
}
