import { useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { downscalePictureBeforeUpload } from '#web/input/upload/downscale-picture-before-upload.ts';
import type { SendFileOptions } from '#web/input/upload/upload-options-and-answer-types.ts';
import { complaintLimits } from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import {
  readComplaintEvidence,
  removeComplaintEvidence,
  type StoredComplaintEvidence,
  storeComplaintEvidence,
} from './complaint-evidence-files-in-browser-until-sent.ts';
import type { VerifiedContact } from './use-complainant-contact-verification.ts';

const texts = {
  failed: text(
    '{n} 个文件没有传完，已传的不会重传，请重试',
    '{n} {n|file was|files were} not sent completely. Press again: what was sent is kept',
  ),
};

/** A file as the picker shows it. */
export interface ComplaintEvidenceFile extends StoredComplaintEvidence {
  readonly state: 'preparing' | 'waiting' | 'sending' | 'sent' | 'lost' | 'failed';
  /** Share that was sent, 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly error?: string;
}

export interface ComplaintEvidence {
  readonly files: readonly ComplaintEvidenceFile[];
  add(chosen: readonly File[]): Promise<void>;
  remove(id: string): void;
  /** Sends one file again, once somebody proved who they are. */
  retry: ((id: string) => void) | undefined;
  /** Sends what is not sent yet and returns the addresses of all; throws if a file could not be sent. */
  send(by: VerifiedContact): Promise<readonly string[]>;
  /** Forgets all files, once they belong to a complaint. */
  clear(): void;
}

const isSentBy = ({ sent }: StoredComplaintEvidence, { address }: VerifiedContact): boolean => sent?.by === address;

/** Sends a file in pieces; returns its address. What was sent before the page was closed is not sent again. */
async function sendFile(
  { content, name, at, reducedFrom }: StoredComplaintEvidence,
  { ticket }: VerifiedContact,
  options: Pick<SendFileOptions, 'onProgress' | 'onLost' | 'signal'>,
): Promise<string> {
  const { uploadLargeFileResumably } = await import('#web/input/upload/upload-large-file-resumably.ts');
  const file = new File([content], name, { type: content.type, lastModified: at });
  const reduced = reducedFrom === undefined ? {} : { reducedFrom };
  return (await uploadLargeFileResumably(file, { ...options, ...reduced, isPrivate: true, ticket })).url;
}

/** Sends files one after the other, so that a weak line finishes some, and counts those that failed. */
async function countFailures<T>(files: readonly T[], send: (file: T) => Promise<boolean>): Promise<number> {
  let failed = 0;
  for (const one of files) if (!(await send(one))) failed += 1;
  return failed;
}

/** A stored file, as the picker shows it before it is sent. */
const asShown = (one: StoredComplaintEvidence): ComplaintEvidenceFile => ({
  ...one,
  state: one.sent ? 'sent' : 'waiting',
  part: 0,
});

/** Rows of files that were chosen, as many as there is room for. */
const rowsOf = (chosen: readonly File[], draft: string, room: number) =>
  chosen.slice(0, Math.max(0, room)).map((file, place) => {
    const { name, type } = file;
    return { file, row: { id: crypto.randomUUID(), draft, at: Date.now() + place, name, type, content: file } };
  });

/** The files as they are shown, and as they are now for work that goes on between two renderings. */
function useFileStates() {
  const [files, setFiles] = useState<readonly ComplaintEvidenceFile[]>([]);
  const current = useRef<readonly ComplaintEvidenceFile[]>([]);
  const update = (next: (before: readonly ComplaintEvidenceFile[]) => readonly ComplaintEvidenceFile[]): void => {
    current.current = next(current.current);
    setFiles(current.current);
  };
  const change = (id: string, changes: Partial<ComplaintEvidenceFile>): void =>
    update((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  return { files, current, update, change };
}

/** The files of a draft: made smaller and stored on this device, then sent in pieces, each with its progress. */
export function useComplaintEvidenceUpload(draft: string): ComplaintEvidence {
  const { files, current, update, change } = useFileStates();
  const [proof, setProof] = useState<VerifiedContact>();
  const sending = useRef(new Map<string, AbortController>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once per draft
  useEffect(() => {
    let over = false;
    void readComplaintEvidence(draft).then((stored) => {
      if (!over) update(() => stored.map(asShown));
    });
    return () => {
      over = true;
      for (const controller of sending.current.values()) controller.abort();
    };
  }, [draft]);

  const add = async (chosen: readonly File[]): Promise<void> => {
    const added = rowsOf(chosen, draft, complaintLimits.files - current.current.length);
    update((before) => [...before, ...added.map(({ row }) => ({ ...row, state: 'preparing', part: 0 }) as const)]);
    // one after the other: a phone has memory for one large picture
    for (const { file, row } of added) {
      const ready = { ...row, ...(await downscalePictureBeforeUpload(file)) };
      await storeComplaintEvidence(ready);
      change(row.id, { ...ready, state: 'waiting' });
    }
  };

  const sendOne = async (id: string, by: VerifiedContact): Promise<boolean> => {
    const found = current.current.find((one) => one.id === id);
    if (!found) return true;
    const controller = new AbortController();
    sending.current.set(id, controller);
    change(id, { state: 'sending', part: 0, error: '' });
    try {
      const url = await sendFile(found, by, {
        onProgress: (part) => change(id, { part }),
        onLost: (lost) => change(id, { state: lost ? 'lost' : 'sending' }),
        signal: controller.signal,
      });
      const { state: _state, part: _part, error: _error, ...row } = found;
      const sent = { url, by: by.address };
      await storeComplaintEvidence({ ...row, sent });
      change(id, { state: 'sent', part: 1, sent });
      return true;
    } catch (error) {
      change(id, { state: 'failed', error: error instanceof Error ? error.message : '' });
      // one that was removed meanwhile is not missed
      return !current.current.some((one) => one.id === id);
    } finally {
      sending.current.delete(id);
    }
  };

  const remove = (id: string): void => {
    sending.current.get(id)?.abort();
    update((before) => before.filter((one) => one.id !== id));
    void removeComplaintEvidence(id);
  };

  return {
    files,
    add,
    remove,
    retry: proof && ((id) => void sendOne(id, proof)),
    async send(by) {
      setProof(by);
      const due = current.current.filter((one) => !isSentBy(one, by) && !sending.current.has(one.id));
      const failed = await countFailures(due, ({ id }) => sendOne(id, by));
      if (failed > 0) throw new Error(translate(texts.failed, { n: failed }));
      return current.current.flatMap(({ sent }) => sent?.url ?? []);
    },
    clear() {
      for (const { id } of current.current) void removeComplaintEvidence(id);
      update(() => []);
    },
  };
}
