import { OpenPolicies } from './promises-screen.tsx';

/** What an agency may claim for a team, on its page. */
export default function TeamPanel() {
  return <OpenPolicies />;
}
