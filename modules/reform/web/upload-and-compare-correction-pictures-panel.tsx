import { Button, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { text } from '#kernel/text/text.ts';
import { checkItemSeverities } from '#modules/library/contract/check-item/check-item-options.ts';
import { PictureCell } from '#web/cell/file/picture-cell.tsx';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { toast } from '#web/feedback/toast.ts';
import { useText } from '#web/i18n/locale.ts';
import { captureTimeOf } from '#web/input/upload/capture-time-of-picture.ts';
import { UploadsInProgressList } from '#web/input/upload/uploads-in-progress-list.tsx';
import { useCheckedUploads } from '#web/input/upload/use-check-and-send-uploads-with-progress.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { addRow, deleteRows, refreshResource } from '#web/resource/resource-calls.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { type Evidence, evidence } from '../contract/correction-evidence-pictures-of-problem.ts';
import { type Order, order } from '../contract/correction-order.ts';
import { mostPictures, pictureDoubts } from '../contract/correction-order-kinds-sources-and-limits.ts';
import { BeforeAfterPictureSlider } from './before-after-picture-slider.tsx';
import {
  type ProblemWithCorrectionPictures,
  useProblemsWithCorrectionPictures,
} from './use-problems-with-correction-pictures.ts';
import './upload-and-compare-correction-pictures-panel.css';

const texts = {
  shoot: text('拍照上传', 'Take a picture'),
  choose: text('从相册选择', 'Choose from album'),
  before: text('整改前', 'Before'),
  after: text('整改后', 'After'),
  missing: text('还缺整改后照片', 'A picture after the correction is missing'),
  sent: text('已上传', 'Uploaded'),
  removed: text('已移除', 'Removed'),
  remove: text('移除这张照片', 'Remove this picture'),
  captured: text('拍摄于 {at}', 'Taken {at}'),
  statement: text('企业的整改情况说明', 'What the enterprise says was done'),
  none: text('没有问题', 'No problems'),
  noPictures: text('没有照片', 'No pictures'),
  most: text('每个问题每次最多 {n} 张照片', 'At most {n} {n|picture|pictures} of a problem in one submission'),
  byOfficer: text('执法人员拍摄', 'Taken by an officer'),
  repeats: text('两年内第 {n} 次责令改正同一事项', 'Ordered for the same item {n} {n|time|times} within two years'),
};

const severities: Readonly<Record<string, Option | undefined>> = checkItemSeverities;

/** States in which the enterprise may send pictures. */
const open: ReadonlySet<unknown> = new Set(['issued', 'read', 'returned', 'overdue']);

/**
 * Each problem of an order with its pictures before and after the correction. The enterprise sends them here, one
 * problem after the other; where there are both, they are compared.
 */
export default function UploadAndCompareCorrectionPicturesPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, isPending, refetch } = useProblemsWithCorrectionPictures(row);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (data.length === 0) return <p>{t(texts.none)}</p>;
  const round = Number(row.rounds ?? 0) + 1;
  const sends = currentArea() === 'member' && open.has(row.status);
  const { statement } = row as unknown as Order;
  return (
    <>
      {statement && (
        <p>
          <small className="xj-reform-soft">{t(texts.statement)}</small>
          <br />
          {statement}
        </p>
      )}
      <ol className="xj-reform-problems">
        {data.map((one) => (
          <ProblemItem key={one.problem.id} one={one} round={round} sends={sends} onChanged={() => void refetch()} />
        ))}
      </ol>
    </>
  );
}

interface ProblemItemProps {
  readonly one: ProblemWithCorrectionPictures;
  /** The number of the next submission: pictures of earlier ones stay. */
  readonly round: number;
  readonly sends: boolean;
  onChanged(): void;
}

