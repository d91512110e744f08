import { useContext, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { rememberUploadedName } from '#web/cell/file/uploaded-file-name.ts';
import { useOnUnmount } from '#web/feedback/use-on-unmount.ts';
import { translate } from '#web/i18n/locale.ts';
import { BlockSubmitWhilePendingContext } from '#web/input/upload/block-submit-while-pending-context.ts';
import { convertHeicToJpeg } from '#web/input/upload/convert-heic-to-jpeg.ts';
import { useSiteConfig } from '#web/session/session.ts';
import { uploadFileToServerOrBucket } from './upload-file-to-server-or-bucket.ts';
import type { ResumableUploadControl, UploadedAttachment } from './upload-options-and-answer-types.ts';
import { type UploadLimits, validateFileBeforeUpload } from './validate-file-type-and-size-before-upload.ts';

const texts = {
  failed: text('上传失败，请重试', 'Upload failed. Please try again'),
};

export interface UploadInProgress {
  readonly key: number;
  readonly name: string;
  /** The share that has been sent, 0 to 1. */
  readonly part: number;
  /** Only for files sent in pieces. */
  readonly control?: ResumableUploadControl;
  readonly paused?: boolean;
  /** Paused because the connection was lost. */
  readonly lost?: boolean;
}

export interface UploadsInProgress {
  readonly limits: UploadLimits;
  readonly sending: readonly UploadInProgress[];
  /** The message why the last file was refused. */
  readonly problem: string | undefined;
  setProblem(problem: string | undefined): void;
  /** Pauses or resumes a file that is sent in pieces. */
  pause(key: number, paused: boolean): void;
  /** Cancels an upload. */
  cancel(key: number): void;
  /** Resolves to the stored file. Undefined: it was refused, and `problem` says why. */
  send(file: File): Promise<UploadedAttachment | undefined>;
}

interface UploadsOptions {
  /** The field that the files are for, with the name of its resource. */
  of?: string | undefined;
  isPrivate?: boolean;
  /** Types that the field accepts, of those that the site allows. */
  accept?: string | undefined;
}

/**
 * Uploads in progress: files are checked before they are sent, with their progress. Leaving the page cancels them;
 * switching to another tab does not.
 */
export function useCheckedUploads({ of, isPrivate = false, accept }: UploadsOptions): UploadsInProgress {
  const site = useSiteConfig()?.upload;
  const limits: UploadLimits = {
    ...(site?.mimetype ? { mimetype: site.mimetype } : {}),
    ...(site?.maxsize ? { maxsize: site.maxsize } : {}),
    ...(accept ? { accept } : {}),
  };
  const [sending, setSending] = useState<readonly UploadInProgress[]>([]);
  const [problem, setProblem] = useState<string>();
  const stop = useRef(new AbortController());
  const stops = useRef(new Map<number, AbortController>());
  const underWay = useContext(BlockSubmitWhilePendingContext);
  const isSending = sending.length > 0;
  useEffect(() => (isSending ? underWay?.() : undefined), [isSending, underWay]);
  useOnUnmount(() => stop.current.abort());

  const send = async (chosen: File): Promise<UploadedAttachment | undefined> => {
    const file = await convertHeicToJpeg(chosen, limits);
    const refusal = validateFileBeforeUpload(file, limits);
    if (refusal) {
      setProblem(`${file.name}: ${translate(refusal)}`);
      return undefined;
    }
    const left = stop.current.signal;
    if (left.aborted) return undefined;
    const own = new AbortController();
    const { signal } = own;
    left.addEventListener('abort', () => own.abort());
    const key = Date.now() + Math.random();
    const change = (what: Partial<UploadInProgress>) =>
      setSending((all) => all.map((one) => (one.key === key ? { ...one, ...what } : one)));
    stops.current.set(key, own);
    setSending((all) => [...all, { key, name: file.name, part: 0 }]);
    try {
      const sent = await uploadFileToServerOrBucket(file, {
        ...(site?.mode ? { mode: site.mode } : {}),
        ...(of ? { of } : {}),
        isPrivate,
        signal,
        onProgress: (part) => change({ part }),
        onControl: (control) => change({ control }),
        onLost: (lost) => change({ lost, paused: lost }),
      });
      rememberUploadedName(sent.url, file.name);
      return sent;
    } catch (error) {
      if (!signal.aborted) {
        setProblem(
          `${file.name}: ${error instanceof Error && error.message ? error.message : translate(texts.failed)}`,
        );
      }
      return undefined;
    } finally {
      stops.current.delete(key);
      setSending((all) => all.filter((one) => one.key !== key));
    }
  };

  const pause = (key: number, paused: boolean) => {
    const { control } = sending.find((one) => one.key === key) ?? {};
    if (paused) control?.pause();
    else control?.resume();
    setSending((all) => all.map((one) => (one.key === key ? { ...one, paused } : one)));
  };

  const cancel = (key: number) => {
    sending.find((one) => one.key === key)?.control?.discard();
    stops.current.get(key)?.abort();
  };

  return { limits, sending, problem, setProblem, send, pause, cancel };
}
