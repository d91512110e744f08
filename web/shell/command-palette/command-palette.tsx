import { lazy, Suspense } from 'react';
import { useText } from '#web/i18n/locale.ts';
import { SideSheet } from '../../feedback/side-sheet.tsx';
import { type CommandPaletteProps, commandPaletteTexts, useCommandPalette } from './command-palette-state.ts';

const CommandPaletteContent = lazy(() => import('./command-palette-content.tsx'));

/** Takes input while the palette loads. */
function LoadingPalette() {
  const t = useText();
  const query = useCommandPalette((state) => state.query);
  return (
    <div className="xj-palette">
      <input
        className="xj-palette-input"
        aria-label={t(commandPaletteTexts.title)}
        value={query}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onChange={(event) => useCommandPalette.setState({ query: event.target.value, entered: false })}
        onKeyDown={({ key }) => key === 'Enter' && useCommandPalette.setState({ entered: true })}
      />
    </div>
  );
}

/** Command palette, `Ctrl+K`: opens pages, finds records, runs every action offered now. */
export function CommandPalette(props: CommandPaletteProps) {
  const t = useText();
  const { open, setOpen } = useCommandPalette();
  return (
    <SideSheet open={open} onClose={() => setOpen(false)} title={t(commandPaletteTexts.title)} side="top" bare>
      <Suspense fallback={<LoadingPalette />}>
        <CommandPaletteContent {...props} onClose={() => setOpen(false)} />
      </Suspense>
    </SideSheet>
  );
}
