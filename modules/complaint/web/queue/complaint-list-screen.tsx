import { visibleToSignedInUser } from '#web/resource/resource-registry.ts';
import { ResourceScreen } from '#web/table/screen/list-screen-of-resource.tsx';
import { complaint } from '../../contract/complaint.ts';
import { ComplaintQueueTabs } from './complaint-queue-tabs.tsx';
import { MonthlyBulletinButton } from './monthly-bulletin-button.tsx';

/** The list of complaints below the queues of the clerk, by whose turn it is. */
export default function ComplaintListScreen() {
  return (
    <div className="xj-padded">
      <div className="xj-complaint-head">
        <ComplaintQueueTabs />
        <MonthlyBulletinButton />
      </div>
      <ResourceScreen resource={visibleToSignedInUser(complaint)} />
    </div>
  );
}
