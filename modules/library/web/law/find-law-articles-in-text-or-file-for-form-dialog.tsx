import { Alert, Button, Radio } from 'antd';
import TextArea from 'antd/es/input/TextArea';
import { type KeyboardEvent, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { Dialog } from '#web/feedback/modal-dialog.tsx';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import {
  type LawTextPreview,
  type LawTextProblem,
  lawTextProblems,
  problemsThatRefuseLawText,
} from '../../contract/law/law-text-preview-and-problems.ts';
import { type MergedArticles, type MergeMode, mergeArticlesOfImportedText } from './merge-articles-of-imported-text.ts';
import './law.css';

const texts = {
  title: text('导入条文', 'Import articles'),
  how: text(
    '粘贴法规正文，或选择 docx、md、txt 文件（最大 10 MB）。按“第…条”拆分，款、项保持原样；在表单保存之前不会写入。',
    'Paste the text of the law, or choose a docx, md or txt file (at most 10 MB). The text is split into articles; paragraphs and items are kept. Nothing is stored until the form is saved.',
  ),
  text: text('法规正文', 'Text of the law'),
  choose: text('选择文件', 'Choose file'),
  read: text('识别条文', 'Find articles'),
  found: text('识别出 {n} 条：{from} 至 {to}', '{n} {n|article|articles} found: {from} to {to}'),
  mode: text('已有 {n} 条', '{n} {n|article|articles} already there'),
  replace: text('以此为全文：其余条文删去', 'This is the whole text: remove all other articles'),
  merge: text('只补全或更正其中的条文', 'Complete or correct these articles only'),
  effect: text(
    '新增 {added} 条，修改 {changed} 条，删去 {removed} 条',
    '{added} added, {changed} changed, {removed} removed',
  ),
  refused: text('须先改正以下问题才能采用：', 'Correct these problems before the text can be used:'),
  note: text('请核对：', 'Please check:'),
  problem: text('{problem}：{articles}', '{problem}: {articles}'),
  separator: text('、', ', '),
  more: text('等 {n} 处', '… ({n} in all)'),
  take: text('采用', 'Use these articles'),
  example: text('第一条　……', 'Article 1 …'),
  incomplete: text('待补全', 'To be completed'),
};

/** Maximum number of articles named per problem. */
const maxNamed = 20;

interface ImportLawDialogProps {
  readonly existing: readonly ChildRow[];
  onTake(rows: readonly ChildRow[]): void;
  onClose(): void;
}

/** Reads a text or a file, once at a time; a refusal is kept for the dialog. */
function usePreview() {
  const [preview, setPreview] = useState<LawTextPreview>();
  const [refusal, setRefusal] = useState<string>();
  const [reading, setReading] = useState(false);
  const read = async (path: string, body: unknown) => {
    setReading(true);
    setRefusal(undefined);
    setPreview(undefined);
    try {
      setPreview(await post<LawTextPreview>(path, body, { quiet: true, timeout: 60_000 }));
    } catch (error) {
      if (!isCancelled(error)) setRefusal(error instanceof WireError ? error.message : String(error));
    } finally {
      setReading(false);
    }
  };
  return {
    preview,
    refusal,
    reading,
    readText: (source: string) => read('/admin/library.law/readText', { text: source }),
    readFile(file: File) {
      const body = new FormData();
      body.append('file', file);
      return read('/admin/library.law/readFile', body);
    },
  };
}

/** Dialog that finds the articles in a text, shows them with what is wrong, and hands them to the form. */
export default function ImportLawDialog({ existing, onTake, onClose }: ImportLawDialogProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState('');
  const [mode, setMode] = useState<MergeMode>('replace');
  const { preview, refusal, reading, readText, readFile } = usePreview();
  const merged = preview && mergeArticlesOfImportedText(existing, preview.articles, mode);
  const refused = preview?.problems.some(({ problem }) => problemsThatRefuseLawText.has(problem)) ?? true;
  // keys pressed here are not for the form below, which hears them through the portal
  const keep = (event: KeyboardEvent) => event.stopPropagation();
  return (
    <Dialog
      open
      width={760}
      title={translate(texts.title)}
      okText={translate(texts.take)}
      okButtonProps={{ disabled: !merged || refused }}
      onOk={() => {
        if (!merged || refused) return;
        onTake(merged.rows);
        onClose();
      }}
      onCancel={onClose}
      // biome-ignore lint/a11y/noStaticElementInteractions: keeps the keys of everything in the dialog
      modalRender={(dialog) => <div onKeyDown={keep}>{dialog}</div>}
    >
      <div className="xj-law-import">
        <p className="xj-law-note">{translate(texts.how)}</p>
        <TextArea
          aria-label={translate(texts.text)}
          placeholder={translate(texts.example)}
          rows={6}
          value={source}
          onChange={({ target }) => setSource(target.value)}
        />
        <p className="xj-law-tools">
          <Button
            type="primary"
            disabled={source.trim() === ''}
            loading={reading}
            onClick={() => void readText(source)}
          >
            {translate(texts.read)}
          </Button>
          <Button disabled={reading} onClick={() => chooser.current?.click()}>
            {translate(texts.choose)}
          </Button>
          <input
            ref={chooser}
            type="file"
            accept=".docx,.md,.markdown,.txt"
            hidden
            tabIndex={-1}
            onChange={({ target }) => {
              const file = target.files?.[0];
              target.value = '';
              if (file) void readFile(file);
            }}
          />
        </p>
        {refusal !== undefined && <Alert type="error" showIcon title={refusal} />}
        {preview && merged && <Preview {...{ preview, merged, existing, mode }} onMode={setMode} />}
      </div>
    </Dialog>
  );
}

interface PreviewProps extends Pick<ImportLawDialogProps, 'existing'> {
  readonly preview: LawTextPreview;
  readonly merged: MergedArticles;
  readonly mode: MergeMode;
  onMode(mode: MergeMode): void;
}

function Preview({ preview, merged, existing, mode, onMode }: PreviewProps) {
  const { articles, problems, preamble } = preview;
  const [from, to] = [articles[0]?.article_no, articles.at(-1)?.article_no];
  return (
    <div role="status">
      <h3>{translate(texts.found, { n: articles.length, from, to })}</h3>
      <Problems problems={problems.filter(({ problem }) => problemsThatRefuseLawText.has(problem))} type="error" />
      <Problems problems={problems.filter(({ problem }) => !problemsThatRefuseLawText.has(problem))} type="warning" />
      {existing.length > 0 && (
        <Radio.Group
          value={mode}
          aria-label={translate(texts.mode, { n: existing.length })}
          className="xj-law-modes"
          onChange={({ target }) => onMode(target.value as MergeMode)}
        >
          <Radio value="replace">{translate(texts.replace)}</Radio>
          <Radio value="merge">{translate(texts.merge)}</Radio>
        </Radio.Group>
      )}
      <p className="xj-law-note">{translate(texts.effect, { ...merged, rows: undefined })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="xj-law-found" tabIndex={0} aria-label={translate(texts.title)}>
        <ol>
          {preamble.map((line) => (
            <li key={line} className="xj-law-preamble">
              {line}
            </li>
          ))}
          {articles.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: numbers may occur twice, which is what is shown
            <li key={at}>
              {one.chapter !== null && one.chapter !== articles[at - 1]?.chapter && <strong>{one.chapter}</strong>}
              <b>{one.article_no}</b> {one.text ?? <em>{translate(texts.incomplete)}</em>}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

function Problems({ problems, type }: { problems: LawTextPreview['problems']; type: 'error' | 'warning' }) {
  if (problems.length === 0) return null;
  const byProblem = new Map<LawTextProblem, string[]>();
  for (const { problem, article_no } of problems)
    byProblem.set(problem, [...(byProblem.get(problem) ?? []), article_no]);
  return (
    <Alert
      type={type}
      showIcon
      title={translate(type === 'error' ? texts.refused : texts.note)}
      description={
        <ul>
          {[...byProblem].map(([problem, named]) => (
            <li key={problem}>
              {translate(texts.problem, {
                problem: translate(lawTextProblems[problem]),
                articles: named.slice(0, maxNamed).join(translate(texts.separator)),
              })}
              {named.length > maxNamed && translate(texts.more, { n: named.length })}
            </li>
          ))}
        </ul>
      }
    />
  );
}
