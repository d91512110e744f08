import { expect, test } from 'vitest';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/** A listing from the notice to the public page: the enterprise by thumb, the officer at a desk, a visitor in English. */
const visits = startVisits();
const phone = { size: [390, 844] as const, context: { hasTouch: true, isMobile: true } };

test('an enterprise reads its score and objects, states its case before a listing, and everybody finds the listing', async () => {
  const owner = await registerOwner(visits);
  await visits.query(`update enterprise set status = 'active' where id = $1`, [owner.id]);
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const call = <T>(path: string, body?: object) => callAs<T>(visits.url, token, path, body);
  const event = await call<{ id: number }>('/admin/credit.event/add', {
    enterprise_id: owner.id,
    kind: 'penalty',
    facts: '未与旅游者签订书面合同，罚款两万元',
    document_no: `E2E罚字${owner.id}`,
    happened_on: '2026-10-08',
  });
  const explained = () => call<{ score: number } | null>(`/admin/credit.score/explain?enterprise_id=${owner.id}`);
  await expect.poll(async () => (await explained())?.score, { timeout: 30_000 }).toBe(630);

  const member = await visits.open(`/user/enterprise/enterprise/${owner.id}?tab=credit`, {
    storage: { userInfo: owner.info },
    ...phone,
  });
  const panel = member.locator('.xj-credit');
  await panel.getByText('630').first().waitFor();
  await panel.getByText('−120').first().waitFor();
  await shoot(member, 'credit-score-member-phone');
  await panel.getByRole('link', { name: '未与旅游者签订书面合同，罚款两万元' }).tap();
  await member
    .getByRole('button', { name: /^提出异议/ })
    .first()
    .tap();
  const dialog = member.getByRole('dialog').last();
  await dialog.getByRole('textbox', { name: /^异议理由/ }).fill('该处罚决定已被行政复议撤销，请核实');
  await dialog
    .getByRole('button', { name: /^提出异议/ })
    .last()
    .tap();
  await dialog.waitFor({ state: 'hidden' });
  await member.getByText('异议处理中').first().waitFor();
  await call('/admin/credit.event/dismiss', { id: event.id, decision: '复议决定维持了原处罚' });

  const { id } = await call<{ id: number }>('/admin/credit.listing/add', {
    list: 'minor',
    enterprise_id: owner.id,
    subject: 'enterprise',
    reason: '一年内两次未与旅游者签订书面合同，受到行政处罚',
    measures: ['more_checks', 'no_reward'],
    ground: 'case',
    basis_no: `E2E罚字${owner.id}`,
    basis_authority: '云岭县文化和旅游局（演示）',
    basis_on: '2026-10-08',
  });
  await call('/admin/credit.listing/notify', { id });
  await member.goto(`${visits.url}/user/credit/listing/${id}`);
  await member
    .getByRole('button', { name: /^陈述申辩/ })
    .first()
    .tap();
  const statement = member.getByRole('dialog').last();
  await statement.getByRole('textbox', { name: /^陈述申辩意见/ }).fill('第二次处罚正在复议，请求暂缓列入');
  await shoot(member, 'credit-statement-phone');
  await statement
    .getByRole('button', { name: /^陈述申辩/ })
    .last()
    .tap();
  await statement.waitFor({ state: 'hidden' });
  // whoever drafted it cannot decide it
  await visits.query(
    `update credit_listing set status = 'published', starts_on = current_date, ends_on = current_date + 365, published_on = current_date,
       decision_no = 'E2E信决字', version = version + 1, updatetime = now() where id = $1`,
    [id],
  );

  // the enterprise is taken from its listing to the application for repair
  await member.reload();
  await member.getByRole('link', { name: '申请信用修复' }).tap();
  await member.getByLabel(/^纠正失信行为的情况/).waitFor();
  await member
    .getByText(/轻微失信主体 · .*至/)
    .first()
    .waitFor();

  const office = await visits.open(`/admin/credit/listing/${id}`, { as: 'admin' });
  await office.getByText('公布中').first().waitFor();
  await shoot(office, 'credit-listing-office');

  const visitor = await visits.open('/credit', { locale: 'en', ...phone });
  await visitor.getByRole('searchbox').fill(owner.name);
  await visitor.getByRole('button', { name: 'Search' }).tap();
  await visitor.getByRole('heading', { name: owner.name }).waitFor();
  await visitor.getByText('1 listing').waitFor();
  expect(await visitor.getByText('第二次处罚正在复议').count()).toBe(0);
  await shoot(visitor, 'credit-query-phone-en');
  await visitor.getByRole('button', { name: 'Trustworthy', exact: true }).tap();
  await visitor.getByText('No published listing found').waitFor();
});
