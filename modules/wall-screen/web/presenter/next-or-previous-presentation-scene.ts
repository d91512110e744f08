/** The index after turning: within the person's own scenes, or within those of every wall. */
export function nextOrPreviousPresentationScene(at: number, step: 1 | -1, own: number, all: number): number {
  const [from, count] = at < own ? [0, own] : [own, all - own];
  return count === 0 ? at : from + ((((at - from + step) % count) + count) % count);
}
