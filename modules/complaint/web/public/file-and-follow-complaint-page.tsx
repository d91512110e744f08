import { useParams } from 'react-router';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { ComplaintForm } from './complaint-form.tsx';
import { ComplaintProgressLookup } from './complaint-progress-lookup.tsx';
import '#web/sign-in/page/sign-in.css';
import './complaint-page.css';

/** `/complaint`: the form of a complaint; `/complaint/<number>`: how far one is. */
export default function FileAndFollowComplaintPage() {
  const { no } = useParams();
  return (
    <PublicPageLayout>
      <div className="xj-complaint">
        {no === undefined ? <ComplaintForm /> : <ComplaintProgressLookup key={no} no={no === 'query' ? '' : no} />}
      </div>
    </PublicPageLayout>
  );
}
