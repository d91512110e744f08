import { BalanceAndPointsLog } from './balance-and-points-log.tsx';

/** `account/integral` */
export default function PointsScreen() {
  return <BalanceAndPointsLog of="integral" />;
}
