import { useRef } from 'react';
import { holdsPictures, holdsSeveralValues } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { useCheckedUploads } from './use-check-and-send-uploads-with-progress.ts';

const texts = {
  tooMany: text(
    '最多 {max} 个文件，没有上传：{names}。可先移除已有的再选',
    'At most {max} {max|file|files}. Not uploaded: {names}. Remove one of those above first',
  ),
  and: text('、', ', '),
};

const mostFiles = 9;

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? value.split(',') : [];

/** The files of a field: their addresses, how many more it accepts, and functions that add files. */
export function useFilesOfUploadField({ field, value, onChange, name, of }: FieldInputProps) {
  const several = holdsSeveralValues(field);
  const pictures = holdsPictures(field);
  const isPrivate = field.options.private === true;
  const max = several ? (typeof field.options.max === 'number' ? field.options.max : mostFiles) : 1;
  const accept = typeof field.options.accept === 'string' ? field.options.accept : pictures ? 'image/*' : undefined;
  const uploads = useCheckedUploads({ of: of && `${of}.${name}`, isPrivate, accept });
  const { sending, setProblem } = uploads;

  const urls = listOf(value);
  // Uploads end in any order: each one adds its file to those present at that time.
  const current = useRef(urls);
  current.current = urls;
  const setUrls = (next: string[]) => {
    current.current = next;
    onChange(several ? next : (next[0] ?? null));
  };

  const send = async (file: File) => {
    const sent = await uploads.send(file);
    if (sent) setUrls(several ? [...new Set([...current.current, sent.url])] : [sent.url]);
  };
  /** Uploads files up to the limit of the field, and names the others. */
  const take = (files: FileList | null) => {
    setProblem(undefined);
    const chosen = [...(files ?? [])];
    const room = several ? max - current.current.length - sending.length : 1;
    const accepted = chosen.slice(0, Math.max(0, room));
    const left = chosen.slice(accepted.length).map((file) => file.name);
    if (left.length > 0)
      setProblem(translate(texts.tooMany, { max: several ? max : 1, names: left.join(translate(texts.and)) }));
    for (const file of accepted) void send(file);
  };
  /** Adds files that are stored already. */
  const add = (stored: readonly string[]) => {
    setProblem(undefined);
    setUrls(several ? [...new Set([...current.current, ...stored])].slice(0, max) : stored.slice(0, 1));
  };
  const remove = (url: string) => setUrls(urls.filter((one) => one !== url));
  const room = several ? max - urls.length - sending.length : 1;
  const full = several && room <= 0;
  return { uploads, urls, several, pictures, isPrivate, accept, room, full, take, add, remove };
}
