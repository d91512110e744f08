/** Enterprises of an ordinary prefecture and of an ordinary province (domain reference §5). */
export const demoSizes = { prefecture: 2000, province: 25_000 } as const;
export type DemoSize = keyof typeof demoSizes;
