import { visibleHere } from '#web/resource/resource-registry.ts';
import { ResourceScreen } from '#web/table/screen/resource-screen.tsx';
import { complaint } from '../../contract/complaint.ts';
import { QueueTabs } from './queue-tabs.tsx';

/** The list of complaints below the queues of the clerk, by whose turn it is. */
export default function ComplaintListScreen() {
  return (
    <div className="xj-padded">
      <QueueTabs />
      <ResourceScreen resource={visibleHere(complaint)} />
    </div>
  );
}
