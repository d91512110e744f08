import { useCallback, useEffect, useRef, useState } from 'react';
import { type RemotePress, type RemoteState, remoteEvent } from '#modules/screen/contract/remote.ts';
import { post } from '#web/http/client.ts';
import { subscribe } from '#web/http/stream.ts';

/** A wall that is silent for longer has no remote any more; this often it says how it stands, in ms. */
const reportEvery = 50_000;

interface Opened {
  readonly id: number;
  /** The code as SVG, and the address in it. */
  readonly picture: string;
  readonly address: string;
  readonly seconds: number;
}

export interface Remote {
  readonly opened: Opened | undefined;
  /** A phone holds it. */
  readonly paired: boolean;
  open(): Promise<void>;
  close(): void;
}

interface RemoteOptions {
  readonly state: RemoteState;
  onPress(pressed: { press: RemotePress; scene: number }): void;
}

/** A phone that turns the scenes of this wall: what it presses comes by the stream, how the wall stands is told it. */
export function useRemote({ state, onPress }: RemoteOptions): Remote {
  const [opened, setOpened] = useState<Opened>();
  const [paired, setPaired] = useState(false);
  const pressed = useRef(onPress);
  pressed.current = onPress;
  const written = JSON.stringify(state);
  const id = opened?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    return subscribe([remoteEvent], (event) => {
      if (event.row_id !== id) return;
      setPaired(true);
      pressed.current(event.payload as { press: RemotePress; scene: number });
    });
  }, [id]);
  useEffect(() => {
    if (id === undefined) return undefined;
    const report = () =>
      post<{ open: boolean; paired: boolean }>(
        '/admin/screen.remote/state',
        { id, ...(JSON.parse(written) as RemoteState) },
        { quiet: true, duplicate: 'allow' },
      ).then(
        (answer) => {
          setPaired(answer.paired);
          if (!answer.open) setOpened(undefined);
        },
        // a line that is cut comes back; the phone waits as the wall does
        () => undefined,
      );
    void report();
    const timer = setInterval(() => void report(), reportEvery);
    return () => clearInterval(timer);
  }, [id, written]);
  const open = useCallback(async () => {
    setPaired(false);
    setOpened(await post<Opened>('/admin/screen.remote/open', JSON.parse(written), { quiet: true }));
  }, [written]);
  const close = useCallback(() => {
    setOpened((before) => {
      if (before) void post('/admin/screen.remote/close', {}, { quiet: true }).catch(() => undefined);
      return undefined;
    });
  }, []);
  return { opened, paired, open, close };
}
