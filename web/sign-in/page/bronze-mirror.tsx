import { useMemo } from 'react';

/** Saw teeth around a circle, as cast on the rims of Han mirrors. */
function sawteeth(count: number, inner: number, outer: number): string {
  const at = (radius: number, turn: number) => {
    const angle = (turn / count) * 2 * Math.PI;
    return `${(400 + radius * Math.sin(angle)).toFixed(1)} ${(400 - radius * Math.cos(angle)).toFixed(1)}`;
  };
  return Array.from(
    { length: count },
    (_, tooth) => `M${at(inner, tooth)}L${at(outer, tooth + 0.5)}L${at(inner, tooth + 1)}Z`,
  ).join('');
}

/** The back of a bronze mirror: rim, saw teeth, beads and comb teeth around a plain centre. */
export function BronzeMirror({ className }: { className: string }) {
  const teeth = useMemo(() => sawteeth(96, 369, 383), []);
  return (
    <svg className={className} viewBox="0 0 800 800" aria-hidden="true">
      <circle className="xj-mirror-face" cx="400" cy="400" r="396" />
      <g fill="none" stroke="var(--xj-bronze)">
        <circle cx="400" cy="400" r="395" strokeWidth="2.5" />
        <circle cx="400" cy="400" r="388" strokeWidth="1" />
        <circle cx="400" cy="400" r="366" strokeWidth="1" />
        <circle
          cx="400"
          cy="400"
          r="353"
          strokeWidth="4"
          strokeDasharray="0 15.4"
          strokeLinecap="round"
          opacity="0.75"
        />
        <circle cx="400" cy="400" r="340" strokeWidth="1" />
        <circle cx="400" cy="400" r="330" strokeWidth="11" strokeDasharray="1.3 6.15" opacity="0.6" />
        <circle cx="400" cy="400" r="320" strokeWidth="1" />
      </g>
      <path d={teeth} fill="var(--xj-bronze)" opacity="0.55" />
    </svg>
  );
}
