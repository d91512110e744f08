import { Button } from 'antd';
import { useCallback, useEffect, useState } from 'react';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { useText } from '#web/i18n/locale.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import { locateDevice } from '#web/map/place/locate-device.ts';
import '#web/input/control/bare-fieldset.css';

const texts = {
  locate: text('获取本机位置', 'Get device location'),
  again: text('重新定位', 'Locate again'),
  busy: text('正在定位…', 'Locating…'),
  failed: text(
    '没有得到本机位置，可在地图上选点，来源会一并记录',
    'The device gave no location. Pick the place on the map; its source is recorded too',
  ),
};

/** Milliseconds within which a satellite fix is found outdoors. */
const patience = 20_000;

/** Whether asking for the position opens no question. */
const isPermitted = async () =>
  (await navigator.permissions?.query({ name: 'geolocation' }).catch(() => undefined))?.state === 'granted';

/** The place of a move: the position of the device, at once where that is permitted; without one, a point on the map. */
export function DeviceOrMapPositionInputForLifecycleMove(props: FieldInputProps) {
  const { id, name, field, value, onChange, onBlur, disabled = false, describedBy } = props;
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const place = (value ?? null) as Place | null;
  const locate = useCallback(async () => {
    setBusy(true);
    const found = await locateDevice(patience);
    setBusy(false);
    setFailed(found === undefined);
    if (found) onChange({ ...found, from: 'device' });
  }, [onChange]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (!place) void isPermitted().then((granted) => (granted ? locate() : undefined));
  }, []);
  if (failed)
    return (
      <>
        <p className="xj-form-field-hint">{t(texts.failed)}</p>
        <FieldInput {...props} />
      </>
    );
  return (
    <fieldset
      className="xj-bare-fieldset"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      onBlur={onBlur}
    >
      <p role="status" className="xj-evidence-place">
        {place && <CellValue name={name} field={field} row={{ id: 0, [name]: place }} roomy />}
      </p>
      <Button id={id} loading={busy} disabled={disabled} onClick={() => void locate()}>
        {t(busy ? texts.busy : place ? texts.again : texts.locate)}
      </Button>
    </fieldset>
  );
}
