import { createDemoMembers } from '#modules/demo/server/load/create-demo-members.ts';
import { makeAccountOfficerAndAddDemoChecksForFieldKit } from '#modules/demo/server/load/make-account-officer-and-add-demo-checks-for-field-kit.ts';
import { createDemoAccounts } from '#modules/identity/server/account/create-demo-accounts.ts';
import { type FirstAccount, generatePassword } from '#modules/identity/server/account/create-first-accounts.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/**
 * Creates officers and members to try the demonstration data of an area, all with one password; existing ones stay. The
 * first county's officer has checks of today for the field kit.
 */
export async function createTrialAccounts(
  engine: Engine,
  areaCode: string,
  password = generatePassword(),
): Promise<FirstAccount[]> {
  const officers = await createDemoAccounts(engine, areaCode, password);
  const county = officers.find(({ username }) => username.startsWith('county'));
  if (county) await makeAccountOfficerAndAddDemoChecksForFieldKit(engine, county.username);
  const members = await createDemoMembers(engine, areaCode, { password, invent: generatePassword });
  return [...officers, ...members.map((one) => ({ ...one, member: true as const }))];
}
