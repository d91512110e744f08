/**
 * Fields whose whole value opens their row where somebody scans or types it, each with the path that stands before it in
 * the codes this platform prints (`/check/`), or '' where none is printed.
 */
export type ScanCodes = Readonly<Record<string, string>>;
