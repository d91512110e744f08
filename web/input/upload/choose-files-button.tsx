import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';

const choose = text('选择文件', 'Choose files');

interface ChooseFilesButtonProps {
  /** Of the input, for its label. */
  readonly id: string;
  readonly accept: string;
  readonly disabled: boolean;
  /** Id of its hint. */
  readonly describedBy: string;
  onChoose(files: readonly File[]): void;
}

/**
 * Chooses files, for pages without antd. The input itself is hidden: its texts are in the language of the browser, not of the
 * page.
 */
export function ChooseFilesButton({ id, accept, disabled, describedBy, onChoose }: ChooseFilesButtonProps) {
  const t = useText();
  return (
    <span className="xj-choose-files">
      <input
        id={id}
        className="xj-visually-hidden"
        type="file"
        multiple
        accept={accept}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <label className="xj-button" htmlFor={id}>
        {t(choose)}
      </label>
    </span>
  );
}
