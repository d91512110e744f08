import type { Locale } from '#kernel/text/text.ts';

/** A page of help in both languages, loaded when it is opened. */
export type HelpPage = Readonly<Record<Locale, () => Promise<{ default: string }>>>;

let pages: Readonly<Record<string, HelpPage>> = {};

/** What modules wrote for screens that need more than their declaration says, by name of the screen. */
export function provideHelp(given: Readonly<Record<string, HelpPage>>): void {
  pages = given;
}

export const helpPage = (name: string): HelpPage | undefined => pages[name];
