import { AutoComplete, Button, Checkbox, Segmented } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import type { CalendarDayKind } from '#kernel/time/working-calendar.ts';
import { translate } from '#web/i18n/locale.ts';

/** The kind and name that days are marked with; kind null resets them to the plain week. */
export interface DayMarkingBrush {
  readonly kind: CalendarDayKind | null;
  readonly name: string;
}

const texts = {
  look: text('查看', 'View'),
  holiday: text('放假', 'Day off'),
  makeup: text('上班', 'Workday'),
  plain: text('恢复平常', 'Clear mark'),
  brush: text('标记为', 'Mark as'),
  name: text('名称', 'Name'),
  nameHint: text('如 春节', 'E.g. Spring Festival'),
  how: text(
    '在日期上拖动即可标记；键盘用方向键移动，空格标记，按住 Shift 移动可连续标记。',
    'Drag over dates to mark them. With the keyboard, arrows move, Space marks, and Shift+arrows marks while moving.',
  ),
  none: text('还没有标记', 'Nothing marked'),
  marked: text('已标记 {n} 天，尚未保存', '{n} {n|day|days} marked, not saved'),
  whole: text('属于国务院公布的安排', 'Part of the State Council schedule'),
  save: text('保存', 'Save'),
  drop: text('放弃', 'Discard'),
};

const usual = ['元旦', '春节', '清明节', '劳动节', '端午节', '中秋节', '国庆节'];
const kinds: Readonly<Record<string, CalendarDayKind | null>> = { holiday: 'holiday', makeup: 'makeup', plain: null };

interface CalendarMarkingToolbarProps {
  readonly brush: DayMarkingBrush | undefined;
  /** Number of marked days not saved yet. */
  readonly marked: number;
  readonly busy: boolean;
  onBrush(brush: DayMarkingBrush | undefined): void;
  /** Whether the days belong to the official arrangement of their year. */
  onSave(announced: boolean): void;
  onDrop(): void;
}

/** Chooses the kind and name to mark days with, and saves the marked days. */
export function CalendarMarkingToolbar({ brush, marked, busy, onBrush, onSave, onDrop }: CalendarMarkingToolbarProps) {
  const [name, setName] = useState('');
  const [whole, setWhole] = useState(false);
  const chosen = brush === undefined ? 'look' : brush.kind === null ? 'plain' : brush.kind;
  const nameOf = (kind: CalendarDayKind | null, typed: string) =>
    typed.trim() || (kind === 'makeup' ? translate(texts.makeup) : translate(texts.holiday));
  const choose = (next: string) => {
    const kind = kinds[next];
    onBrush(kind === undefined ? undefined : { kind, name: nameOf(kind, name) });
  };
  const rename = (typed: string) => {
    setName(typed);
    if (brush) onBrush({ kind: brush.kind, name: nameOf(brush.kind, typed) });
  };
  return (
    <div className="xj-year-brush">
      <Segmented
        aria-label={translate(texts.brush)}
        value={chosen}
        options={(['look', 'holiday', 'makeup', 'plain'] as const).map((value) => ({
          value,
          label: translate(texts[value]),
        }))}
        onChange={choose}
      />
      {brush && brush.kind !== null && (
        <AutoComplete
          aria-label={translate(texts.name)}
          placeholder={translate(texts.nameHint)}
          value={name}
          maxLength={50}
          options={usual.map((one) => (brush.kind === 'makeup' ? `${one}调休` : one)).map((value) => ({ value }))}
          onChange={rename}
        />
      )}
      {brush && <p>{translate(texts.how)}</p>}
      {/* there before the first day is marked: nothing may move away below the hand */}
      {(brush || marked > 0) && (
        <div className="xj-year-save" role="status">
          <span>{marked > 0 ? translate(texts.marked, { n: marked }) : translate(texts.none)}</span>
          <Checkbox checked={whole} onChange={(event) => setWhole(event.target.checked)}>
            {translate(texts.whole)}
          </Checkbox>
          <Button type="primary" loading={busy} disabled={marked === 0} onClick={() => onSave(whole)}>
            {translate(texts.save)}
          </Button>
          <Button disabled={busy || marked === 0} onClick={onDrop}>
            {translate(texts.drop)}
          </Button>
        </div>
      )}
    </div>
  );
}
