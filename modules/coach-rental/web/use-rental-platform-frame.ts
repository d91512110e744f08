import { useCallback, useEffect, useRef, useState } from 'react';
import { post } from '#web/http/client.ts';
import { useReloadWhenCspBlocksFrame } from '#web/shell/tabs/use-reload-when-csp-blocks-frame.ts';
import {
  parseSelectedCarMessage,
  type SelectedCarMessage,
} from '../contract/parse-message-of-car-selected-in-rental-frame.ts';

/** Time limit in ms for the page of a platform to load (domain reference §2.Z). */
const patience = 8000;
/** Maximum ignored messages reported while a page is open. */
const maxReported = 10;

interface Opened {
  readonly url: string;
  readonly origin: string;
}

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'coming' | 'open' | 'late'; readonly opened: Opened };

export const requestRentalPlatformTicket = (provider: number) => post<Opened>('/admin/cariframe/ticket', { provider });

/** Loads the page of a platform into a frame: requests a ticket, waits at most eight seconds, and reads its messages. */
export function useRentalPlatformFrame(provider: number) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const [selected, setSelected] = useState<SelectedCarMessage>();
  const [tries, setTries] = useState(0);
  const frame = useRef<HTMLIFrameElement>(null);
  const reported = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry requests a new ticket
  useEffect(() => {
    let gone = false;
    setState({ kind: 'asking' });
    requestRentalPlatformTicket(provider).then(
      (opened) => !gone && setState({ kind: 'coming', opened }),
      (error: Error) => !gone && setState({ kind: 'failed', error }),
    );
    return () => {
      gone = true;
    };
  }, [provider, tries]);

  const coming = state.kind === 'coming' ? state.opened : undefined;
  useEffect(() => {
    if (!coming) return undefined;
    const timer = setTimeout(() => setState({ kind: 'late', opened: coming }), patience);
    return () => clearTimeout(timer);
  }, [coming]);

  useReloadWhenCspBlocksFrame(
    useCallback(
      () =>
        setState((now) => (now.kind === 'coming' || now.kind === 'open' ? { kind: 'late', opened: now.opened } : now)),
      [],
    ),
  );

  const origin = state.kind === 'open' || state.kind === 'coming' ? state.opened.origin : undefined;
  useEffect(() => {
    if (origin === undefined) return undefined;
    const ignore = (from: string, why: string) => {
      reported.current += 1;
      if (reported.current <= maxReported)
        post('/admin/cariframe/ignored', { provider, origin: from, why }).catch(() => {});
    };
    const hear = ({ origin: from, source, data }: MessageEvent<unknown>) => {
      // messages of our own pages and of browser extensions do not come from the platform
      if (from === window.location.origin) return;
      if (from !== origin || source !== frame.current?.contentWindow) return ignore(from, 'origin');
      const car = parseSelectedCarMessage(data);
      if (car) setSelected(car);
      else ignore(from, 'schema');
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [origin, provider]);

  return {
    state,
    frame,
    selected,
    loaded: useCallback(
      () => setState((now) => (now.kind === 'coming' ? { kind: 'open', opened: now.opened } : now)),
      [],
    ),
    again: useCallback(() => setTries((n) => n + 1), []),
    forget: useCallback(() => setSelected(undefined), []),
  };
}
