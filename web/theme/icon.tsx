import {
  AlertOutlined,
  ApartmentOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BarChartOutlined,
  BellOutlined,
  BookOutlined,
  CalendarOutlined,
  CarOutlined,
  ClockCircleOutlined,
  CloudOutlined,
  CodeOutlined,
  CommentOutlined,
  CompassOutlined,
  ControlOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DeleteOutlined,
  DesktopOutlined,
  DiffOutlined,
  DollarOutlined,
  EditOutlined,
  EnvironmentOutlined,
  EyeOutlined,
  FileDoneOutlined,
  FileProtectOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FolderOpenOutlined,
  FolderOutlined,
  FundProjectionScreenOutlined,
  GiftOutlined,
  GlobalOutlined,
  HomeOutlined,
  IdcardOutlined,
  KeyOutlined,
  LinkOutlined,
  MailOutlined,
  MedicineBoxOutlined,
  MenuOutlined,
  MessageOutlined,
  MoneyCollectOutlined,
  NotificationOutlined,
  OrderedListOutlined,
  PaperClipOutlined,
  PictureOutlined,
  SafetyCertificateOutlined,
  SafetyOutlined,
  ScanOutlined,
  ScheduleOutlined,
  SecurityScanOutlined,
  SettingOutlined,
  ShopOutlined,
  SolutionOutlined,
  SoundOutlined,
  StarOutlined,
  SwapOutlined,
  TableOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  TrophyOutlined,
  UsergroupAddOutlined,
  UserOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import { type ComponentType, lazy, Suspense } from 'react';
import { toOwnIconName } from '#kernel/wire/convert-own-and-client-icon-names.ts';

type IconShape = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;

/** Icons that declarations name, bundled; the rest of the set is loaded when a menu names one. */
const bundled: Readonly<Record<string, IconShape>> = {
  alert: AlertOutlined,
  apartment: ApartmentOutlined,
  appstore: AppstoreOutlined,
  audit: AuditOutlined,
  bank: BankOutlined,
  'bar-chart': BarChartOutlined,
  bell: BellOutlined,
  book: BookOutlined,
  calendar: CalendarOutlined,
  car: CarOutlined,
  'clock-circle': ClockCircleOutlined,
  cloud: CloudOutlined,
  code: CodeOutlined,
  comment: CommentOutlined,
  compass: CompassOutlined,
  control: ControlOutlined,
  dashboard: DashboardOutlined,
  database: DatabaseOutlined,
  delete: DeleteOutlined,
  desktop: DesktopOutlined,
  diff: DiffOutlined,
  dollar: DollarOutlined,
  edit: EditOutlined,
  environment: EnvironmentOutlined,
  eye: EyeOutlined,
  'file-done': FileDoneOutlined,
  'file-protect': FileProtectOutlined,
  'file-search': FileSearchOutlined,
  'file-text': FileTextOutlined,
  'file-word': FileWordOutlined,
  folder: FolderOutlined,
  'folder-open': FolderOpenOutlined,
  'fund-projection-screen': FundProjectionScreenOutlined,
  gift: GiftOutlined,
  global: GlobalOutlined,
  home: HomeOutlined,
  idcard: IdcardOutlined,
  key: KeyOutlined,
  link: LinkOutlined,
  mail: MailOutlined,
  menu: MenuOutlined,
  'medicine-box': MedicineBoxOutlined,
  message: MessageOutlined,
  'money-collect': MoneyCollectOutlined,
  notification: NotificationOutlined,
  'ordered-list': OrderedListOutlined,
  'paper-clip': PaperClipOutlined,
  picture: PictureOutlined,
  safety: SafetyOutlined,
  'safety-certificate': SafetyCertificateOutlined,
  schedule: ScheduleOutlined,
  scan: ScanOutlined,
  'security-scan': SecurityScanOutlined,
  setting: SettingOutlined,
  shop: ShopOutlined,
  solution: SolutionOutlined,
  sound: SoundOutlined,
  star: StarOutlined,
  swap: SwapOutlined,
  table: TableOutlined,
  tags: TagsOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  trophy: TrophyOutlined,
  user: UserOutlined,
  'usergroup-add': UsergroupAddOutlined,
  warning: WarningOutlined,
};

/** Names of the bundled icons. */
export const productIcons: readonly string[] = Object.keys(bundled);

const loaded = new Map<string, IconShape>();

const pascal = (name: string) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Loads an icon that is not bundled; a plain folder if there is none. */
function laterIcon(name: string): IconShape {
  let shape = loaded.get(name);
  if (!shape) {
    shape = lazy(async () => {
      const { antdIconsByExportName: allIcons } = await import('./all-antd-icons-by-export-name.ts');
      return { default: allIcons[`${pascal(name)}Outlined`] ?? AppstoreOutlined };
    });
    loaded.set(name, shape);
  }
  return shape;
}

/**
 * An icon by its name, `safety-certificate`, or by the name shared with BuildAdmin clients, `el-icon-Medal`. Always
 * next to a label, so it is hidden from screen readers.
 */
export function Icon({ name, className }: { name: string | undefined; className?: string }) {
  const own = toOwnIconName(name ?? '');
  const Shape = bundled[own] ?? (/^[a-z][a-z0-9-]*$/.test(own) ? laterIcon(own) : AppstoreOutlined);
  const props = { 'aria-hidden': true, ...(className ? { className } : {}) };
  return (
    <Suspense fallback={<AppstoreOutlined {...props} />}>
      <Shape {...props} />
    </Suspense>
  );
}
