import { OpenRewardPolicies } from './open-reward-policies-screen.tsx';

/** All open reward policies, whether or not the agency or the team is eligible, on the page of a team. */
export default function OpenRewardPoliciesOnTeamPagePanel() {
  return <OpenRewardPolicies />;
}
