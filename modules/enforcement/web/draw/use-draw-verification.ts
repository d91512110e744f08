import { useEffect, useState } from 'react';
import type { DrawCommitment } from '#kernel/random-draw/draw-record-types.ts';
import type { DrawCheckResult } from '#kernel/random-draw/verify-draw.ts';
import type { DrawSource, DrawVerificationMessage, VerifiedObject } from './draw-verification-worker.ts';

/** How far the verification of a record is. */
export interface DrawVerification {
  readonly commitment?: DrawCommitment;
  readonly steps: readonly DrawCheckResult[];
  /** Set at the end. */
  readonly results?: readonly VerifiedObject[];
  readonly seconds?: number;
  readonly problem?: Extract<DrawVerificationMessage, { kind: 'refused' | 'unreadable' }> | undefined;
}

const begun: DrawVerification = { steps: [] };

function advance(state: DrawVerification, message: DrawVerificationMessage, seconds: number): DrawVerification {
  switch (message.kind) {
    case 'read':
      return { ...state, commitment: message.commitment };
    case 'step':
      return { ...state, steps: [...state.steps, message.step] };
    case 'done':
      return { ...state, results: message.results, seconds };
    default:
      return { ...state, problem: message };
  }
}

/** Verifies a record in a worker, step by step; another source starts anew. */
export function useDrawVerification(source: DrawSource | undefined): DrawVerification | undefined {
  const [state, setState] = useState<DrawVerification>();
  useEffect(() => {
    setState(source && begun);
    if (!source) return;
    const from = performance.now();
    const worker = new Worker(new URL('./draw-verification-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<DrawVerificationMessage>) =>
      setState((before = begun) => advance(before, data, (performance.now() - from) / 1000)),
    );
    worker.addEventListener('error', () => setState({ ...begun, problem: { kind: 'refused' } }));
    worker.postMessage(source);
    return () => worker.terminate();
  }, [source]);
  return state;
}
