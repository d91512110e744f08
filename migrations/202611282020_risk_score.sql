create table risk_model (
  id bigint generated always as identity primary key,
  code text,
  title text not null,
  industry integer not null,
  credit integer not null,
  complaints integer not null,
  findings integer not null,
  overdue integer not null,
  itinerary integer not null,
  class_b integer not null,
  class_c integer not null,
  class_d integer not null,
  half_life integer not null,
  new_days integer not null,
  revision integer,
  effective_from date,
  effective_to date,
  previous_id bigint references risk_model,
  next_id bigint references risk_model,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence risk_model_code_seq owned by risk_model.code;
create unique index risk_model_code_revision on risk_model (compact_identifier(code), revision) nulls not distinct
  where code is not null;
create index risk_model_next on risk_model (next_id);
create index risk_model_status on risk_model (status, id desc);
select add_library('risk_model', 'code');
select create_search_table('risk_model');

create table risk_industry_weight (
  id bigint generated always as identity primary key,
  model_id bigint not null references risk_model,
  ent_type text not null,
  percent integer not null,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index risk_industry_weight_ent_type_model_id on risk_industry_weight (ent_type, model_id);
create index risk_industry_weight_model on risk_industry_weight (model_id, weigh);

with made as (
  insert into risk_model (code, title, industry, credit, complaints, findings, overdue, itinerary, class_b, class_c, class_d,
    half_life, new_days, revision, effective_from, status)
  values ('FX' || lpad(nextval('risk_model_code_seq')::text, 3, '0'), '企业风险评分权重', 25, 25, 15, 15, 10, 10, 25, 50, 75,
    180, 180, 1, '2020-01-01', 'published')
  returning id
)
insert into risk_industry_weight (model_id, ent_type, percent, weigh)
select made.id, w.ent_type, w.percent, w.place from made, (values
  ('agency', 60, 1), ('agency_branch', 60, 2), ('agency_outlet', 40, 3), ('ota', 60, 4), ('scenic', 70, 5), ('hotel', 40, 6),
  ('homestay', 50, 7), ('coach', 90, 8), ('car_rental', 50, 9), ('shop', 60, 10), ('restaurant', 50, 11), ('entertainment', 80, 12),
  ('internet_cafe', 70, 13), ('performance', 60, 14), ('art', 30, 15), ('grading', 30, 16), ('net_culture', 50, 17),
  ('publish', 40, 18), ('film', 40, 19), ('radio_tv', 40, 20), ('relic', 60, 21), ('script_game', 70, 22), ('high_risk', 100, 23),
  ('other', 30, 24)) w (ent_type, percent, place);

create table risk_score (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  name text not null,
  ent_type text not null,
  score integer not null default 0,
  risk_class text not null default 'B',
  measured_class text not null default 'B',
  override_class text,
  override_until date,
  override_reason text,
  override_by bigint references auth_admin on delete set null,
  area_code text,
  status text not null default 'measured',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index risk_score_enterprise_id on risk_score (enterprise_id);
create index risk_score_status on risk_score (status, id desc);
create index risk_score_area on risk_score (area_code text_pattern_ops, score desc);
create index risk_score_score on risk_score (score desc, id);
create index risk_score_override on risk_score (override_until) where status = 'overridden';
select create_search_table('risk_score');

-- What was computed last, and what it counts. Derived from other rows, and replaced by each computation.
create table risk_measurement (
  enterprise_id bigint primary key references enterprise on delete cascade,
  score integer not null,
  risk_class text not null,
  is_new boolean not null,
  model_id bigint not null references risk_model,
  contributions jsonb not null,
  measured_at timestamptz not null
);

-- The curve of a score: a point when it or the class changes.
create table risk_score_point (
  enterprise_id bigint not null references enterprise on delete cascade,
  day date not null,
  score integer not null,
  risk_class text not null,
  primary key (enterprise_id, day)
);

-- Operating enterprises begin with the class they have, until the first night.
insert into risk_score (enterprise_id, name, ent_type, risk_class, measured_class, area_code)
select id, name, ent_type, coalesce(risk_class, 'B'), coalesce(risk_class, 'B'), area_code from enterprise
where status in ('active', 'change_pending', 'suspended');
