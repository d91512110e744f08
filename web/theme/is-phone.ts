/** Whether the screen is a phone's (`useIsPhone`), asked outside of what is drawn; the page of signing in has no need of it. */
export const isPhone = (): boolean => window.matchMedia('(max-width: 640px)').matches;
