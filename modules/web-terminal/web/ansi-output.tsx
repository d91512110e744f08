import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { useEffect, useRef } from 'react';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import '@xterm/xterm/css/xterm.css';

const fewest = 4;
const most = 18;

/** Colours of the current theme, in the form of the renderer. */
function coloursNow() {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--xj-${name}`).trim();
  return { background: token('paper'), foreground: token('ink'), cursor: token('paper') };
}

/** Output of a command with its colours. It can be selected and copied; it takes no input. */
export default function AnsiOutput({ lines, label }: { lines: readonly string[]; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  const terminal = useRef<{ shown: Terminal; fit: FitAddon; written: readonly string[] }>(undefined);
  const theme = useColourScheme();

  useEffect(() => {
    if (!place.current) return;
    const shown = new Terminal({
      convertEol: true,
      disableStdin: true,
      cursorInactiveStyle: 'none',
      scrollback: 5000,
      fontSize: 12,
      fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--xj-mono') || 'monospace',
      minimumContrastRatio: 4.5,
      screenReaderMode: true,
      theme: coloursNow(),
    });
    const fit = new FitAddon();
    shown.loadAddon(fit);
    shown.open(place.current);
    terminal.current = { shown, fit, written: [] };
    const watch = new ResizeObserver(() => fit.fit());
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      shown.dispose();
      terminal.current = undefined;
    };
  }, []);

  useEffect(() => {
    const on = terminal.current;
    if (on && theme) on.shown.options.theme = coloursNow();
  }, [theme]);

  useEffect(() => {
    const on = terminal.current;
    if (!on) return;
    // lines are only added, except when a task is retried or exceeds the maximum
    const follows = on.written.length <= lines.length && on.written[0] === lines[0];
    if (!follows) on.shown.reset();
    for (const line of lines.slice(follows ? on.written.length : 0)) on.shown.writeln(line);
    on.written = lines;
  }, [lines]);

  const rows = Math.min(most, Math.max(fewest, lines.length + 1));
  return (
    <div
      className="xj-terminal-output"
      role="log"
      aria-label={label}
      ref={place}
      style={{ height: `${rows * 17 + 16}px` }}
    />
  );
}
