import { Button } from 'antd';
import { useId, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { relatedTitle } from '#web/cell/reference-cell-and-related-row-titles.tsx';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { post, WireError } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { OfficerSelect, type SelectableOfficer } from '#web/lifecycle/officer-select.tsx';
import { pathOf, refreshResource } from '#web/resource/resource-calls.ts';
import { isActionOffered, relationObject, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { can, useAdmin } from '#web/session/session.ts';

import './handler-and-assignment.css';

const texts = {
  handler: text('承办人：', 'Handler: '),
  nobody: text('未分派', 'unassigned'),
  mine: text('由我办理', 'Assign to me'),
  assign: text('分派', 'Assign'),
  other: text('转派', 'Reassign'),
  release: text('取消分派', 'Unassign'),
  title: text('分派给谁办理', 'Assign to'),
  none: text('没有能办理这一步的人', 'Nobody can handle this step'),
};

interface HandlerProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
}

/** The handler of a record, where its resource has one: take it over, assign it to a colleague, or release it. */
export function HandlingOfficerAndAssignment({ resource, row }: HandlerProps) {
  const t = useText();
  const me = useAdmin();
  const [choosing, setChoosing] = useState(false);
  const { handler } = resource;
  const state = stateOf(resource, row);
  if (!handler || currentArea() !== 'admin' || !state || state.final || !can(`${resource.name}/assign`)) return null;
  const mayAssign = isActionOffered(resource, row, 'assign');
  const now = relationObject(row, handler);
  const give = async (to: number) => {
    await post(pathOf(resource, 'assign'), { id: row.id, to }, { successMessage: true });
    await refreshResource(resource.name);
  };
  const quietly = (to: number) => void give(to).catch(() => undefined);
  return (
    <p className="xj-handler">
      <span>
        {t(texts.handler)}
        <strong>{now ? relatedTitle('auth/admin', now) : t(texts.nobody)}</strong>
      </span>
      {mayAssign && me && now?.id !== me.id && (row._moves ?? []).length > 0 && (
        <Button size="small" onClick={() => quietly(me.id)}>
          {t(texts.mine)}
        </Button>
      )}
      {mayAssign && (
        <Button size="small" onClick={() => setChoosing(true)}>
          {t(now ? texts.other : texts.assign)}
        </Button>
      )}
      {now && (mayAssign || now.id === me?.id) && (
        <Button size="small" type="text" onClick={() => quietly(0)}>
          {t(texts.release)}
        </Button>
      )}
      {choosing && <AssignDialog resource={resource} row={row} onGive={give} onClose={() => setChoosing(false)} />}
    </p>
  );
}

interface AssignDialogProps extends HandlerProps {
  onGive(to: number): Promise<void>;
  onClose(): void;
}

function AssignDialog({ resource, row, onGive, onClose }: AssignDialogProps) {
  const t = useText();
  const id = useId();
  const [to, setTo] = useState<SelectableOfficer>();
  const [busy, setBusy] = useState(false);
  const go = async () => {
    if (to === undefined) return;
    setBusy(true);
    try {
      await onGive(to.id);
      onClose();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={t(texts.title)}
      okText={t(texts.assign)}
      busy={busy}
      disabled={to === undefined}
      dirty={false}
      onOk={() => void go()}
      onClose={onClose}
    >
      <OfficerSelect
        id={id}
        aria-label={t(texts.title)}
        path={pathOf(resource, 'handlers')}
        params={{ id: row.id, status: row.status }}
        value={to}
        none={t(texts.none)}
        onChange={setTo}
      />
    </FormDialog>
  );
}
