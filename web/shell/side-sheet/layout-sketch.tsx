import type { LayoutMode } from '#web/theme/layout/layout-configuration.ts';

const menu = 'var(--xj-celadon)';
const page = { fill: 'var(--xj-paper-raised)', stroke: 'var(--xj-line)' } as const;
const paper = 'var(--xj-paper-raised)';

/** Position of menu, header and page in each layout. */
const parts: Readonly<Record<LayoutMode, React.ReactNode>> = {
  Default: (
    <>
      <rect x="6" y="6" width="26" height="60" rx="3" fill={menu} />
      <rect x="38" y="16" width="76" height="50" rx="3" {...page} />
      <rect x="38" y="6" width="22" height="10" rx="2" {...page} />
      <rect x="62" y="8" width="18" height="6" rx="2" fill="var(--xj-line)" />
    </>
  ),
  Classic: (
    <>
      <rect width="28" height="72" rx="3" fill={menu} />
      <rect x="28" width="92" height="13" {...page} />
      <rect x="34" y="20" width="80" height="46" rx="2" {...page} />
    </>
  ),
  Streamline: (
    <>
      <rect width="120" height="14" rx="3" fill={menu} />
      {[24, 46, 68].map((x) => (
        <rect key={x} x={x} y="5" width="16" height="4" rx="2" fill={paper} />
      ))}
      <rect x="6" y="22" width="108" height="44" rx="2" {...page} />
    </>
  ),
  Double: (
    <>
      <rect width="120" height="14" rx="3" fill={menu} />
      {[24, 46, 68].map((x) => (
        <rect key={x} x={x} y="5" width="16" height="4" rx="2" fill={paper} />
      ))}
      <rect y="14" width="26" height="58" fill={menu} opacity="0.55" />
      <rect x="32" y="22" width="82" height="44" rx="2" {...page} />
    </>
  ),
};

/** A sketch of a layout. Decorative: its name is next to it. */
export function LayoutSketch({ mode }: { mode: LayoutMode }) {
  return (
    <svg viewBox="0 0 120 72" aria-hidden="true">
      <rect width="120" height="72" rx="4" fill="var(--xj-paper)" />
      {parts[mode]}
    </svg>
  );
}
