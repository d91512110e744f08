import { Select } from 'antd';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import { controlProps, type InputProps } from '#web/input/input-props.ts';
import { allIcons } from '#web/theme/all-icons.ts';
import { Icon } from '#web/theme/icon.tsx';
import './input.css';

const words = { search: text('按名称查找图标', 'Find an icon by name') };

/** `SafetyCertificateOutlined` → `safety-certificate`, as declarations and menus write it. */
const iconNames = Object.keys(allIcons)
  .filter((name) => name.endsWith('Outlined'))
  .map((name) =>
    name
      .slice(0, -'Outlined'.length)
      .replace(/(?<!^)[A-Z]/g, '-$&')
      .toLowerCase(),
  );

const wide = { width: '100%' } as const;

/** An icon of the product's set, by its name. */
export default function IconInput(props: InputProps) {
  const value = typeof props.value === 'string' && props.value !== '' ? props.value : undefined;
  return (
    <Select
      {...controlProps(props)}
      style={wide}
      value={value}
      placeholder={speak(words.search)}
      allowClear
      showSearch={{ optionFilterProp: 'value' }}
      options={iconNames.map((name) => ({ value: name }))}
      optionRender={({ value: name }) => <IconName name={String(name)} />}
      labelRender={({ value: name }) => <IconName name={String(name)} />}
      onChange={(next: string | undefined) => props.onChange(next ?? null)}
    />
  );
}

function IconName({ name }: { name: string }) {
  return (
    <span className="xj-icon-name">
      <Icon name={name} /> {name}
    </span>
  );
}
