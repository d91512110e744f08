import type { Locale } from '#kernel/text/text.ts';

/** A help page in both languages, loaded when it is opened. */
export type HelpPage = Readonly<Record<Locale, () => Promise<{ default: string }>>>;

let pages: Readonly<Record<string, HelpPage>> = {};

/** Registers the help pages that modules wrote for their screens, by name of the screen. */
export function provideHelp(given: Readonly<Record<string, HelpPage>>): void {
  pages = given;
}

export const helpPage = (name: string): HelpPage | undefined => pages[name];
