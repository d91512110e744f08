import type { Caller } from '#server/caller.ts';

/** The caller of a resumable upload, who was identified before its first byte. */
export interface ResumableUploadCaller {
  readonly caller: Caller & { type: 'admin' | 'member' };
  readonly origin: string;
  /** Records in the operation log that the upload was refused or failed. */
  note(error: unknown, sent?: Readonly<Record<string, unknown>>): void;
}
