import { useQuery } from '@tanstack/react-query';
import { Button, Pagination } from 'antd';
import Search from 'antd/es/input/Search';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { FileThumbnail } from '#web/cell/file/file-thumbnail.tsx';
import { displayedFileName, rememberUploadedName } from '#web/cell/file/uploaded-file-name.ts';
import { Dialog } from '#web/feedback/modal-dialog.tsx';
import { get } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { translate } from '#web/i18n/locale.ts';
import { useGoToLastPageWithRows } from '#web/resource/go-to-last-page-with-rows.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import type { UploadedAttachment } from './upload-options-and-answer-types.ts';
import './existing-file-picker.css';

const texts = {
  title: text('选择已上传的文件', 'Choose uploaded files'),
  search: text('按文件名查找', 'Find by name'),
  choose: text('选用', 'Select'),
  cancel: text('取消', 'Cancel'),
  chosen: text('已选 {n} / {max}', '{n} / {max} selected'),
  none: text('还没有可选的文件，请先上传', 'No files available. Upload one first'),
  files: text('可选的文件', 'Available files'),
};

/** A page of the picker, as BuildAdmin clients call it. */
const pageSize = 8;

interface ExistingFilePickerProps {
  /** Types that the field accepts. */
  readonly accept: string;
  readonly isPrivate: boolean;
  /** How many more files the field accepts. */
  readonly room: number;
  onChoose(urls: string[]): void;
  onClose(): void;
}

interface AttachmentQuery {
  readonly accept: string;
  readonly isPrivate: boolean;
  readonly page: number;
  readonly keyword: string;
}

/** A page of the files to choose from: the user's own, and those that colleagues made public. */
function useAttachments({ accept, isPrivate, page, keyword }: AttachmentQuery, setPage: (page: number) => void) {
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['attachments', areaPaths().app, accept, isPrivate, page, keyword],
    queryFn: () =>
      get<{ list: UploadedAttachment[]; total: number }>(
        `/${areaPaths().app}/ajax/attachments`,
        { accept, private: isPrivate ? '1' : '', page, limit: pageSize, quick_search: keyword },
        { duplicate: 'allow' },
      ),
    placeholderData: previousDataAsPlaceholder('attachments', areaPaths().app, accept, isPrivate),
    staleTime: 0,
  });
  const rows = isPlaceholderData ? undefined : data?.list.length;
  useGoToLastPageWithRows({ page, limit: pageSize, rows, total: data?.total ?? 0 }, setPage);
  return data;
}

/** Chooses stored files for a field: the user's own, and those that colleagues made public. */
export default function ExistingFilePicker({ accept, isPrivate, room, onChoose, onClose }: ExistingFilePickerProps) {
  const [page, setPage] = useState(1);
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const data = useAttachments({ accept, isPrivate, page, keyword }, setPage);
  const toggle = ({ url, name }: Pick<UploadedAttachment, 'url' | 'name'>) => {
    if (name) rememberUploadedName(url, name);
    setChosen((all) =>
      all.includes(url)
        ? all.filter((one) => one !== url)
        : room === 1
          ? [url]
          : all.length < room
            ? [...all, url]
            : all,
    );
  };
  return (
    <Dialog
      open
      width={720}
      title={translate(texts.title)}
      onCancel={onClose}
      footer={
        <div className="xj-picker-foot">
          <span aria-live="polite">{translate(texts.chosen, { n: chosen.length, max: room })}</span>
          <Button onClick={onClose}>{translate(texts.cancel)}</Button>
          <Button type="primary" disabled={chosen.length === 0} onClick={() => onChoose([...chosen])}>
            {translate(texts.choose)}
          </Button>
        </div>
      }
    >
      <Search
        allowClear
        placeholder={translate(texts.search)}
        aria-label={translate(texts.search)}
        onSearch={(value) => {
          setKeyword(value.trim());
          setPage(1);
        }}
      />
      {data?.list.length === 0 && <p className="xj-picker-none">{translate(texts.none)}</p>}
      <ul className="xj-picker-files" aria-label={translate(texts.files)}>
        {data?.list.map(({ url, name }) => (
          <li key={url}>
            <button
              type="button"
              aria-pressed={chosen.includes(url)}
              title={name}
              onClick={() => toggle({ url, name })}
            >
              <FileThumbnail url={url} />
              <span>{name || displayedFileName(url)}</span>
            </button>
          </li>
        ))}
      </ul>
      {(data?.total ?? 0) > pageSize && (
        <Pagination
          size="small"
          align="end"
          current={page}
          pageSize={pageSize}
          total={data?.total ?? 0}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Dialog>
  );
}
