import { useNavigate } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import OwnProfileSideSheet from './own-profile-side-sheet-and-forms.tsx';

const title = text('个人资料', 'Profile');

/** Page for links to the own account: the sheet in front of the workbench. */
export default function OwnProfileSideSheetOverWorkbenchScreen() {
  const navigate = useNavigate();
  const t = useText();
  return (
    <>
      <h1 className="xj-visually-hidden">{t(title)}</h1>
      <OwnProfileSideSheet area="admin" onClose={() => void navigate('/admin/loading', { replace: true })} />
    </>
  );
}
