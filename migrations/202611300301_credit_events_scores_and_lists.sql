-- Formulas of the credit score, and how each kind of event counts by them.
create table credit_formula (
  id bigint generated always as identity primary key,
  code text,
  title text not null,
  base integer not null,
  grade_a integer not null,
  grade_b integer not null,
  grade_c integer not null,
  grade_d integer not null,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references credit_formula,
  next_id bigint references credit_formula,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence credit_formula_code_seq owned by credit_formula.code;
create unique index credit_formula_code_revision on credit_formula (compact_identifier(code), revision) nulls not distinct
  where code is not null;
create index credit_formula_next on credit_formula (next_id);
create index credit_formula_status on credit_formula (status, id desc);
select add_library('credit_formula', 'code');
select create_search_table('credit_formula');

create table credit_formula_rule (
  id bigint generated always as identity primary key,
  formula_id bigint not null references credit_formula,
  kind text not null,
  points integer not null,
  most integer not null,
  months integer not null,
  basis text not null,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index credit_formula_rule_kind_formula_id on credit_formula_rule (kind, formula_id);
create index credit_formula_rule_formula on credit_formula_rule (formula_id, weigh);

with made as (
  insert into credit_formula (code, title, base, grade_a, grade_b, grade_c, grade_d, revision, effective_from, status)
  values ('XP' || lpad(nextval('credit_formula_code_seq')::text, 3, '0'), '企业信用评分公式', 750, 800, 650, 500, 350, 1,
    '2020-01-01', 'published')
  returning id
)
insert into credit_formula_rule (formula_id, kind, points, most, months, basis, weigh)
select made.id, r.kind, r.points, r.most, r.months, r.basis, r.place from made, (values
  ('penalty', -120, 400, 36, '《文化和旅游市场信用管理规定》：行政处罚信息', 1),
  ('dishonesty', -150, 450, 36, '《文化和旅游市场信用管理规定》：其他机关认定的失信信息', 2),
  ('check_refusal', -100, 300, 24, '《文化和旅游市场信用管理规定》：拒不配合监督检查', 3),
  ('check_deception', -80, 240, 24, '双随机抽查结果：公示信息隐瞒真实情况、弄虚作假', 4),
  ('overdue_correction', -60, 240, 12, '责令改正逾期未改', 5),
  ('complaint', -30, 240, 12, '《旅游投诉处理办法》：认定被投诉人有责', 6),
  ('deposit_payment', -40, 160, 12, '《旅行社条例》第十五条：质量保证金划拨', 7),
  ('insurance_lapse', -50, 150, 12, '《旅游法》第五十六条：未投保责任保险', 8),
  ('reward_clawback', -100, 300, 24, '奖励资金追回', 9),
  ('reward', 10, 30, 12, '引客入境奖励已拨付', 10),
  ('commendation', 40, 120, 24, '县级以上机关表彰', 11),
  ('commitment', 15, 45, 12, '信用承诺经核查已履行', 12),
  ('timely_correction', 5, 20, 6, '责令改正按期完成', 13)) r (kind, points, most, months, basis, place);

create table credit_event (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  kind text not null,
  title text not null,
  title_en text,
  -- what an officer entered; the title of collected events is the platform's
  facts text,
  document_no text,
  happened_on date not null,
  source text,
  basis text,
  share integer not null default 100 check (share between 1 and 100),
  points integer not null default 0,
  expires_on date,
  objection text,
  objection_files text[] not null default '{}',
  decision text,
  status text not null default 'counted',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(title || chr(31) || coalesce(title_en, '') || chr(31) || coalesce(document_no, '') || chr(31)
    || coalesce(compact_identifier(document_no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
select add_one_of_reference('credit_event', 'source', 'complaint/complaint', 'complaint/depositTransfer', 'reform/order',
  'enforcement/check', 'insurance/coverage', 'reward/application', 'enterprise/enterprise');
create index credit_event_enterprise on credit_event (enterprise_id, happened_on desc);
create index credit_event_document on credit_event (compact_identifier(document_no)) where document_no is not null;
create index credit_event_status on credit_event (status, id desc);
create index credit_event_expires on credit_event (expires_on) where status = 'counted';
-- a fact counts once, however often its event arrives
create unique index credit_event_once on credit_event (source, kind, happened_on) where source is not null and status <> 'withdrawn';
select create_search_table('credit_event');

create table credit_score (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  name text not null,
  ent_type text not null,
  score integer not null default 0,
  grade text not null default 'B',
  scored_grade text not null default 'B',
  changed_on date,
  area_code text,
  status text not null default 'scored',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index credit_score_enterprise_id on credit_score (enterprise_id);
create index credit_score_status on credit_score (status, id desc);
create index credit_score_area on credit_score (area_code text_pattern_ops, score);
create index credit_score_score on credit_score (score, id);
select create_search_table('credit_score');

-- What was computed last, and what it counts. Derived from other rows, and replaced by each computation.
create table credit_measurement (
  enterprise_id bigint primary key references enterprise on delete cascade,
  score integer not null,
  grade text not null,
  scored_grade text not null,
  formula_id bigint not null references credit_formula,
  kinds jsonb not null,
  measured_at timestamptz not null
);

-- The curve of a score: a point when it or the grade changes.
create table credit_score_point (
  enterprise_id bigint not null references enterprise on delete cascade,
  day date not null,
  score integer not null,
  grade text not null,
  primary key (enterprise_id, day)
);

create table credit_listing (
  id bigint generated always as identity primary key,
  no text,
  list text not null,
  enterprise_id bigint not null references enterprise,
  -- the enterprise, from the notice on
  recipient_id bigint references enterprise,
  subject text not null default 'enterprise',
  name text not null,
  uscc text,
  person_name text,
  reason text not null,
  measures text[] not null default '{}',
  ground text not null,
  basis_no text not null,
  basis_authority text not null,
  basis_on date not null,
  basis_file text,
  noticed_on date,
  notice_no text,
  statement_until date,
  heard boolean not null default false,
  statement text,
  statement_files text[] not null default '{}',
  stated_at timestamptz,
  opinion text,
  decided_by bigint references auth_admin on delete set null,
  decided_on date,
  decision_no text,
  starts_on date,
  ends_on date,
  published_on date,
  removed_on date,
  area_code text not null references system_area (code),
  status text not null default 'draft',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), '') || chr(31) || name || chr(31) || basis_no
    || chr(31) || compact_identifier(basis_no) || chr(31) || coalesce(decision_no, '') || chr(31) || coalesce(compact_identifier(decision_no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (recipient_id is null or recipient_id = enterprise_id)
);
create sequence credit_listing_no_seq owned by credit_listing.no;
create unique index credit_listing_no on credit_listing (compact_identifier(no));
create index credit_listing_area on credit_listing (area_code text_pattern_ops, id desc);
create index credit_listing_basis on credit_listing (compact_identifier(basis_no));
create index credit_listing_decision on credit_listing (compact_identifier(decision_no)) where decision_no is not null;
create index credit_listing_status on credit_listing (status, id desc);
create index credit_listing_enterprise on credit_listing (enterprise_id, id desc);
create index credit_listing_recipient on credit_listing (recipient_id, id desc);
create index credit_listing_decided_by on credit_listing (decided_by);
create index credit_listing_ends on credit_listing (ends_on) where status in ('published', 'repair_pending');
-- somebody is on a list once
create unique index credit_listing_once on credit_listing (enterprise_id, list, subject) where status not in ('draft', 'removed', 'expired', 'dropped');
select create_search_table('credit_listing');

create table credit_repair (
  id bigint generated always as identity primary key,
  no text,
  listing_id bigint not null references credit_listing,
  statement text not null,
  commitment text not null,
  evidence text[] not null default '{}',
  training text not null,
  opinion text,
  decided_by bigint references auth_admin on delete set null,
  decided_on date,
  decision_no text,
  status text not null default 'submitted',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence credit_repair_no_seq owned by credit_repair.no;
create unique index credit_repair_no on credit_repair (compact_identifier(no));
create index credit_repair_listing on credit_repair (listing_id, id desc);
create index credit_repair_decided_by on credit_repair (decided_by);
create index credit_repair_status on credit_repair (status, id desc);
create unique index credit_repair_open on credit_repair (listing_id) where status = 'submitted';
select create_search_table('credit_repair');

select add_one_of_reference('document', 'about', 'credit/listing', 'credit/repair');

insert into system_time_rule (code, name, name_en, unit, amount, roll, article, article_en, valid_from) values
  ('credit_statement', '信用名单陈述申辩', 'Statement before a credit listing', 'workingDay', 10, 'nextWorkday',
   '《文化和旅游市场信用管理规定》（可按本地规定修改）', 'Rule on credit management of the market (may be set by local rules)', '2022-01-01'),
  ('credit_objection', '信用事项异议处理', 'Decision on an objection to a credit event', 'workingDay', 15, 'nextWorkday',
   '本机构办理规范（可按本地规定修改）', 'Standard of the office (may be set by local rules)', '2022-01-01'),
  ('credit_repair', '信用修复审查', 'Decision on a credit repair', 'workingDay', 20, 'nextWorkday',
   '《文化和旅游市场信用修复工作指南》（可按本地规定修改）', 'Guide to credit repair (may be set by local rules)', '2022-01-01'),
  ('credit_listed_serious', '严重失信主体列入期限', 'Period on the list of serious dishonesty', 'year', 3, 'none',
   '《文化和旅游市场信用管理规定》（可按本地规定修改）', 'Rule on credit management of the market (may be set by local rules)', '2022-01-01'),
  ('credit_listed_minor', '轻微失信主体列入期限', 'Period on the list of minor dishonesty', 'year', 1, 'none',
   '《文化和旅游市场信用管理规定》（可按本地规定修改）', 'Rule on credit management of the market (may be set by local rules)', '2022-01-01'),
  ('credit_listed_red', '守信红榜列入期限', 'Period on the list of trustworthy enterprises', 'year', 1, 'none',
   '本机构办理规范（可按本地规定修改）', 'Standard of the office (may be set by local rules)', '2022-01-01');
