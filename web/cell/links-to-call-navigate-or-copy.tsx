import { Dropdown } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { text } from '#kernel/text/text.ts';
import { copyText } from '#web/feedback/copy-text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';

import './style/value-actions.css';

// few records have a place
const AddressOfCoordinate = lazy(() => import('#web/map/place/address-of-coordinate.tsx'));

const texts = {
  call: text('呼叫', 'Call'),
  copy: text('复制', 'Copy'),
  copied: text('已复制', 'Copied'),
  go: text('导航', 'Navigate'),
  phone: text('本机地图', 'Device map'),
  amap: text('高德地图', 'Amap'),
  baidu: text('百度地图', 'Baidu Maps'),
};

interface DialMapCopyLinksProps {
  readonly field: AnyField;
  readonly value: unknown;
  /** Title of the record: the map app shows it as the name of the destination. */
  readonly title: string;
}

/** Actions on a value of a record: call a number, navigate to a place, copy a code. */
export function LinksToCallNavigateOrCopy({ field, value, title }: DialMapCopyLinksProps): ReactNode {
  const { column, copied, keyboard } = kindOf(field);
  if (column === 'point') return <Lead place={value as Place} title={title} />;
  // a masked number cannot be called or copied
  if (!copied || typeof value !== 'string' || value === '' || value.includes('*')) return null;
  return (
    <span className="xj-cell-tools">
      {keyboard === 'tel' && <a href={`tel:${value}`}>{translate(texts.call)}</a>}
      <button type="button" onClick={() => void copy(value)}>
        {translate(texts.copy)}
      </button>
    </span>
  );
}

async function copy(value: string): Promise<void> {
  await copyText(value);
  toast.success(translate(texts.copied));
}

/** Map apps a phone may have, each with the link it opens a point by (stored as WGS-84). */
function Lead({ place: { lng, lat }, title }: { place: Place; title: string }) {
  const name = encodeURIComponent(title);
  const maps = {
    phone: `geo:${lat},${lng}?q=${lat},${lng}(${name})`,
    amap: `https://uri.amap.com/marker?position=${lng},${lat}&name=${name}&coordinate=wgs84&callnative=1`,
    baidu: `https://api.map.baidu.com/marker?location=${lat},${lng}&title=${name}&content=${name}&coord_type=wgs84&output=html`,
  } as const;
  const items = (['phone', 'amap', 'baidu'] as const).map((key) => ({
    key,
    label: (
      <a href={maps[key]} target={key === 'phone' ? undefined : '_blank'} rel="noreferrer noopener">
        {translate(texts[key])}
      </a>
    ),
  }));
  return (
    <span className="xj-cell-tools">
      <Suspense>
        <AddressOfCoordinate lng={lng} lat={lat} />
      </Suspense>
      <Dropdown trigger={['click']} autoFocus menu={{ items }}>
        <button type="button" aria-haspopup="menu">
          {translate(texts.go)}
        </button>
      </Dropdown>
    </span>
  );
}
