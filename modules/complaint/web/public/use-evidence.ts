import { useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { complaintLimits } from '../../contract/complaint-options.ts';
import { readEvidence, removeEvidence, type StoredEvidence, storeEvidence } from './evidence-storage.ts';
import { reduceEvidencePicture } from './reduce-evidence-picture.ts';
import type { ProvenContact } from './use-complainant-proof.ts';

const texts = {
  failed: text(
    '{n} 个文件没有传完，已传的不会重传，请重试',
    '{n} {n|file was|files were} not sent completely. Press again: what was sent is kept',
  ),
};

/** A file as the picker shows it. */
export interface EvidenceFile extends StoredEvidence {
  readonly state: 'preparing' | 'waiting' | 'sending' | 'sent' | 'lost' | 'failed';
  /** Share that was sent, 0 to 1. */
  readonly part: number;
  /** Why it failed. */
  readonly error?: string;
}

export interface Evidence {
  readonly files: readonly EvidenceFile[];
  add(chosen: readonly File[]): Promise<void>;
  remove(id: string): void;
  /** Sends one file again, once somebody proved who they are. */
  retry: ((id: string) => void) | undefined;
  /** Sends what is not sent yet and returns the addresses of all; throws if a file could not be sent. */
  send(by: ProvenContact): Promise<readonly string[]>;
  /** Forgets all files, once they belong to a complaint. */
  clear(): void;
}

const isSentBy = ({ sent }: StoredEvidence, { address }: ProvenContact): boolean => sent?.by === address;

/** The files of a draft: made smaller and stored on this device, then sent in pieces, each with its progress. */
export function useEvidence(draft: string): Evidence {
  const [files, setFiles] = useState<readonly EvidenceFile[]>([]);
  const [proof, setProof] = useState<ProvenContact>();
  const current = useRef<readonly EvidenceFile[]>([]);
  const sending = useRef(new Map<string, AbortController>());
  const update = (next: (before: readonly EvidenceFile[]) => readonly EvidenceFile[]): void => {
    current.current = next(current.current);
    setFiles(current.current);
  };
  const change = (id: string, changes: Partial<EvidenceFile>): void =>
    update((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once per draft
  useEffect(() => {
    let over = false;
    void readEvidence(draft).then((stored) => {
      if (!over) update(() => stored.map((one) => ({ ...one, state: one.sent ? 'sent' : 'waiting', part: 0 })));
    });
    return () => {
      over = true;
      for (const controller of sending.current.values()) controller.abort();
    };
  }, [draft]);

  const add = async (chosen: readonly File[]): Promise<void> => {
    const room = complaintLimits.files - current.current.length;
    const added = chosen.slice(0, Math.max(0, room)).map((file, place) => {
      const { name, type } = file;
      return { file, row: { id: crypto.randomUUID(), draft, at: Date.now() + place, name, type, content: file } };
    });
    update((before) => [...before, ...added.map(({ row }) => ({ ...row, state: 'preparing', part: 0 }) as const)]);
    // one after the other: a phone has memory for one large picture
    for (const { file, row } of added) {
      const ready = { ...row, ...(await reduceEvidencePicture(file)) };
      await storeEvidence(ready);
      change(row.id, { ...ready, state: 'waiting' });
    }
  };

  const sendOne = async (id: string, by: ProvenContact): Promise<boolean> => {
    const found = current.current.find((one) => one.id === id);
    if (!found) return true;
    const controller = new AbortController();
    sending.current.set(id, controller);
    change(id, { state: 'sending', part: 0, error: '' });
    try {
      const { sendResumable } = await import('#web/input/upload/send-resumable.ts');
      const file = new File([found.content], found.name, { type: found.content.type, lastModified: found.at });
      const { url } = await sendResumable(file, {
        isPrivate: true,
        ticket: by.ticket,
        ...(found.reducedFrom === undefined ? {} : { reducedFrom: found.reducedFrom }),
        onProgress: (part) => change(id, { part }),
        onLost: (lost) => change(id, { state: lost ? 'lost' : 'sending' }),
        signal: controller.signal,
      });
      const { state: _state, part: _part, error: _error, ...row } = found;
      const sent = { url, by: by.address };
      await storeEvidence({ ...row, sent });
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

  return {
    files,
    add,
    remove(id) {
      sending.current.get(id)?.abort();
      update((before) => before.filter((one) => one.id !== id));
      void removeEvidence(id);
    },
    retry: proof && ((id) => void sendOne(id, proof)),
    async send(by) {
      setProof(by);
      let failed = 0;
      for (const one of current.current)
        if (!isSentBy(one, by) && !sending.current.has(one.id) && !(await sendOne(one.id, by))) failed += 1;
      if (failed > 0) throw new Error(translate(texts.failed, { n: failed }));
      return current.current.flatMap(({ sent }) => sent?.url ?? []);
    },
    clear() {
      for (const { id } of current.current) void removeEvidence(id);
      update(() => []);
    },
  };
}
