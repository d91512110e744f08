import { useId, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { ChooseFilesButton } from '#web/input/upload/choose-files-button.tsx';
import { downscalePictureBeforeUpload } from '#web/input/upload/downscale-picture-before-upload.ts';
import { evaluationLimits } from '../contract/evaluation-targets-scores-and-tags.ts';

const texts = {
  label: text('图片（选填，署名后可附）', 'Pictures (optional, with a signature)'),
  hint: text(
    '至多 {n} 张。图片会透露拍摄者，所以匿名评价不附图片。',
    'At most {n}. A picture tells who took it, so that anonymous evaluations have none.',
  ),
  remove: text('移除 {name}', 'Remove {name}'),
} as const;

export interface EvaluationPictures {
  readonly files: readonly File[];
  choose(chosen: readonly File[]): void;
  remove(file: File): void;
  /** Sends the pictures in pieces and returns their addresses. */
  send(secret: string): Promise<readonly string[]>;
}

/** Pictures of an evaluation: made smaller on the device when it is sent. */
export function useEvaluationPictures(): EvaluationPictures {
  const [files, setFiles] = useState<readonly File[]>([]);
  return {
    files,
    choose: (chosen) => setFiles((before) => [...before, ...chosen].slice(0, evaluationLimits.pictures)),
    remove: (file) => setFiles((before) => before.filter((one) => one !== file)),
    async send(secret) {
      if (files.length === 0) return [];
      const { uploadLargeFileResumably } = await import('#web/input/upload/upload-large-file-resumably.ts');
      const urls: string[] = [];
      for (const file of files) {
        const { content, name, reducedFrom } = await downscalePictureBeforeUpload(file);
        const reduced = new File([content], name, { type: content.type, lastModified: file.lastModified });
        const options = { isPrivate: true, ticket: secret, ...(reducedFrom === undefined ? {} : { reducedFrom }) };
        urls.push((await uploadLargeFileResumably(reduced, options)).url);
      }
      return urls;
    },
  };
}

interface EvaluationPictureFieldProps {
  readonly pictures: EvaluationPictures;
  readonly disabled: boolean;
}

/** Chooses the pictures of a signed evaluation. */
export function EvaluationPictureField({ pictures, disabled }: EvaluationPictureFieldProps) {
  const t = useText();
  const id = useId();
  const { files, choose, remove } = pictures;
  const { pictures: most } = evaluationLimits;
  return (
    <div className="xj-evaluate-pictures">
      <label htmlFor={id}>{t(texts.label)}</label>
      <ChooseFilesButton
        id={id}
        accept="image/*"
        disabled={disabled || files.length >= most}
        describedBy={`${id}-hint`}
        onChoose={choose}
      />
      <small id={`${id}-hint`}>{t(texts.hint, { n: most })}</small>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              {file.name}
              <button
                type="button"
                className="xj-button"
                data-tone="quiet"
                aria-label={t(texts.remove, { name: file.name })}
                onClick={() => remove(file)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
