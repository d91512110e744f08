import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { words } from '#kernel/words.ts';

/** What people do at an enterprise; offices know more jobs than the law names. */
export const jobs = words({
  name: 'enterprise/job',
  label: text('从业岗位', 'Jobs at enterprises'),
  initial: {
    guide: text('导游', 'Guide'),
    operator: text('计调', 'Operator'),
    safety: text('安全员', 'Safety officer'),
    driver: text('驾驶员', 'Driver'),
    head: text('负责人', 'Person in charge'),
  },
  system: ['guide', 'operator', 'safety', 'driver', 'head'],
});

/** A person who works for an enterprise (domain reference §2.A `ent_staff`). */
export const staff = resource({
  name: 'enterprise/staff',
  label: text('从业人员', 'Staff'),
  icon: 'team',
  title: 'name',
  scope: 'parent',
  partOf: 'enterprise_id',
  members: {
    owner: ['index', 'add', 'edit', 'del', 'export', 'import'],
    operator: ['index', 'add', 'edit', 'del', 'export', 'import'],
    viewer: ['index'],
  },
  fields: {
    enterprise_id: field.reference(text('所属企业', 'Employer'), { to: 'enterprise/enterprise', required: true }),
    name: field.personName(text('姓名', 'Name'), { required: true, search: true }),
    id_no: field.idNumber(text('身份证号', 'ID number'), {
      privacy: 'masked',
      required: true,
      unique: ['enterprise_id'],
    }),
    job: field.select(text('岗位', 'Job'), {
      required: true,
      words: jobs,
    }),
    cert_no: field.text(text('资格证号', 'Certificate number'), { max: 40, search: true }),
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked', required: true }),
    contract_from: field.date(text('合同起始', 'Contract from'), { list: 'offered' }),
    contract_to: field.date(text('合同终止', 'Contract until'), {
      endless: text('无固定期限', 'Open-ended'),
      list: 'offered',
    }),
    employment: field.select(text('状态', 'Employment'), {
      initial: 'employed',
      required: true,
      options: {
        employed: { ...text('在职', 'Employed'), tone: 'good' },
        left: { ...text('离职', 'Left'), tone: 'muted' },
      },
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
});
export interface Staff extends Row<typeof staff> {}
