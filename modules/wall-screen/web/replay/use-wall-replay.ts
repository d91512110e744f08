import { useEffect, useState } from 'react';
import { shanghaiDateOf, toTime } from '#kernel/time/shanghai-time.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { stopWallClockAt } from '#web/wall/feed/wall-clock.ts';

/** Minutes of the day per second of play. */
export const replaySpeeds = [5, 15, 60] as const;

export interface WallReplay {
  /** The shown moment in unix seconds; undefined: now. */
  readonly at: number | undefined;
  readonly playing: boolean;
  readonly speed: number;
  /** Shows a moment; undefined or a future one: now. */
  goTo(at: number | undefined): void;
  play(playing: boolean): void;
  setSpeed(speed: number): void;
}

const startOfDay = (at: number): number => toTime(shanghaiDateOf(at)) / 1000;

/** The replayed moment. While playing it advances no faster than the figures load. */
export function useWallReplay(isSettled: () => boolean): WallReplay {
  const [at, setAt] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(replaySpeeds[0]);
  const goTo = (moment: number | undefined) => {
    const past = moment !== undefined && moment < serverNow() - 60 ? moment : undefined;
    setAt(past);
    if (past === undefined) setPlaying(false);
  };
  // now has no future to play: start at midnight of today
  const play = (on: boolean) => {
    if (on && at === undefined) setAt(startOfDay(serverNow()));
    setPlaying(on);
  };
  useEffect(() => {
    stopWallClockAt(at);
    return () => stopWallClockAt(undefined);
  }, [at]);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => {
      if (!isSettled()) return;
      setAt((now) => {
        const next = now === undefined ? undefined : now + speed * 60;
        if (next !== undefined && next < serverNow() - 60) return next;
        setPlaying(false);
        return undefined;
      });
    }, 1000);
    return () => clearInterval(timer);
  }, [playing, speed, isSettled]);
  return { at, playing, speed, goTo, play, setSpeed };
}
