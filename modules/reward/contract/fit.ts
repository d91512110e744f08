/** Why a policy is not meant for an enterprise, or for teams of it, each at its field of a claim. */
export interface Unfit {
  readonly list: readonly { readonly field: 'policy_id' | 'teams'; readonly message: string }[];
}
