/** Whether the screen is phone-sized, outside components; inside, use `useIsPhone`. */
export const isPhone = (): boolean => window.matchMedia('(max-width: 640px)').matches;
