-- What those who were guided say of a guide (domain reference §2.F), and what it comes to.
alter table crew_guide add column ratings_total integer not null default 0;
create index crew_guide_prefecture on crew_guide (left(area_code, 4));

create table crew_rating (
  id bigint generated always as identity primary key,
  guide_id bigint not null references crew_guide,
  team_no text not null,
  rated_on date not null,
  service integer not null check (service between 1 and 5),
  narration integer not null check (narration between 1 and 5),
  safety integer not null check (safety between 1 and 5),
  honesty integer not null check (honesty between 1 and 5),
  remark text,
  source text not null default 'link',
  search_text text generated always as (lower(team_no)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index crew_rating_guide on crew_rating (guide_id, id desc);
create index crew_rating_search on crew_rating using gin (bigrams(search_text));
