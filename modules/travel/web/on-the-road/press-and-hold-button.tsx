import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface HoldButtonProps {
  readonly label: string;
  /** Label while it is held. */
  readonly holding: string;
  readonly ms: number;
  readonly busy?: boolean;
  onHeld(): void;
}

/** A button that acts only after being held for `ms`; releasing it earlier does nothing. */
export function PressAndHoldButton({ label, holding, ms, busy = false, onHeld }: HoldButtonProps) {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = () => {
    if (busy || timer.current !== undefined) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setHeld(false);
      navigator.vibrate?.(300);
      onHeld();
    }, ms);
  };
  const end = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHeld(false);
  };
  const byKey = (event: KeyboardEvent, work: () => void) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    event.preventDefault();
    if (!event.repeat) work();
  };
  return (
    <button
      type="button"
      className="xj-road-hold"
      data-held={held ? '' : undefined}
      style={{ '--hold': `${ms}ms` } as React.CSSProperties}
      disabled={busy}
      onPointerDown={begin}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onKeyDown={(event) => byKey(event, begin)}
      onKeyUp={(event) => byKey(event, end)}
      onBlur={end}
      onContextMenu={(event) => event.preventDefault()}
    >
      <span aria-live="assertive">{held ? holding : label}</span>
    </button>
  );
}
