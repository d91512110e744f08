import { Alert, Button, Modal, Progress, Radio, Table } from 'antd';
import { useId, useRef } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { useDropZone } from '#web/feedback/use-drop-zone.ts';
import { downloadFile } from '#web/http/temporary-file-link.ts';
import { translate } from '#web/i18n/locale.ts';
import { importRemainingWorkText, importResultText } from '#web/resource/import-result-texts.ts';
import { type ImportReport, importTemplateUrl } from '#web/resource/resource-calls.ts';
import { ChooseValuesForMissingColumnsAndUnknownOptions } from './choose-values-for-missing-columns-and-unknown-options.tsx';
import { ImportColumnMapping } from './import-column-mapping.tsx';
import { SheetsAndRowsSkippedInImport } from './sheets-and-rows-skipped-in-import.tsx';
import { type ImportJob, type ImportMode, type ImportState, type RepeatedImport, useImport } from './use-import.ts';

import '#web/input/control/bare-fieldset.css';
import './import.css';

const texts = {
  title: text('导入{label}', 'Import {label}'),
  steps: text(
    '下载模板，按表头填写，选择文件后先试运行：不会写入任何数据，并逐行列出问题。',
    'Download the template and fill it in by its headers. The chosen file is checked in a trial run first: nothing is written, and problems are listed row by row.',
  ),
  lists: text(
    '{lists}填写在同一工作簿的其他工作表中；CSV 文件只有一张表，不能带入。',
    '{lists} go on other sheets of the same workbook; a CSV file has only one sheet and cannot include them.',
  ),
  and: text('、', ', '),
  read: text('{sheet} {n} 行', '{sheet}: {n} {n|row|rows}'),
  sheet: text('工作表', 'Sheet'),
  template: text('下载模板', 'Download template'),
  choose: text('选择 .xlsx 或 .csv 文件', 'Choose an .xlsx or .csv file'),
  chosen: text('已选择：{name}', 'Selected: {name}'),
  drop: text('或将文件拖到这里', 'or drop the file here'),
  value: text('值', 'Value'),
  mode: text('有错误时', 'If there are errors'),
  all_or_nothing: text('全部不导入', 'Import nothing'),
  valid_only: text('只导入正确的行', 'Import correct rows only'),
  dry: text('试运行', 'Trial run'),
  import: text('导入 {n} 条', 'Import {n} {n|row|rows}'),
  close: text('关闭', 'Close'),
  running: text('已处理 {done} / {total} 行', '{done} of {total} {total|row|rows} gone through'),
  waiting: text('排队中…', 'Queued…'),
  workbook: text('下载标注了错误的表格', 'Download spreadsheet with errors marked'),
  row: text('行', 'Row'),
  column: text('列', 'Column'),
  message: text('问题', 'Problem'),
  more: text(
    '只列出前 {n} 个问题，全部问题见标注表格。',
    'Only the first {n} {n|problem|problems} {n|is|are} listed; all are in the marked spreadsheet.',
  ),
  repeated: {
    imported: text(
      '该文件已于 {time} 导入过（{n} 行）。再次导入可能产生重复记录。',
      'This file was already imported on {time} ({n} {n|row|rows}). Importing again may create duplicates.',
    ),
    running: text('该文件正在导入，请等待其完成。', 'This file is being imported. Wait until it finishes.'),
    broken: text(
      '该文件于 {time} 的导入中断，已保存 {n} 行。选择“只导入正确的行”，将从中断处继续。',
      'The import of this file on {time} was interrupted with {n} {n|row|rows} saved. Choose “Import correct rows only” to continue from there.',
    ),
  },
  again: text('仍要全部重新导入', 'Import everything again anyway'),
};

const shownErrors = 200;
interface ImportDialogProps {
  readonly resource: AnyResource;
  onClose(): void;
}

/** Imports sheets in two steps: a dry run that lists every problem, then the import itself. */
export default function ImportDialog({ resource, onClose }: ImportDialogProps) {
  const state = useImport(resource, onClose);
  const { file, mode, setMode, job, running, report, problem, repeated, changed, run } = state;
  const lists = childListsOf(resource).map(([, { label }]) => translate(label));
  const importable =
    report && report.imported === 0 && !changed
      ? report.errors.length === 0 || mode === 'valid_only'
        ? report.valid
        : 0
      : 0;
  return (
    <Modal
      open
      title={translate(texts.title, { label: translate(resource.label) })}
      width={720}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {translate(texts.close)}
        </Button>,
        <Button key="dry" disabled={!file} loading={running && !report} onClick={() => void run(true)}>
          {translate(texts.dry)}
        </Button>,
        <Button
          key="import"
          type="primary"
          disabled={importable === 0}
          loading={running && report !== undefined}
          onClick={() => void run(false)}
        >
          {translate(texts.import, { n: importable })}
        </Button>,
      ]}
    >
      <div className="xj-import">
        <p>{translate(texts.steps)}</p>
        {lists.length > 0 && <p>{translate(texts.lists, { lists: lists.join(translate(texts.and)) })}</p>}
        <FileChoice resource={resource} file={file} onChoose={state.choose} />
        <fieldset className="xj-bare-fieldset">
          <legend>{translate(texts.mode)}</legend>
          <Radio.Group
            value={mode}
            options={(['all_or_nothing', 'valid_only'] as const).map((value) => ({
              value,
              label: translate(texts[value]),
            }))}
            onChange={(event) => setMode(event.target.value as ImportMode)}
          />
        </fieldset>
        {running && <RunningJob job={job} />}
        {problem && <Alert type="error" title={problem} showIcon />}
        {repeated && <RepeatedNote repeated={repeated} disabled={running} onAgain={() => void run(false, true)} />}
        {report && <ReportPart resource={resource} report={report} state={state} />}
      </div>
    </Modal>
  );
}

