-- Routes agencies sell, what they are made of, templates of itineraries, and the guidance prices they are compared with
-- (domain reference §2.C, §2.D).

create table travel_guidance_price (
  id bigint generated always as identity primary key,
  title text not null,
  route_kind text,
  dest_area text,
  day_count integer,
  from_month integer,
  to_month integer,
  price_per_person_day bigint not null,
  issued_by text not null,
  doc_no text,
  valid_from date not null,
  valid_to date,
  search_text text generated always as (lower(title || chr(31) || issued_by || chr(31) || coalesce(doc_no, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_guidance_price_search on travel_guidance_price using gin (bigrams(search_text)) with (fastupdate = off);

create table travel_product (
  id bigint generated always as identity primary key,
  code text,
  revision integer not null default 1,
  title text not null,
  category text not null,
  agency_id bigint not null references enterprise,
  departure_area text not null,
  destination_areas bigint[] not null,
  transport text not null,
  day_count integer not null default 0,
  nights integer not null,
  min_group integer not null,
  max_group integer,
  price_from bigint not null,
  per_day bigint,
  guidance_id bigint references travel_guidance_price,
  guidance_per_day bigint,
  price_ratio numeric,
  price_check text not null default 'none',
  listing_check text not null default 'listed',
  includes text not null,
  excludes text not null,
  safety_notice text not null,
  unsuitable text,
  cancel_policy text not null,
  complaint_phone text,
  tags text,
  images text[],
  review_note text,
  submitted_at timestamptz,
  previous_id bigint references travel_product,
  next_id bigint references travel_product,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(code, '') || chr(31) || title || chr(31) || coalesce(tags, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index travel_product_code_revision on travel_product (code, revision);
create index travel_product_agency on travel_product (agency_id, id desc);
create index travel_product_status on travel_product (status, id desc);
create index travel_product_guidance on travel_product (guidance_id);
create index travel_product_previous on travel_product (previous_id);
create index travel_product_next on travel_product (next_id);
select keep_list('travel_product', 'destination_areas', 'system_area');
select keep_search_beside('travel_product');
-- numbers of products, `XL` with the year and five digits
create sequence travel_product_number;

create table travel_product_day (
  id bigint generated always as identity primary key,
  product_id bigint not null references travel_product,
  title text not null,
  breakfast text not null,
  lunch text not null,
  dinner text not null,
  hotel_standard text,
  hotel_name text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_product_day_product on travel_product_day (product_id, weigh);

create table travel_product_stop (
  id bigint generated always as identity primary key,
  product_id bigint not null references travel_product,
  day_no integer not null,
  poi_type text not null,
  name text not null,
  arrive time not null,
  stay_minutes integer not null,
  is_shopping boolean generated always as (poi_type = 'shop') stored,
  is_optional_paid boolean,
  fee bigint,
  place point,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_product_stop_product on travel_product_stop (product_id, weigh);

create table travel_product_price (
  id bigint generated always as identity primary key,
  product_id bigint not null references travel_product,
  date date not null,
  adult bigint not null,
  child bigint,
  stock integer not null,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index travel_product_price_date_product_id on travel_product_price (date, product_id);
create index travel_product_price_product on travel_product_price (product_id, weigh);

create table travel_product_extra (
  id bigint generated always as identity primary key,
  product_id bigint not null references travel_product,
  kind text not null,
  name text not null,
  minutes integer,
  price bigint,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_product_extra_product on travel_product_extra (product_id, weigh);

create table travel_template (
  id bigint generated always as identity primary key,
  name text not null,
  agency_id bigint not null references enterprise,
  product_id bigint references travel_product,
  day_count integer not null default 0,
  default_price bigint,
  notes text,
  sharing text not null default 'private',
  use_count integer not null default 0,
  last_used_at timestamptz,
  status text not null default 'enabled',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_template_agency on travel_template (agency_id, id desc);
create index travel_template_status on travel_template (status, id desc);
create index travel_template_product on travel_template (product_id);
create index travel_template_shared on travel_template (id) where sharing = 'shared';
select keep_search_beside('travel_template');

create table travel_template_day (
  id bigint generated always as identity primary key,
  template_id bigint not null references travel_template,
  title text not null,
  breakfast text not null,
  lunch text not null,
  dinner text not null,
  hotel_standard text,
  hotel_name text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_template_day_template on travel_template_day (template_id, weigh);

create table travel_template_stop (
  id bigint generated always as identity primary key,
  template_id bigint not null references travel_template,
  day_no integer not null,
  poi_type text not null,
  name text not null,
  arrive time not null,
  stay_minutes integer not null,
  is_shopping boolean generated always as (poi_type = 'shop') stored,
  is_optional_paid boolean,
  fee bigint,
  place point,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index travel_template_stop_template on travel_template_stop (template_id, weigh);
