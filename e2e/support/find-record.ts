import { callAs, signInByCall, type Visits } from './visits.ts';

/** The id of the first record in a state that an officer sees, without opening its list. */
export async function findRecord(visits: Visits, as: string, resource: string, status: string): Promise<number> {
  const { token } = await signInByCall(visits.url, as, visits.password);
  const search = `search[0][field]=status&search[0][operator]==&search[0][val]=${status}`;
  const path = `/admin/${resource}/index?limit=1&${search}`;
  const { list } = await callAs<{ list: { id: number }[] }>(visits.url, token, path);
  const id = list[0]?.id;
  if (!id) throw new Error(`${resource} has no record in the state ${status}`);
  return id;
}
