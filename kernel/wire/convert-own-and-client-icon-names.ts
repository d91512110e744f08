/**
 * The icon names of declarations, each with the closest icon in the set that BuildAdmin clients bundle. The wire and
 * the menu use that shared name. No two icons have the same.
 */
const names: Readonly<Record<string, string>> = {
  apartment: 'OfficeBuilding',
  appstore: 'Grid',
  audit: 'Finished',
  swap: 'Connection',
  bank: 'School',
  'bar-chart': 'Histogram',
  bell: 'Bell',
  book: 'Reading',
  calendar: 'Calendar',
  car: 'Van',
  'clock-circle': 'Clock',
  cloud: 'Cloudy',
  cluster: 'Share',
  code: 'Cpu',
  comment: 'Comment',
  compass: 'Compass',
  container: 'Box',
  control: 'Operation',
  'credit-card': 'CreditCard',
  dashboard: 'Odometer',
  database: 'Coin',
  delete: 'Delete',
  desktop: 'Monitor',
  dollar: 'Money',
  download: 'Download',
  edit: 'Edit',
  environment: 'Location',
  experiment: 'MagicStick',
  'exclamation-circle': 'WarnTriangleFilled',
  eye: 'View',
  'eye-invisible': 'Hide',
  file: 'Files',
  'file-done': 'DocumentChecked',
  'file-protect': 'Checked',
  'file-search': 'Search',
  'file-text': 'Document',
  'file-word': 'Tickets',
  flag: 'Flag',
  folder: 'Folder',
  'fund-projection-screen': 'DataBoard',
  gift: 'Present',
  global: 'ChromeFilled',
  history: 'Timer',
  home: 'House',
  idcard: 'Postcard',
  key: 'Key',
  'line-chart': 'TrendCharts',
  link: 'Link',
  lock: 'Lock',
  mail: 'Message',
  'medicine-box': 'FirstAidKit',
  menu: 'Menu',
  message: 'ChatDotRound',
  mobile: 'Iphone',
  'money-collect': 'WalletFilled',
  notification: 'Notification',
  'ordered-list': 'List',
  'paper-clip': 'Paperclip',
  phone: 'Phone',
  picture: 'Picture',
  'pie-chart': 'PieChart',
  printer: 'Printer',
  profile: 'Memo',
  'question-circle': 'QuestionFilled',
  read: 'Notebook',
  robot: 'Service',
  'safety-certificate': 'Medal',
  scan: 'FullScreen',
  safety: 'Umbrella',
  schedule: 'AlarmClock',
  setting: 'Setting',
  shop: 'Shop',
  sliders: 'SetUp',
  solution: 'Stamp',
  sound: 'Microphone',
  star: 'Star',
  sync: 'Refresh',
  table: 'Management',
  tag: 'PriceTag',
  tags: 'CollectionTag',
  team: 'UserFilled',
  thunderbolt: 'Lightning',
  tool: 'Tools',
  trophy: 'Trophy',
  unlock: 'Unlock',
  upload: 'Upload',
  user: 'User',
  'usergroup-add': 'Avatar',
  'video-camera': 'VideoCamera',
  wallet: 'Wallet',
  warning: 'Warning',
  'folder-open': 'FolderOpened',
  'cloud-upload': 'UploadFilled',
  rollback: 'RefreshLeft',
  'security-scan': 'Aim',
  alert: 'BellFilled',
  'file-image': 'PictureFilled',
  'field-time': 'Stopwatch',
  form: 'EditPen',
  diff: 'DocumentCopy',
  crown: 'GoldMedal',
  'user-switch': 'Switch',
  transaction: 'Sort',
  'code-sandbox': 'Coordinate',
  reconciliation: 'DocumentAdd',
};
const prefix = 'el-icon-';
const ours: ReadonlyMap<string, string> = new Map(
  Object.entries(names).map(([own, theirs]) => [`${prefix}${theirs}`, own]),
);

/** Names in a further set that those clients load over the network, where they differ from ours. */
const further: Readonly<Record<string, string>> = {
  bars: 'menu',
  building: 'apartment',
  'clock-o': 'clock-circle',
  cogs: 'setting',
  cog: 'setting',
  cny: 'dollar',
  comments: 'message',
  envelope: 'mail',
  group: 'team',
  users: 'team',
  list: 'ordered-list',
  'list-alt': 'table',
  'map-marker': 'environment',
  money: 'dollar',
  shield: 'safety-certificate',
  trash: 'delete',
  university: 'bank',
};

/**
 * Converts an icon name of a declaration to the shared one. An icon without a counterpart keeps its name, and other
 * clients show none.
 */
export const toClientIconName = (name: string): string =>
  Object.hasOwn(names, name) ? `${prefix}${names[name]}` : name;

/**
 * Converts an icon name of either set to ours: `el-icon-School` → `bank`. A name without a counterpart is reduced to
 * its own word (`el-icon-MoonNight` → `moon-night`, `fa fa-rocket` → `rocket`), for which an icon may or may not exist.
 */
export function toOwnIconName(name: string): string {
  const own = ours.get(name);
  if (own !== undefined) return own;
  if (name.startsWith(prefix))
    return name
      .slice(prefix.length)
      .replace(/(?<!^)[A-Z]/g, '-$&')
      .toLowerCase();
  const word = /^fa fa-([a-z0-9-]+)$/.exec(name)?.[1];
  return word === undefined ? name : (further[word] ?? word);
}
