import { ChangeLog } from './change-log.tsx';

/** `account/integral` */
export default function IntegralScreen() {
  return <ChangeLog of="integral" />;
}
