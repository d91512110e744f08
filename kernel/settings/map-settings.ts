import { field } from '../field/field.ts';
import { text } from '../text/text.ts';
import { settings } from './declare-settings-section.ts';

/** The settings of maps. Browsers call the map service directly, so that they know its key. */
export const mapSettings = settings({
  name: 'map',
  label: text('地图', 'Maps'),
  fields: {
    tiles: field.text(text('底图瓦片地址', 'Base map tile address'), {
      max: 500,
      hint: text(
        '如 https://t0.tianditu.gov.cn/DataServer?T=vec_w&x={x}&y={y}&l={z}&tk={key}；不填则只画行政区划',
        'E.g. https://t0.tianditu.gov.cn/DataServer?T=vec_w&x={x}&y={y}&l={z}&tk={key}; if left empty only divisions are drawn',
      ),
    }),
    key: field.text(text('地图服务密钥', 'Map service key'), {
      max: 128,
      hint: text('填入地址中的 {key}；浏览器会用到它', 'Replaces {key} in the address; used by browsers'),
    }),
    attribution: field.text(text('地图版权说明', 'Map attribution'), { max: 100 }),
    approval: field.text(text('审图号', 'Map approval number'), {
      max: 60,
      hint: text(
        '如 GS（2026）1234号，显示在每张地图上；不填则会员端和公开页面不显示地图',
        'E.g. GS(2026)1234, shown on every map; if left empty no map is shown to members or the public',
      ),
    }),
    geocoder: field.select(text('地址搜索', 'Address search'), {
      required: true,
      initial: 'none',
      options: {
        none: text('不使用', 'Not used'),
        tianditu: text('天地图', 'Tianditu'),
        amap: text('高德地图', 'Amap'),
      },
    }),
    geocoder_key: field.textarea(text('地址搜索密钥', 'Address search keys'), {
      max: 1300,
      privacy: 'hidden',
      hint: text(
        '服务端密钥，每行一个，最多 10 个；前一个被拒绝、超出配额或无应答时换用下一个。浏览器得不到它们',
        'Server-side keys, one per line, at most 10; the next is used when one is refused, over quota or not responding. Never sent to browsers',
      ),
    }),
    geocoder_url: field.url(text('地址搜索接口地址', 'Address search API address'), {
      hint: text(
        '不填则用服务商的公网地址；政务网节点或代理在此填写',
        "The provider's public address if left empty; enter a government network node or proxy here",
      ),
    }),
  },
  public: ['tiles', 'key', 'attribution', 'approval', 'geocoder'],
  // whoever sets these addresses receives the keys, and decides what everybody sees
  guarded: ['geocoder_url', 'tiles'],
});

/** The largest number of keys for the geocoder, and the largest length of each. */
export const geocodingLimits = { keys: 10, length: 128 } as const;

/** Parses the setting with the geocoder's keys: in order, without duplicates. */
export const geocodingKeys = (written: string | null): readonly string[] => [
  ...new Set((written ?? '').split(/\s+/).filter((key) => key !== '')),
];
