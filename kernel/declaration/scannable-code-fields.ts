/**
 * Fields whose value opens their row when somebody scans or types it, with the path that precedes the value in codes
 * printed by this platform (`/check/`), or '' if none are printed.
 */
export type ScannableCodeFields = Readonly<Record<string, string>>;
