import { field } from './field.ts';
import { settings } from './settings.ts';
import { text } from './text.ts';

/** The map under our own layers. Browsers ask the service themselves, so that its key is known to them. */
export const mapSettings = settings({
  name: 'map',
  label: text('地图', 'Maps'),
  fields: {
    tiles: field.text(text('底图瓦片地址', 'Address of the tiles'), {
      max: 500,
      hint: text(
        '如 https://t0.tianditu.gov.cn/DataServer?T=vec_w&x={x}&y={y}&l={z}&tk={key}；不填则只画行政区划',
        'Such as https://tiles.example.gov.cn/{z}/{x}/{y}.png?tk={key}; empty: only divisions are drawn',
      ),
    }),
    key: field.text(text('地图服务密钥', 'Key of the map service'), {
      max: 128,
      hint: text('填入地址中的 {key}；浏览器会用到它', 'Stands for {key} in the address; browsers use it'),
    }),
    attribution: field.text(text('地图版权说明', 'Whose map it is'), { max: 100 }),
    approval: field.text(text('审图号', 'Map approval number'), {
      max: 60,
      hint: text('如 GS（2026）1234号，显示在每张地图上', 'Such as GS (2026) 1234, shown on every map'),
    }),
    geocoder: field.select(text('地址搜索', 'Address search'), {
      required: true,
      initial: 'none',
      options: { none: text('不使用', 'None'), tianditu: text('天地图', 'Tianditu') },
    }),
    geocoder_key: field.text(text('地址搜索密钥', 'Key of the address search'), {
      max: 128,
      privacy: 'hidden',
      hint: text('由服务器使用，浏览器得不到它', 'Used by the server; browsers never have it'),
    }),
  },
  public: ['tiles', 'key', 'attribution', 'approval', 'geocoder'],
});

/** Scheme and host of what stands as an address; undefined: it is none. */
export function originIn(address: string | null): string | undefined {
  try {
    const { protocol, origin } = new URL(address ?? '');
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
  } catch {
    return undefined;
  }
}
