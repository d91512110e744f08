import { OpenPolicies } from './promises-screen.tsx';

/** The rewards an agency can apply for, shown on the page of a team. */
export default function TeamPanel() {
  return <OpenPolicies />;
}
