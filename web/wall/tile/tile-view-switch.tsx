import type { Text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';

interface TileSwitchProps<V extends string> {
  readonly label: string;
  readonly options: Readonly<Record<V, Text>>;
  readonly value: V;
  readonly onChange: (value: V) => void;
}

/** Switches a tile between a few views of its figures. */
export function TileViewSwitch<V extends string>({ label, options, value, onChange }: TileSwitchProps<V>) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own
    <span className="wall-switch" role="group" aria-label={label}>
      {(Object.entries(options) as [V, Text][]).map(([one, name]) => (
        <button key={one} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
          {t(name)}
        </button>
      ))}
    </span>
  );
}
