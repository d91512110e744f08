import { ChangeLog } from './change-log.tsx';

/** `account/integral` */
export default function PointsScreen() {
  return <ChangeLog of="integral" />;
}
