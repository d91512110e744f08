import { useNavigate } from 'react-router';
import ProfileSheet from './profile-sheet.tsx';

/** The address of one's own account, for links that lead there: the sheet, and behind it the workbench. */
export default function ProfileScreen() {
  const navigate = useNavigate();
  return <ProfileSheet area="admin" onClose={() => void navigate('/admin/loading', { replace: true })} />;
}
