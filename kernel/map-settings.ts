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
      hint: text(
        '如 GS（2026）1234号，显示在每张地图上；不填则会员端和公开页面不显示地图',
        'Such as GS (2026) 1234, shown on every map; empty: members and the public are shown no map',
      ),
    }),
    geocoder: field.select(text('地址搜索', 'Address search'), {
      required: true,
      initial: 'none',
      options: { none: text('不使用', 'None'), tianditu: text('天地图', 'Tianditu'), amap: text('高德地图', 'Amap') },
    }),
    geocoder_key: field.textarea(text('地址搜索密钥', 'Keys of the address search'), {
      max: 1300,
      privacy: 'hidden',
      hint: text(
        '服务端密钥，每行一个，最多 10 个；前一个被拒绝、超出配额或无应答时换用下一个。浏览器得不到它们',
        'Keys for servers, one a line, ten at the most: where one is refused, over its quota or silent, the next is asked. Browsers never have them',
      ),
    }),
    geocoder_url: field.url(text('地址搜索接口地址', 'Address of the address search'), {
      hint: text(
        '不填则用服务商的公网地址；政务网节点或代理在此填写',
        'Empty: the public one; for a node of the government network or a proxy',
      ),
    }),
  },
  public: ['tiles', 'key', 'attribution', 'approval', 'geocoder'],
  // whoever sets it is sent the keys
  guarded: ['geocoder_url'],
});

/** Most keys of the address search, and characters of one. */
export const geocodingLimits = { keys: 10, length: 128 } as const;

/** The keys of the address search, in order, each once. */
export const geocodingKeys = (written: string | null): readonly string[] => [
  ...new Set((written ?? '').split(/\s+/).filter((key) => key !== '')),
];

/** Scheme and host of what stands as an address; undefined: it is none. */
export function originIn(address: string | null): string | undefined {
  try {
    const { protocol, origin } = new URL(address ?? '');
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
  } catch {
    return undefined;
  }
}
