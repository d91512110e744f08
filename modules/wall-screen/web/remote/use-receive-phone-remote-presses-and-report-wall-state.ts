import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type WallRemoteButton,
  type WallRemoteState,
  wallRemoteEvent,
} from '#modules/wall-screen/contract/wall-remote-control.ts';
import { post } from '#web/http/client.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';

/** Interval in ms at which the wall reports its state; without reports its remote ends. */
const reportEvery = 50_000;

interface Opened {
  readonly id: number;
  /** The QR code as SVG, and the address it contains. */
  readonly picture: string;
  readonly address: string;
  readonly seconds: number;
}

export interface RemoteReceiver {
  readonly opened: Opened | undefined;
  /** Whether a phone is connected. */
  readonly paired: boolean;
  open(): Promise<void>;
  close(): void;
}

interface RemoteOptions {
  readonly state: WallRemoteState;
  onPress(pressed: { press: WallRemoteButton; scene: number }): void;
}

/** Remote control of this wall by a phone: button presses arrive as events, and the wall reports its state. */
export function useReceivePhoneRemotePressesAndReportWallState({ state, onPress }: RemoteOptions): RemoteReceiver {
  const [opened, setOpened] = useState<Opened>();
  const [paired, setPaired] = useState(false);
  const pressed = useRef(onPress);
  pressed.current = onPress;
  const written = JSON.stringify(state);
  const id = opened?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    return subscribeToLiveEvents([wallRemoteEvent], (event) => {
      if (event.row_id !== id) return;
      setPaired(true);
      pressed.current(event.payload as { press: WallRemoteButton; scene: number });
    });
  }, [id]);
  useEffect(() => {
    if (id === undefined) return undefined;
    const report = () =>
      post<{ open: boolean; paired: boolean }>(
        '/admin/screen.remote/state',
        { id, ...(JSON.parse(written) as WallRemoteState) },
        { quiet: true, duplicate: 'allow' },
      ).then(
        (answer) => {
          setPaired(answer.paired);
          if (!answer.open) setOpened(undefined);
        },
        // a lost connection comes back; the phone waits like the wall
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
