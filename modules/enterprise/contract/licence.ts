import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { licenceKinds } from './dictionary.ts';

/** A permit an enterprise holds (domain reference §2.A `ent_license`). */
export const licence = resource({
  name: 'enterprise/licence',
  label: text('许可证', 'Licences'),
  icon: 'safety-certificate',
  title: 'license_no',
  scope: 'parent',
  partOf: 'enterprise_id',
  members: { owner: ['index', 'export'], operator: ['index', 'export'], viewer: ['index'] },
  // what the day does to it
  facts: ['valid', 'expiring', 'expired'],
  fields: {
    enterprise_id: field.reference(text('持证企业', 'Holder'), { to: 'enterprise/enterprise', required: true }),
    kind: field.select(text('许可证类型', 'Kind'), { options: licenceKinds, required: true }),
    license_no: field.text(text('许可证编号', 'Licence number'), {
      required: true,
      max: 40,
      search: true,
      unique: ['kind'],
    }),
    scope: field.text(text('许可范围', 'Permitted scope'), { max: 500, list: 'offered' }),
    issued_by: field.text(text('发证机关', 'Issued by'), { required: true, max: 100 }),
    issue_date: field.date(text('发证日期', 'Issued on'), { required: true }),
    expire_date: field.date(text('有效期至', 'Valid until'), {
      hint: text('长期有效请留空', 'Leave empty when unlimited'),
    }),
    file: field.file(text('证照扫描件', 'Scan'), { accept: 'jpg,jpeg,png,webp,pdf', private: true, list: 'offered' }),
    verify_status: field.select(text('核验', 'Verification'), {
      options: {
        unverified: { ...text('未核验', 'Not verified'), tone: 'muted' },
        verified: { ...text('已核验', 'Verified'), tone: 'good' },
        mismatch: { ...text('不一致', 'Mismatch'), tone: 'bad' },
      },
      initial: 'unverified',
    }),
    validity: field.select(text('状态', 'Validity'), {
      write: 'server',
      options: {
        valid: { ...text('有效', 'Valid'), tone: 'good' },
        expiring: { ...text('即将到期', 'Expiring'), tone: 'warning' },
        expired: { ...text('已过期', 'Expired'), tone: 'bad' },
        suspended: { ...text('暂扣', 'Suspended'), tone: 'bad' },
        revoked: { ...text('已吊销', 'Revoked'), tone: 'bad' },
        cancelled: { ...text('已注销', 'Cancelled'), tone: 'muted' },
      },
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
});
export interface Licence extends Row<typeof licence> {}
