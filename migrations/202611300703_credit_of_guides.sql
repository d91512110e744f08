-- Guides have credit by the formula of enterprises: events and scores of their own, and the same lists.
create table credit_guide_event (
  id bigint generated always as identity primary key,
  guide_id bigint not null references crew_guide,
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
select add_one_of_reference('credit_guide_event', 'source', 'crew/guide');
create index credit_guide_event_guide on credit_guide_event (guide_id, happened_on desc);
create index credit_guide_event_document on credit_guide_event (compact_identifier(document_no)) where document_no is not null;
create index credit_guide_event_status on credit_guide_event (status, id desc);
create index credit_guide_event_expires on credit_guide_event (expires_on) where status = 'counted';
-- a fact counts once, however often its event arrives
create unique index credit_guide_event_once on credit_guide_event (source, kind, happened_on) where source is not null and status <> 'withdrawn';
select create_search_table('credit_guide_event');

create table credit_guide_score (
  id bigint generated always as identity primary key,
  guide_id bigint not null references crew_guide,
  name text not null,
  card_no text,
  score integer not null default 0,
  grade text not null default 'B',
  scored_grade text not null default 'B',
  changed_on date,
  area_code text,
  status text not null default 'scored',
  due_at timestamptz,
  search_text text generated always as (lower(name || chr(31) || coalesce(card_no, '') || chr(31) || coalesce(compact_identifier(card_no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index credit_guide_score_guide_id on credit_guide_score (guide_id);
create index credit_guide_score_status on credit_guide_score (status, id desc);
create index credit_guide_score_area on credit_guide_score (area_code text_pattern_ops, score);
create index credit_guide_score_score on credit_guide_score (score, id);
create index credit_guide_score_card on credit_guide_score (compact_identifier(card_no)) where card_no is not null;
select create_search_table('credit_guide_score');

-- What was computed last, and what it counts. Derived from other rows, and replaced by each computation.
create table credit_guide_measurement (
  guide_id bigint primary key references crew_guide on delete cascade,
  score integer not null,
  grade text not null,
  scored_grade text not null,
  formula_id bigint not null references credit_formula,
  kinds jsonb not null,
  measured_at timestamptz not null
);
create table credit_guide_score_point (
  guide_id bigint not null references crew_guide on delete cascade,
  day date not null,
  score integer not null,
  grade text not null,
  primary key (guide_id, day)
);

alter table credit_listing alter column enterprise_id drop not null;
alter table credit_listing add column guide_id bigint references crew_guide;
alter table credit_listing add column card_no text;
alter table credit_listing add check (case subject when 'guide' then guide_id is not null else enterprise_id is not null end);
create index credit_listing_guide on credit_listing (guide_id, id desc);
create index credit_listing_card on credit_listing (compact_identifier(card_no)) where card_no is not null;
create unique index credit_listing_once_guide on credit_listing (guide_id, list)
  where guide_id is not null and status not in ('draft', 'repaired', 'removed', 'expired', 'dropped');
select set_search_text('credit_listing', $$coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), '') || chr(31) || name || chr(31) || basis_no
  || chr(31) || compact_identifier(basis_no) || chr(31) || coalesce(decision_no, '') || chr(31) || coalesce(compact_identifier(decision_no), '')
  || chr(31) || coalesce(card_no, '') || chr(31) || coalesce(compact_identifier(card_no), '')$$);
