import { Button } from 'antd';
import type { Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import type { FieldErrors } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { useText } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import { type ButtonKind, buttonFieldOfKind, menuLimits } from '../../contract/menu-button-kinds-fields-and-limits.ts';
import { type ButtonFault, byteLength } from '../../contract/validate-wechat-menu.ts';

const texts = {
  top: text('一级菜单', 'Button at the bottom'),
  sub: text('子菜单', 'Button above it'),
  bytes: text('{bytes}/{n} 字节', 'Bytes: {bytes}/{n}'),
  opens: text('点开后显示它的子菜单，自己没有动作。', 'It opens the buttons above it and does nothing itself.'),
  back: text('前移', 'Move back'),
  forth: text('后移', 'Move forward'),
  remove: text('删除按钮', 'Delete the button'),
};

interface Props {
  readonly id: string;
  /** The fields of a button. */
  readonly fields: Fields;
  readonly row: ChildRow;
  /** Others are shown above it. */
  readonly hasSubs: boolean;
  readonly faults: readonly ButtonFault[];
  /** Errors of the server, by field. */
  readonly errors: FieldErrors;
  readonly disabled: boolean;
  onChange(values: Readonly<Record<string, unknown>>): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** The fields that a button has by what it does. */
function shownFields(row: ChildRow, hasSubs: boolean): readonly string[] {
  if (hasSubs) return ['name'];
  const kind = row.kind as ButtonKind | null | undefined;
  if (!kind) return ['name', 'kind'];
  if (kind === 'miniprogram') return ['name', 'kind', 'app_id', 'page_path', 'url'];
  return ['name', 'kind', buttonFieldOfKind[kind]];
}

/** The fields of one button of a menu, with what is wrong with them. */
export function MenuButtonForm(props: Props) {
  const { id, fields, row, hasSubs, faults, errors, disabled, onChange, onMove, onRemove } = props;
  const t = useText();
  const isSub = row.level === 'sub';
  const most = isSub ? menuLimits.subName : menuLimits.topName;
  const messagesOf = (name: string): readonly string[] => [
    ...new Set([
      ...faults.filter((one) => one.field === name).map(({ message, values }) => t(message, values)),
      ...(errors[name] ?? []),
    ]),
  ];
  return (
    <section className="xj-wx-button">
      <h4>{t(isSub ? texts.sub : texts.top)}</h4>
      {messagesOf('level').map((message) => (
        <p key={message} className="xj-wx-fault" role="alert">
          {message}
        </p>
      ))}
      {shownFields(row, hasSubs).map((name) => {
        const one = fields[name];
        if (!one) return null;
        const messages = messagesOf(name);
        return (
          <div key={name}>
            <label htmlFor={`${id}-${name}`} className="xj-form-field-label">
              {t(one.label)}
              {name === 'name' && (
                <span className="xj-wx-bytes">
                  {' '}
                  {t(texts.bytes, { bytes: byteLength(String(row.name ?? '')), n: most })}
                </span>
              )}
            </label>
            <FieldInput
              {...{ id: `${id}-${name}`, name, field: one, values: row, disabled }}
              describedBy={`${id}-${name}-fault`}
              value={row[name] ?? null}
              onChange={(value) => onChange({ [name]: value })}
            />
            <p id={`${id}-${name}-fault`} className="xj-wx-fault" role="status">
              {messages.join(' ')}
            </p>
          </div>
        );
      })}
      {hasSubs && <p className="xj-wx-note">{t(texts.opens)}</p>}
      <div className="xj-wx-actions">
        <Button onClick={() => onMove(-1)}>{t(texts.back)}</Button>
        <Button onClick={() => onMove(1)}>{t(texts.forth)}</Button>
        <Button danger onClick={onRemove}>
          {t(texts.remove)}
        </Button>
      </div>
    </section>
  );
}
