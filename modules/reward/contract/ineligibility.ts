/** Why a policy does not apply to an enterprise or to some of its teams, by field of the application. */
export interface Ineligibility {
  readonly list: readonly { readonly field: 'policy_id' | 'teams'; readonly message: string }[];
}
