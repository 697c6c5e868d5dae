/** Four words that decide every choice of a shuffle: the same seed gives the same order. */
export type Seed = readonly [number, number, number, number];

/** The items in an order that the seed decides, every order as likely as any other (Fisher–Yates over sfc32). */
export function shuffled<T>(items: readonly T[], next: () => number): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const place = Math.floor(next() * (last + 1));
    [order[last], order[place]] = [order[place] as T, order[last] as T];
  }
  return order;
}

/** Numbers in [0, 1) that follow from the seed alone: sfc32 (Doty-Humphrey, PractRand), 32 bits each. */
export function randomFrom(seed: Seed): () => number {
  let [a, b, c, counter] = seed;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first rounds still show the seed.
  for (let round = 0; round < 12; round += 1) next();
  return next;
}