function FileChoice({
  resource,
  file,
  onChoose,
}: {
  resource: AnyResource;
  file: File | undefined;
  onChoose: (file: File | undefined) => void;
}) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const drop = useDropZone((files) => onChoose(files[0]));
  return (
    <div className="xj-import-files" {...drop}>
      <Button onClick={() => void importTemplateUrl(resource).then(downloadFile, () => undefined)}>
        {translate(texts.template)}
      </Button>
      <Button onClick={() => chooser.current?.click()}>{translate(texts.choose)}</Button>
      <span>{file ? translate(texts.chosen, { name: file.name }) : translate(texts.drop)}</span>
      <input
        ref={chooser}
        id={id}
        type="file"
        hidden
        aria-label={translate(texts.choose)}
        accept=".xlsx,.csv,.xls"
        onChange={(event) => {
          onChoose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

function RunningJob({ job }: { job: ImportJob | undefined }) {
  return (
    <div role="status">
      {job && job.total > 0 ? translate(texts.running, { done: job.done, total: job.total }) : translate(texts.waiting)}
      <Progress percent={Math.round((job?.progress ?? 0) * 100)} aria-label={translate(texts.waiting)} />
    </div>
  );
}

function RepeatedNote({
  repeated,
  disabled,
  onAgain,
}: {
  repeated: RepeatedImport;
  disabled: boolean;
  onAgain: () => void;
}) {
  return (
    <Alert
      type="warning"
      showIcon
      title={translate(texts.repeated[repeated.state], {
        time: formatMinute(repeated.createtime),
        n: repeated.imported,
      })}
      action={
        <Button size="small" danger disabled={disabled} onClick={onAgain}>
          {translate(texts.again)}
        </Button>
      }
    />
  );
}

function ReportPart({
  resource,
  report,
  state: { choices, changed, chooseColumn, chooseValue, chooseWord },
}: {
  resource: AnyResource;
  report: ImportReport;
  state: ImportState;
}) {
  return (
    <>
      <Alert
        type={report.errors.length === 0 ? 'success' : 'warning'}
        showIcon
        title={importResultText(report)}
        description={[
          report.lists
            ?.map(({ sheet, total }) => translate(texts.read, { sheet, n: total }))
            .join(translate(texts.and)),
          importRemainingWorkText(report),
        ]
          .filter(Boolean)
          .map((line) => <div key={line}>{line}</div>)}
      />
      <SheetsAndRowsSkippedInImport report={report} />
      {report.columns && (
        <ImportColumnMapping
          resource={resource}
          columns={report.columns}
          chosen={choices.columns}
          changed={changed}
          onChoose={chooseColumn}
        />
      )}
      {report.columns && (
        <ChooseValuesForMissingColumnsAndUnknownOptions
          resource={resource}
          report={report}
          choices={choices}
          onValue={chooseValue}
          onWord={chooseWord}
        />
      )}
      {report.workbook_url && (
        <Button onClick={() => void (report.workbook_url && downloadFile(report.workbook_url).catch(() => undefined))}>
          {translate(texts.workbook)}
        </Button>
      )}
      {report.errors.length > 0 && <ErrorTable errors={report.errors} />}
    </>
  );
}

function ErrorTable({ errors }: { errors: ImportReport['errors'] }) {
  const shown = errors.slice(0, shownErrors).map((error, index) => ({ ...error, key: index }));
  return (
    <>
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 520, y: 280 }}
        dataSource={shown}
        columns={[
          ...(shown.some(({ sheet }) => sheet)
            ? [{ dataIndex: 'sheet', title: translate(texts.sheet), width: 120 }]
            : []),
          { dataIndex: 'row', title: translate(texts.row), width: 72 },
          { dataIndex: 'column', title: translate(texts.column), width: 150 },
          { dataIndex: 'value', title: translate(texts.value), width: 150, ellipsis: true },
          { dataIndex: 'message', title: translate(texts.message) },
        ]}
      />
      {errors.length > shownErrors && <p>{translate(texts.more, { n: shownErrors })}</p>}
    </>
  );
}
