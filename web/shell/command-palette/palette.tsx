import { lazy, Suspense } from 'react';
import { useText } from '#web/i18n/locale.ts';
import { SideSheet } from '../../feedback/side-sheet.tsx';
import { type PaletteProps, paletteTexts, usePalette } from './palette-state.ts';

const PaletteBody = lazy(() => import('./palette-body.tsx'));

/** Takes input while the palette loads. */
function LoadingPalette() {
  const t = useText();
  const query = usePalette((state) => state.query);
  return (
    <div className="xj-palette">
      <input
        className="xj-palette-input"
        aria-label={t(paletteTexts.title)}
        value={query}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => usePalette.setState({ query: event.target.value, entered: false })}
        onKeyDown={({ key }) => key === 'Enter' && usePalette.setState({ entered: true })}
      />
    </div>
  );
}

/** Command palette, `Ctrl+K`: opens pages, finds records, runs every action offered now. */
export function Palette(props: PaletteProps) {
  const t = useText();
  const { open, setOpen } = usePalette();
  return (
    <SideSheet open={open} onClose={() => setOpen(false)} title={t(paletteTexts.title)} side="top" bare>
      <Suspense fallback={<LoadingPalette />}>
        <PaletteBody {...props} onClose={() => setOpen(false)} />
      </Suspense>
    </SideSheet>
  );
}
