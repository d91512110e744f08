/** Runs reads one after the other, so that what was read last is what is newest. A failed one stops nobody. */
export function readSerially(read: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(read, read);
    return last;
  };
}