function ProblemItem({ one, round, sends, onChanged }: ProblemItemProps) {
  const t = useText();
  const { problem: found, evidence: sent } = one;
  const before = found.before ?? [];
  const [newest] = sent;
  const [first, last] = [before[0], newest?.photos.at(-1)];
  const severity = severities[String(found.severity)];
  return (
    <li className="xj-reform-problem">
      <header>
        {severity && <OptionTag option={severity} />}
        <strong>{found.problem}</strong>
      </header>
      {Number(found.repeats) > 0 && (
        <p className="xj-reform-repeat">{t(texts.repeats, { n: Number(found.repeats) + 1 })}</p>
      )}
      <p className="xj-reform-soft">{found.law}</p>
      <p>{found.requirement}</p>
      {first && last && <BeforeAfterPictureSlider before={first} after={last} />}
      {before.length + sent.length > 0 && (
        <div className="xj-reform-pictures">
          {before.length > 0 && (
            <div>
              <small>{t(texts.before)}</small>
              <PictureCell urls={before} label={t(texts.before)} large />
            </div>
          )}
          {sent.map((each) => (
            <SentPictures
              key={each.id}
              one={each}
              removable={sends && each.round === round && each.sender !== 'officer'}
              onChanged={onChanged}
            />
          ))}
        </div>
      )}
      {before.length + sent.length === 0 && !sends && <p className="xj-reform-soft">{t(texts.noPictures)}</p>}
      {sends && found.answered !== '1' && <p className="xj-reform-missing">{t(texts.missing)}</p>}
      {sends && (
        <SendPicture problemId={found.id} room={mostPictures - Number(found.pictures ?? 0)} onSent={onChanged} />
      )}
    </li>
  );
}

interface SentPicturesProps {
  readonly one: Evidence;
  readonly removable: boolean;
  onChanged(): void;
}

function SentPictures({ one, removable, onChanged }: SentPicturesProps) {
  const t = useText();
  const remove = () =>
    void deleteRows(evidence, [one.id]).then(
      () => {
        toast.success(t(texts.removed));
        onChanged();
        return refreshResource(order.name);
      },
      () => undefined,
    );
  return (
    <div>
      <small>
        {t(texts.after)}
        {one.sender === 'officer' && ` · ${t(texts.byOfficer)}`}
        {one.captured_at !== null && ` · ${t(texts.captured, { at: formatMinute(one.captured_at) })}`}
      </small>
      {one.doubt && <OptionTag option={pictureDoubts[one.doubt as keyof typeof pictureDoubts]} />}
      <PictureCell urls={one.photos} label={t(texts.after)} large />
      {one.note && <p className="xj-reform-soft">{one.note}</p>}
      {removable && (
        <Button type="link" danger onClick={remove}>
          {t(texts.remove)}
        </Button>
      )}
    </div>
  );
}

interface SendPictureProps {
  readonly problemId: number;
  /** Pictures that may still be sent. */
  readonly room: number;
  onSent(): void;
}

/** Buttons that send pictures of one problem; on a phone the camera comes first. */
function SendPicture({ problemId, room, onSent }: SendPictureProps) {
  const t = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const uploads = useCheckedUploads({ of: `${evidence.name}.photos`, isPrivate: true, accept: 'jpg,jpeg,png,webp' });
  const choose = (camera: boolean) => {
    const input = chooser.current;
    if (!input) return;
    if (camera) input.setAttribute('capture', 'environment');
    else input.removeAttribute('capture');
    // a camera takes one picture at a time; from the album several are chosen
    input.multiple = !camera;
    input.click();
  };
  const send = async (file: File) => {
    // the copy that is sent has no metadata any more
    const captured_at = await captureTimeOf(file).catch(() => undefined);
    const stored = await uploads.send(file);
    if (!stored) return false;
    await addRow(evidence, { problem_id: problemId, photos: [stored.url], captured_at: captured_at ?? null });
    return true;
  };
  const sendAll = async (files: readonly File[]) => {
    setRefusal(files.length > room ? t(texts.most, { n: mostPictures }) : undefined);
    try {
      let stored = 0;
      // one after the other: a phone has one uplink
      for (const file of files.slice(0, room)) if (await send(file)) stored += 1;
      if (stored > 0) toast.success(t(texts.sent));
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      onSent();
      void refreshResource(order.name);
    }
  };
  if (room <= 0 && !refusal) return <p className="xj-reform-soft">{t(texts.most, { n: mostPictures })}</p>;
  return (
    <div className="xj-reform-send">
      <Button type="primary" onClick={() => choose(true)}>
        {t(texts.shoot)}
      </Button>
      <Button onClick={() => choose(false)}>{t(texts.choose)}</Button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept="image/*"
        tabIndex={-1}
        aria-label={t(texts.shoot)}
        onChange={(event) => {
          void sendAll([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <UploadsInProgressList {...uploads} />
      {(uploads.problem ?? refusal) && (
        <p className="xj-form-field-error" role="alert">
          {uploads.problem ?? refusal}
        </p>
      )}
    </div>
  );
}
