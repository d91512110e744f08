import { useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { useText } from '#web/i18n/locale.ts';
import { newChildRow } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { type ChildRow, childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { type EnteredButton, findFaultsOfMenu, groupButtons } from '../../contract/validate-wechat-menu.ts';
import {
  OfficialAccountPhone,
  type PhoneButton,
  type PhoneButtonGroup,
} from '../phone/official-account-phone-preview.tsx';
import {
  addSubButton,
  addTopButton,
  mayAddSub,
  mayAddTop,
  moveButton,
  removeButton,
} from './add-move-and-remove-menu-buttons.ts';
import { MenuButtonForm } from './menu-button-form.tsx';
import './menu-buttons-input.css';

const texts = {
  lead: text(
    '在手机上点按钮来编辑。一级至多 3 个，每个下面至多 5 个。',
    'Press a button on the phone to edit it. At most 3 at the bottom, and 5 above each.',
  ),
  preview: text('公众号预览', 'Preview'),
  addTop: text('添加一级菜单', 'Add a button at the bottom'),
  addSub: text('添加子菜单', 'Add a button above it'),
  empty: text('点“＋”添加第一个按钮', 'Press + to add the first button'),
};

/** The place to go to: a row of `buttons.3.name`. */
const rowOf = (at: string | undefined): number | undefined => {
  const found = /^buttons\.(\d+)/.exec(at ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
};

type MenuRow = ChildRow & EnteredButton;

/** The buttons of a form, the one that is chosen, and their changes. */
function useMenuButtons({ fields, values, sought, put }: CustomInputProps) {
  const [[name, field] = []] = Object.entries(fields);
  if (!name || !field) throw new Error('the buttons of a menu expected');
  const own = childRowFields(childResourceOf(field), undefined);
  const rows = childRowsIn(values[name]);
  const [picked, setPicked] = useState<{ readonly at: number; readonly turn?: number | undefined }>({ at: 0 });
  const wanted = sought && sought.turn !== picked.turn ? rowOf(sought.at) : undefined;
  const at = Math.min(wanted ?? picked.at, rows.length - 1);
  const choose = (next: number) => setPicked({ at: next, turn: sought?.turn });
  const change = (next: readonly ChildRow[], to = at) => {
    put({ [name]: next });
    choose(to);
  };
  const make = (level: 'top' | 'sub'): ChildRow => ({ ...newChildRow(own), level, kind: 'click' });
  const addTop = () => change(addTopButton(rows, make('top')), rows.length);
  /** Adds a button above that of the first level at `top`, which opens those above it from now on. */
  const addSub = (top: number) => {
    const parent = rows.map(
      (one, place): ChildRow => (place === top ? { ...one, kind: null, event_key: null, url: null } : one),
    );
    const added = addSubButton(parent, at, make('sub'));
    change(added.rows, added.at);
  };
  return { name, field, own, rows, at, choose, change, addTop, addSub };
}

/** Errors of one row, by field. */
const errorsOfRow = (errors: FieldErrors, row: number): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([place, messages]) =>
      place.startsWith(`${row}.`) ? [[place.slice(`${row}.`.length), messages]] : [],
    ),
  );

/** The phone with the buttons, and those to add one. */
function MenuPhone({ buttons: { rows, at, choose, addTop, addSub }, groups }: MenuPhoneProps) {
  const t = useText();
  const open = groups.find((group) => group.id === at || group.subs.some((sub) => sub.id === at));
  const plus = (label: Text, add: () => void) => (
    <button type="button" aria-label={t(label)} onClick={add}>
      ＋
    </button>
  );
  return (
    <OfficialAccountPhone
      title={t(texts.preview)}
      groups={groups}
      chosen={at}
      open={open?.id}
      onPress={(button) => choose(button.id)}
      addTop={mayAddTop(rows) && plus(texts.addTop, addTop)}
      addSub={open && mayAddSub(rows, at) && plus(texts.addSub, () => addSub(open.id))}
    >
      {rows.length === 0 && <p className="xj-wx-note">{t(texts.empty)}</p>}
    </OfficialAccountPhone>
  );
}

interface MenuPhoneProps {
  readonly buttons: ReturnType<typeof useMenuButtons>;
  readonly groups: readonly PhoneButtonGroup[];
}

/** The buttons of a menu in its form: a phone that shows them, and the fields of the one that is chosen. */
export default function MenuButtonsInput(props: CustomInputProps) {
  const { id, errors, disabled } = props;
  const t = useText();
  const buttons = useMenuButtons(props);
  const { name, field, own, rows, at, change } = buttons;
  const faults = findFaultsOfMenu(rows as readonly MenuRow[]);
  const refused = errors[name] ?? {};
  const phoneButton = (row: number): PhoneButton => ({
    id: row,
    name: String(rows[row]?.name ?? ''),
    isWrong: faults.some((one) => one.row === row) || Object.keys(errorsOfRow(refused, row)).length > 0,
  });
  const groups = groupButtons(rows as readonly MenuRow[]).map(({ top, subs }) => ({
    ...phoneButton(top),
    subs: subs.map(phoneButton),
  }));
  const row = rows[at];
  return (
    <fieldset className="xj-bare-fieldset xj-wx-editor" aria-labelledby={`${id}-label`} disabled={disabled}>
      <div>
        <h3 id={`${id}-label`} className="xj-form-field-label">
          {t(field.label)}
        </h3>
        <p className="xj-wx-note">{t(texts.lead)}</p>
        <MenuPhone buttons={buttons} groups={groups} />
      </div>
      {row && (
        <MenuButtonForm
          key={at}
          id={`${id}-${at}`}
          fields={own}
          row={row}
          hasSubs={groups.some((group) => group.id === at && group.subs.length > 0)}
          faults={faults.filter((one) => one.row === at)}
          errors={errorsOfRow(refused, at)}
          disabled={disabled}
          onChange={(next) => change(rows.with(at, { ...row, ...next }))}
          onMove={(by) => {
            const moved = moveButton(rows, at, by);
            change(moved.rows, moved.at);
          }}
          onRemove={() => change(removeButton(rows, at), Math.max(0, at - 1))}
        />
      )}
    </fieldset>
  );
}
