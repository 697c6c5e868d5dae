let last = 0;

/** The next number of this process: makes accounts and names unique without a random source. */
export function next(): number {
  last += 1;
  return last;
}
