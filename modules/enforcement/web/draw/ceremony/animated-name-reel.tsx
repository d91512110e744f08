import { type CSSProperties, useMemo } from 'react';
import type { DrawnLineInHall } from './use-gradual-reveal-of-drawn-lines.ts';

/** Names that pass before the drawn one. */
const passing = 18;

/**
 * A reel of names that comes to rest at what was drawn. The result is known before it turns: where it stops decides
 * nothing.
 */
export function AnimatedNameReel({ line, names }: { line: DrawnLineInHall; names: readonly string[] }) {
  const strip = useMemo(() => {
    const others = names.filter((name) => name !== line.name);
    if (others.length === 0) return [line.name];
    const from = (line.position * 7) % others.length;
    return [...Array.from({ length: passing }, (_, at) => others[(from + at) % others.length] ?? ''), line.name];
  }, [line, names]);
  return (
    <div className="xj-reel" aria-hidden="true">
      <ol key={line.position} style={{ '--xj-reel-steps': strip.length - 1 } as CSSProperties}>
        {strip.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the strip never changes
          <li key={at}>{name}</li>
        ))}
      </ol>
    </div>
  );
}
