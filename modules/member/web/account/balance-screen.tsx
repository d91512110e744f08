import { BalanceAndPointsLog } from './balance-and-points-log.tsx';

/** `account/balance` */
export default function BalanceScreen() {
  return <BalanceAndPointsLog of="balance" />;
}
