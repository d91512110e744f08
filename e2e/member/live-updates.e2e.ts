import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { type Owner, registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();
const registerOwn = () => registerOwner(visits);

const accept = ({ office, id }: Owner) => office('/admin/enterprise.enterprise/accept', { id });
const standing = '.xj-standing';
/** In ms, by the clock of the page, which these tests advance instead of waiting. */
const longerThanItsInterval = 16_000;

it('shows an owner at once what the authority did, without polling', async () => {
  const owner = await registerOwn();
  const lines: Response[] = [];
  const page = await visits.open('/user', {
    storage: { userInfo: owner.info },
    before: async (opened) => {
      opened.on('response', (response) => {
        if (response.url().includes('/api/stream/index')) lines.push(response);
      });
      await opened.clock.install();
    },
  });
  await page.locator(standing).getByText('等待县级主管部门受理').waitFor();
  await expect.poll(() => lines.at(-1)?.headers()['content-type']).toContain('text/event-stream');
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/enterprise.enterprise/edit')) requests += 1;
  });
  await page.clock.fastForward(longerThanItsInterval);
  await page.evaluate(() => fetch('/health')); // earlier requests have been noted by now
  expect(requests, 'while the line is up it does not ask by itself').toBe(0);
  await accept(owner);
  // the machine may be busy; without the stream the page would know after 15 s
  await page.locator(standing).getByText('县级主管部门正在初审').waitFor({ timeout: 8_000 });
  await shoot(page, 'member-live');
});

it('polls while the event stream is down', async () => {
  const owner = await registerOwn();
  const page = await visits.open('/user', {
    storage: { userInfo: owner.info },
    before: async (opened) => {
      await opened.clock.install();
      // "no content" is how a server tells an event source not to come back
      await opened.route('**/api/stream/index**', (route) => route.fulfill({ status: 204 }));
    },
  });
  await page.locator(standing).getByText('等待县级主管部门受理').waitFor();
  await accept(owner);
  await page.clock.fastForward(longerThanItsInterval);
  await page.locator(standing).getByText('县级主管部门正在初审').waitFor();
});
