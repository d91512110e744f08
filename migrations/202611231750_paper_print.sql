-- Papers that are printed of what is on record, each with a code of its own: what it says it is, who made it, the sum of its
-- bytes, and how the row it is of stood then. It outlives the row, since whoever holds the paper still asks.
create table paper_print (
  code text primary key,
  title jsonb not null,
  facts jsonb not null,
  made_by jsonb not null,
  authority text not null,
  of_resource text,
  of_id bigint,
  stood jsonb,
  status text,
  sha256 text not null,
  made_at timestamptz not null default now()
);
create index paper_print_of on paper_print (of_resource, of_id);
