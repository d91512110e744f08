import { Button, Drawer } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { useNow } from '#web/cell/countdown-to-deadline.tsx';
import { formatAgo } from '#web/cell/format/date-format.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import {
  dropQueuedWrite,
  reviseQueuedWrite,
  useQueuedWrites,
  waitsForRefusedWrite,
} from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import type { QueuedWrite } from '#web/http/offline/queued-writes-in-indexed-db.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { useResource } from '#web/resource/declaration-loader.ts';
import { sendQueuedWritesAndRefreshResources } from '#web/resource/send-queued-offline-writes-and-refresh-resources.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';

import './field/form.css';
import './offline-queue-drawer.css';

const VersionConflictMergeView = lazy(() => import('#web/form/resource/version-conflict-merge-view.tsx'));

const texts = {
  title: text('待发送', 'Waiting to be sent'),
  none: text('没有待发送的内容', 'Nothing waiting to be sent'),
  lead: text(
    '没有网络时所做的修改存在本机，联网后按先后自动发送。',
    'Changes made offline are saved on this device and sent in order once you are online.',
  ),
  behind: text('等前一项处理后发送', 'Sent after the previous item is resolved'),
  waits: text('等待网络', 'Waiting for network'),
  refused: text('未能发送：{message}', 'Not sent: {message}'),
  now: text('立即发送', 'Send now'),
  compare: text('对照处理', 'Compare'),
  again: text('按现状重新发送', 'Resend against current data'),
  drop: text('放弃', 'Discard'),
  back: text('返回', 'Back'),
  open: text('打开记录', 'Open record'),
  dropTitle: text('放弃这项修改？', 'Discard this change?'),
  dropText: text('“{title}”将不再发送，不能找回。', '“{title}” will not be sent and cannot be recovered.'),
  theirs: text('记录现在：', 'Current record:'),
};

/** Writes that wait for the network, and those the server refused: its version and one's own, to choose between. */
export default function UnsentAndRefusedWritesDrawer({ onClose }: { onClose(): void }) {
  const phone = useIsPhone();
  const { list, sending } = useQueuedWrites();
  return (
    <Drawer open title={translate(texts.title)} size={phone ? '100%' : 560} onClose={onClose}>
      <p className="xj-kept-lead">{translate(list.length > 0 ? texts.lead : texts.none)}</p>
      <ul className="xj-kept-list">
        {list.map((one) => (
          <QueuedItem key={one.seq} write={one} held={waitsForRefusedWrite(one, list)} />
        ))}
      </ul>
      {list.some((one) => !one.refused) && (
        <Button type="primary" loading={sending} onClick={() => void sendQueuedWritesAndRefreshResources()}>
          {translate(texts.now)}
        </Button>
      )}
    </Drawer>
  );
}

function QueuedItem({ write, held }: { write: QueuedWrite; held: boolean }) {
  const now = useNow();
  const [comparing, setComparing] = useState(false);
  const resource = useResource(write.resource);
  const theirs = (write.refused?.data as { row?: WireRow } | null)?.row;
  const id = typeof write.body.id === 'number' ? write.body.id : undefined;
  const action = write.url.slice(write.url.lastIndexOf('/') + 1);
  const move = resource && moveOf(resource.life, action);
  const again = async (changes: Readonly<Record<string, unknown>>) => {
    await reviseQueuedWrite(write, changes);
    await sendQueuedWritesAndRefreshResources();
  };
  const drop = async () => {
    const question = { title: translate(texts.dropTitle), text: translate(texts.dropText, { title: write.title }) };
    if (await confirm({ ...question, tone: 'danger', okText: translate(texts.drop) })) await dropQueuedWrite(write.seq);
  };
  return (
    <li>
      <strong>{write.title}</strong>
      <time>{formatAgo(Math.floor(write.since / 1000), now, currentLocale())}</time>
      <p data-tone={write.refused ? 'bad' : undefined}>
        {write.refused
          ? translate(texts.refused, { message: write.refused.message })
          : translate(held ? texts.behind : texts.waits)}
      </p>
      {comparing && resource && theirs ? (
        <Suspense fallback={null}>
          <Compared
            resource={resource}
            write={write}
            move={move}
            theirs={theirs}
            onResolve={(changes) => void again(changes)}
            onBack={() => setComparing(false)}
          />
        </Suspense>
      ) : (
        <div className="xj-form-buttons">
          {write.refused &&
            (theirs ? (
              <Button onClick={() => setComparing(true)}>{translate(texts.compare)}</Button>
            ) : (
              <Button onClick={() => void again({})}>{translate(texts.again)}</Button>
            ))}
          <Button danger onClick={() => void drop()}>
            {translate(texts.drop)}
          </Button>
          {resource && id !== undefined && <Link to={resourcePath(resource, id)}>{translate(texts.open)}</Link>}
        </div>
      )}
    </li>
  );
}

interface ComparedProps {
  readonly resource: AnyResource;
  readonly write: QueuedWrite;
  readonly move: Move | undefined;
  readonly theirs: WireRow;
  onResolve(changes: Readonly<Record<string, unknown>>): void;
  onBack(): void;
}

/** A version conflict: for an edit both versions of each field, for a move the present state of the record. */
function Compared({ resource, write, move, theirs, onResolve, onBack }: ComparedProps) {
  const version = { version: theirs.version };
  const status = allColumnsOf(resource).status;
  if (move) {
    return (
      <>
        <p>
          {translate(texts.theirs)} {status && <CellValue name="status" field={status} row={theirs} />}
        </p>
        <div className="xj-form-buttons">
          <Button type="primary" onClick={() => onResolve(version)}>
            {translate(texts.again)}
          </Button>
          <Button onClick={onBack}>{translate(texts.back)}</Button>
        </div>
      </>
    );
  }
  const { id: _id, version: _version, ...mine } = write.body;
  const names = Object.keys(mine).filter((name) => resource.fields[name]);
  return (
    <VersionConflictMergeView
      fields={resource.fields}
      names={names}
      mine={mine}
      theirs={theirs}
      onBack={onBack}
      onResolve={(chosen) => {
        const given = Object.fromEntries(
          names.filter((name) => !chosen.includes(name)).map((name) => [name, undefined]),
        );
        onResolve({ ...given, ...version });
      }}
    />
  );
}
