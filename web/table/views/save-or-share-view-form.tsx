import { useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { formLevelErrorText } from '#web/form/state/form-level-error-text.ts';
import { dropFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { useResource } from '#web/resource/declaration-loader.ts';
import { type AdminInfo, useAdmin } from '#web/session/session.ts';
import {
  canBeFollowed,
  mayShare,
  type SharedViewAudience,
  sharedViewName,
} from './shared-views-and-subscriptions-query.ts';

const texts = {
  title: text('保存视图', 'Save view'),
  name: text('视图名称', 'View name'),
  ok: text('保存', 'Save'),
  whom: text('谁可以用', 'Available to'),
};

const audiences = {
  me: text('仅自己', 'Only me'),
  office: text('本办公室', 'My office'),
  below: text('本办公室及下级', 'My office and those below'),
  group: text('一个管理组', 'One group'),
  all: text('全体管理员', 'All administrators'),
};

/**
 * The audiences that somebody may share with: never offices above or beside their own, and lower offices only if there
 * are any.
 */
function audiencesOf({
  super: isSuper,
  area_code = '',
}: Pick<AdminInfo, 'super' | 'area_code'>): Readonly<Record<string, Text>> {
  const { all, below, ...rest } = audiences;
  const area = areaPrefix(area_code);
  if (isSuper || area === '') return { ...rest, all };
  return area.length < 6 ? { me: rest.me, office: rest.office, below, group: rest.group } : rest;
}

const named = { name: field.text(texts.name, { required: true, max: 40 }) };

/** The fields of the form: a name and, if the view can be shared, with whom. */
function fieldsOf(resource: AnyResource, who: AdminInfo | null, view: AnyResource | undefined) {
  const group = view?.fields.group_id;
  if (!group || !who || !canBeFollowed(resource) || !mayShare()) return named;
  const { hint: _hint, ...of } = group;
  return {
    ...named,
    whom: field.radio(texts.whom, { required: true, options: audiencesOf(who), initial: 'me' }),
    group_id: { ...of, shownWhen: { by: 'whom', of: ['group'] } },
  };
}

interface SaveOrShareViewProps {
  readonly resource: AnyResource;
  /** `whom`: undefined if the view stays private. */
  onName(name: string, whom?: SharedViewAudience): Promise<void>;
  onClose(): void;
}

/** Asks for the name under which a view is saved and, if the person may share it, with whom. */
export default function SaveOrShareViewForm({ resource, onName, onClose }: SaveOrShareViewProps) {
  const who = useAdmin();
  const view = useResource(sharedViewName);
  const fields = useMemo(() => fieldsOf(resource, who, view), [resource, who, view]);
  const draft = `${resource.name}/view`;
  const form = useFormState(fields, { draft });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { whom, group_id } = form.values;
  const written = String(form.values.name ?? '').trim();
  const lacking = whom === 'group' && typeof group_id !== 'number';
  const audience = (): SharedViewAudience | undefined => {
    if (whom === 'office' || whom === 'below' || whom === 'all') return { audience: whom };
    return whom === 'group' ? { audience: 'group', group_id: Number(group_id) } : undefined;
  };
  const save = async () => {
    if (!form.check()) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await onName(written, audience());
      dropFormDraft(draft);
      onClose();
    } catch (error) {
      if (isCancelled(error)) return;
      if (!(error instanceof WireError)) throw error;
      const others = form.refuse(error.errors);
      if (!error.errors || others.length > 0) setProblem(formLevelErrorText(error, others));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={translate(texts.title)}
      okText={translate(texts.ok)}
      width={400}
      busy={busy}
      disabled={written === '' || lacking}
      dirty={form.dirty}
      draft
      onOk={() => void save()}
      onClose={onClose}
    >
      {problem && (
        <p className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <FormFields form={form} disabled={busy} />
    </FormDialog>
  );
}
