import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = { tools: text('记录工具', 'Record tools') };

const toolsIn = (row: Element): HTMLButtonElement[] => [
  ...row.querySelectorAll<HTMLButtonElement>('button:not(:disabled)'),
];

function setSingleTabStop(row: Element, stop: Element | null): void {
  const tools = toolsIn(row);
  const current = tools.find((one) => one === stop) ?? tools[0];
  for (const one of tools) one.tabIndex = one === current ? 0 : -1;
}

/** A toolbar that is one tab stop; `←` `→` `Home` `End` move between its buttons. */
export function ArrowKeyToolbar({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  // buttons, and which of them are enabled, may change with any rendering
  useEffect(() => {
    if (row.current) setSingleTabStop(row.current, row.current.querySelector('[tabindex="0"]:not(:disabled)'));
  });
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const tools = toolsIn(event.currentTarget);
    const at = tools.indexOf(event.target as HTMLButtonElement);
    const next = {
      ArrowRight: (at + 1) % tools.length,
      ArrowLeft: (at - 1 + tools.length) % tools.length,
      Home: 0,
      End: tools.length - 1,
    }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    tools[next]?.focus();
  };
  return (
    <div
      ref={row}
      className="xj-sheet-tools"
      role="toolbar"
      tabIndex={-1}
      aria-label={translate(texts.tools)}
      onKeyDown={walk}
      onFocus={(event) => setSingleTabStop(event.currentTarget, event.target)}
    >
      {children}
    </div>
  );
}
