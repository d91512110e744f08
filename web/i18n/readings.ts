import { useEffect, useState } from 'react';
import { pinyinInitials } from './pinyin.ts';

type Match = (text: string, typed: string) => boolean;

/** First letters are known at once; whole syllables, and characters read in several ways, once the readings are there. */
const byLetters: Match = (text, typed) => /^[a-z]+$/i.test(typed) && pinyinInitials(text).includes(typed.toLowerCase());

let match = byLetters;
let loading: Promise<void> | undefined;

/** Loads how characters are read: a large table that nobody needs before they look for something by its sound. */
export function loadReadings(): Promise<void> {
  loading ??= import('pinyin-pro')
    .then((readings) => {
      match = (text, typed) =>
        /^[a-z]+$/i.test(typed) && readings.match(text, typed.toLowerCase(), { continuous: true }) !== null;
    })
    .catch(() => {
      loading = undefined; // what is typed in characters is found all the same
    });
  return loading;
}

/** What {@link useReadings} tells, asked outside of what is drawn. */
export const readsAs: Match = (text, typed) => match(text, typed);

/** Whether words are read as was typed, by whole syllables or first letters: 企业管理 by `qiyegl` and by `qygl`. */
export function useReadings(): Match {
  const [now, setNow] = useState(() => match);
  useEffect(() => {
    let here = true;
    void loadReadings().then(() => here && setNow(() => match));
    return () => {
      here = false;
    };
  }, []);
  return now;
}
