import { useEffect, useState } from 'react';
import { toTime } from '#kernel/time/calendar.ts';
import { serverNow } from '#web/http/clock.ts';
import { holdClock } from '#web/wall/wall-clock.ts';
import { dayOf } from '#web/wall/wall-time.ts';

/** Minutes of the day that pass in a second of play. */
export const speeds = [5, 15, 60] as const;

export interface Replay {
  /** The moment that is shown, in unix seconds; undefined: now. */
  readonly at: number | undefined;
  readonly playing: boolean;
  readonly speed: number;
  /** Shows a moment; one that is not past is now. */
  goTo(at: number | undefined): void;
  play(playing: boolean): void;
  setSpeed(speed: number): void;
}

const startOfDay = (at: number): number => toTime(dayOf(at)) / 1000;

/** A past moment the wall stands at, and goes on from while it plays, no faster than its figures come in. */
export function useReplay(isSettled: () => boolean): Replay {
  const [at, setAt] = useState<number>();
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(speeds[0]);
  const goTo = (moment: number | undefined) => {
    const past = moment !== undefined && moment < serverNow() - 60 ? moment : undefined;
    setAt(past);
    if (past === undefined) setPlaying(false);
  };
  // from now there is nowhere to go on to: the day is played from its midnight
  const play = (on: boolean) => {
    if (on && at === undefined) setAt(startOfDay(serverNow()));
    setPlaying(on);
  };
  useEffect(() => {
    holdClock(at);
    return () => holdClock(undefined);
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
