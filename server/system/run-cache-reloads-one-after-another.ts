/** Serialises reads, so that the last result is the newest. A failed read does not stop later ones. */
export function runReloadsOneAfterAnother(read: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(read, read);
    return last;
  };
}
