import { Drawer } from 'antd';
import { useCallback, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { ResourceForm } from '#web/form/resource/resource-form.tsx';
import { customInputsOf, needsWideForm } from '#web/form/state/custom-input-registry.ts';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { isLongForm, writableFieldsInState } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { confirmLeave } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { translateSingular } from '#web/i18n/english-singular.ts';
import { translate } from '#web/i18n/locale.ts';
import { modulesNeededByResource, useDeclarations } from '#web/resource/declaration-loader.ts';
import { useTab } from '#web/tab/tab-context.ts';
import { useIsPhone, useMedia } from '#web/theme/use-media-query.ts';

const texts = {
  add: text('添加{label}', 'New {label}'),
  edit: text('编辑{label}', 'Edit {label}'),
  nth: text('编辑{label}（{n} / {total}）', 'Edit {label} ({n} of {total})'),
};

export interface ResourceFormSideSheetProps {
  readonly resource: AnyResource;
  /** Rows to edit, one after another; a new row when there are none. */
  readonly ids: readonly number[];
  readonly preset?: FormValues;
  /** Called when there are unsaved changes, or none any more. */
  onDirty?(dirty: boolean): void;
  onClose(): void;
  /** Called after the last row was saved. */
  onDone(result: { id?: number }): void;
}

/** The form of a resource in a sheet beside the page. Closing it with unsaved changes asks first. */
export default function ResourceFormSideSheet({
  resource,
  ids,
  preset,
  onDirty,
  onClose,
  onDone,
}: ResourceFormSideSheetProps) {
  useDeclarations(modulesNeededByResource(resource.name)?.list ?? []);
  const phone = useIsPhone();
  const tab = useTab();
  const [at, setAt] = useState(0);
  const dirty = useRef(false);
  const label = translateSingular(resource.label);
  const id = ids[at];
  const hasNext = at < ids.length - 1;
  const noteDirty = useCallback(
    (next: boolean) => {
      dirty.current = next;
      tab.setDirty(next);
      onDirty?.(next);
    },
    [tab, onDirty],
  );
  const close = async () => {
    if (dirty.current && !(await confirmLeave())) return;
    noteDirty(false);
    onClose();
  };
  const title =
    id === undefined
      ? translate(texts.add, { label })
      : ids.length > 1
        ? translate(texts.nth, { label, n: at + 1, total: ids.length })
        : translate(texts.edit, { label });
  const submitted = writableFieldsInState(resource, undefined);
  const roomy = useMedia('(min-width: 1200px)') && isLongForm(submitted);
  const wide = roomy || needsWideForm(customInputsOf(resource.name, submitted));
  return (
    <Drawer
      open
      className="xj-form-sheet"
      size={phone ? '100%' : `min(${wide ? 1240 : 768}px, 94vw)`}
      title={title}
      mask={{ closable: true }}
      push={false}
      autoFocus={false}
      onClose={() => void close()}
    >
      <ResourceForm
        key={id ?? 'add'}
        resource={resource}
        hasNext={hasNext}
        {...(id === undefined ? {} : { id })}
        {...(preset ? { preset } : {})}
        onDirty={noteDirty}
        onCancel={() => void close()}
        onDone={(result) => {
          noteDirty(false);
          if (hasNext) setAt(at + 1);
          else onDone(result);
        }}
      />
    </Drawer>
  );
}
