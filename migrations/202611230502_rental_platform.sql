create table rental_provider (
  id bigint generated always as identity primary key,
  name text not null,
  base_url text not null,
  origin text not null,
  ticket_secret text,
  status text not null default 'enabled',
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index rental_provider_search on rental_provider using gin (bigrams(search_text)) with (fastupdate = off);

-- Which tickets were made and have been used; of one only the hash is kept.
create table rental_ticket (
  hash text primary key,
  provider_id bigint not null references rental_provider on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index rental_ticket_expires on rental_ticket (expires_at);

create table rental_selection (
  id bigint generated always as identity primary key,
  provider_id bigint not null references rental_provider,
  order_no text not null,
  plate text not null,
  driver text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  price bigint not null,
  itinerary_id bigint references travel_itinerary,
  area_code text,
  search_text text generated always as (lower(order_no || chr(31) || plate)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index rental_selection_order_no_provider_id on rental_selection (order_no, provider_id);
create index rental_selection_provider on rental_selection (provider_id);
create index rental_selection_itinerary on rental_selection (itinerary_id, id desc) where itinerary_id is not null;
create index rental_selection_area on rental_selection (area_code, id desc);
create index rental_selection_search on rental_selection using gin (bigrams(search_text)) with (fastupdate = off);
