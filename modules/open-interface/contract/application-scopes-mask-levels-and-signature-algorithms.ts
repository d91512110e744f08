import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { text } from '#kernel/text/text.ts';

/** What a scope opens: one resource, for reading or for adding rows, or one time series, for readings. */
export interface Scope extends Option {
  /** The name of the resource or series. */
  readonly resource: string;
  readonly action: 'index' | 'add' | 'push';
  /** The move by which an added row is filed: it is filed, or refused and not added. */
  readonly files?: string;
  /** Readings name their row by this field, which is unique except in these states. Default: by its key. */
  readonly rowsBy?: { readonly field: string; readonly except: readonly string[] };
}

const read = (resource: string, zh: string, en: string): Scope => ({
  ...text(`${zh}：读取`, `${en}: read`),
  resource,
  action: 'index',
});

/** What other systems may be granted (domain reference §2.T). Nodes of restricted fields are never among it. */
export const scopes = {
  'enterprise.read': read('enterprise/enterprise', '企业', 'Enterprises'),
  'licence.read': read('enterprise/licence', '许可证', 'Licences'),
  'itinerary.read': read('travel/itinerary', '行程单', 'Itineraries'),
  'spot.read': read('scenic/spot', '景区', 'Scenic spots'),
  'product.read': read('travel/product', '旅游产品', 'Travel products'),
  'guide.read': read('crew/guide', '导游', 'Guides'),
  'vehicle.read': read('crew/vehicle', '车辆', 'Vehicles'),
  'insurance.read': read('insurance/policy', '保单', 'Insurance policies'),
  'check.read': read('enforcement/check', '执法检查', 'Checks'),
  'incident.read': read('incident/incident', '安全事件', 'Incidents'),
  'listing.read': read('credit/listing', '红黑榜', 'Credit lists'),
  'complaint.read': read('complaint/complaint', '旅游投诉', 'Complaints'),
  'complaint.write': {
    ...text('旅游投诉：提交', 'Complaints: file'),
    resource: 'complaint/complaint',
    action: 'add',
  },
  'itinerary.write': {
    ...text('行程单：报送', 'Itineraries: file'),
    resource: 'travel/itinerary',
    action: 'add',
    files: 'submit',
  },
  'flow.write': { ...text('景区客流：上报', 'Visitor flow: report'), resource: 'scenic/flow', action: 'push' },
  'vehicle.gps.write': {
    ...text('车辆位置：上报', 'Vehicle positions: report'),
    resource: 'enforcement/position',
    action: 'push',
    rowsBy: { field: 'plate', except: ['returned', 'scrapped'] },
  },
} as const satisfies Readonly<Record<string, Scope>>;
export type ScopeName = keyof typeof scopes;

/** How personal data appears in answers to an application. */
export const maskLevels = {
  full: text('不提供个人信息', 'No personal data'),
  partial: text('掩码', 'Masked'),
  none: text('明文（逐次留痕）', 'In plain (each answer recorded)'),
};

/** The hash of the HMAC that an application signs with. */
export const signatureAlgorithms = {
  sm3: text('HMAC-SM3', 'HMAC-SM3'),
  sha256: text('HMAC-SHA256', 'HMAC-SHA256'),
};
export type SignatureAlgorithm = keyof typeof signatureAlgorithms;
