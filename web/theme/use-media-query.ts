import { useSyncExternalStore } from 'react';

/** Whether a media query matches, now and as it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Phones show rows as cards: a table of nine columns does not fit. */
export const useIsPhone = (): boolean => useMedia('(max-width: 640px)');
