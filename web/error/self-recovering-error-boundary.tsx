import { Component, type ErrorInfo, type ReactNode } from 'react';
import { WireError } from '#web/http/client.ts';
import { reportErrorToServer } from './report-error-to-server.ts';

/** Pauses before a broken part is rendered again, in ms; the last one repeats. */
const recoveryPauses = [1_000, 3_000, 10_000, 30_000, 60_000] as const;
/** A part that has worked this long, in ms, starts again with the shortest pause. */
const settled = 120_000;

interface Props {
  children: ReactNode;
  /** Shown in place of the part meanwhile. */
  fallback: (retry: () => void) => ReactNode;
}

/**
 * Error boundary for a part of an unattended screen: the rest keeps working, and the part is rendered again by itself.
 */
export class SelfRecoveringErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };
  #failures = 0;
  #brokeAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const problem = error instanceof Error ? error : new Error(String(error));
    if (!(problem instanceof WireError)) reportErrorToServer(problem, info.componentStack ?? '');
    if (Date.now() - this.#brokeAt > settled) this.#failures = 0;
    this.#brokeAt = Date.now();
    const pause = recoveryPauses[Math.min(this.#failures, recoveryPauses.length - 1)];
    this.#failures += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#retry, pause);
  }

  override componentWillUnmount(): void {
    clearTimeout(this.#timer);
  }

  readonly #retry = (): void => {
    clearTimeout(this.#timer);
    this.setState({ broken: false });
  };

  override render(): ReactNode {
    return this.state.broken ? this.props.fallback(this.#retry) : this.props.children;
  }
}
