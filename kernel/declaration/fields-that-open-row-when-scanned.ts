/**
 * Fields whose value opens their row when somebody scans or types it. Each has the path that precedes the value in the
 * codes that this platform prints (`/check/`), or '' if it prints none.
 */
export type ScannableCodeFields = Readonly<Record<string, string>>;
