import { useEffect, useState } from 'react';
import { pinyinInitials } from './pinyin-initials.ts';

type Match = (text: string, typed: string) => boolean;

/**
 * Matches by first letters at once; by whole syllables, and characters with several readings, once the dictionary is
 * loaded.
 */
const byLetters: Match = (text, typed) => /^[a-z]+$/i.test(typed) && pinyinInitials(text).includes(typed.toLowerCase());

let match = byLetters;
let loading: Promise<void> | undefined;

/** Loads the pinyin dictionary: a large table, needed only for searching by sound. */
export function loadPinyin(): Promise<void> {
  loading ??= import('pinyin-pro')
    .then((readings) => {
      match = (text, typed) =>
        /^[a-z]+$/i.test(typed) && readings.match(text, typed.toLowerCase(), { continuous: true }) !== null;
    })
    .catch(() => {
      loading = undefined; // Searching by characters works without it.
    });
  return loading;
}

/** The match of {@link usePinyinMatch}, for use outside components. */
export const matchesPinyin: Match = (text, typed) => match(text, typed);

/** Matches a text by typed pinyin, whole syllables or first letters: 企业管理 by `qiyegl` and by `qygl`. */
export function usePinyinMatch(): Match {
  const [now, setNow] = useState(() => match);
  useEffect(() => {
    let here = true;
    void loadPinyin().then(() => here && setNow(() => match));
    return () => {
      here = false;
    };
  }, []);
  return now;
}
