import { ChangeLog } from './change-log.tsx';

/** `account/balance` */
export default function BalanceScreen() {
  return <ChangeLog of="balance" />;
}
