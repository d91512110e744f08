import { OpenRewardPolicies } from './open-reward-policies-screen.tsx';

/** The rewards an agency can apply for, shown on the page of a team. */
export default function OpenRewardPoliciesOnTeamPagePanel() {
  return <OpenRewardPolicies />;
}
