import type { Caller } from '#server/caller.ts';
import type { UploadRight } from '#server/files/upload/upload-right-of-ticket-holder.ts';

/** The caller of a resumable upload, who was identified before its first byte. */
export interface ResumableUploadCaller {
  readonly caller: Caller;
  /** Whose files they are; somebody without an account has the key 0 and a topic of their own. */
  readonly owner: { readonly type: 'admin' | 'member'; readonly id: number };
  /** What somebody without an account may upload. */
  readonly right?: UploadRight | undefined;
  readonly origin: string;
  /** Records in the operation log that the upload was refused or failed. */
  note(error: unknown, sent?: Readonly<Record<string, unknown>>): void;
}
