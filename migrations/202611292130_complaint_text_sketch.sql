-- Texts that tell nearly the same are found by a sketch: the number of different pairs of characters, and the eight
-- smallest hashes of them. Texts with 85 % of their pairs in common are of like length and share nearly all of these.
create function text_pair_count(t text) returns integer language sql immutable strict parallel safe as
  $$ select count(distinct b)::integer from unnest(bigrams(lower(t))) b $$;
create function text_sketch(t text) returns integer[] language sql immutable strict parallel safe as
  $$ select coalesce(array_agg(h), '{}') from (select distinct hashtext(b) as h from unnest(bigrams(lower(t))) b order by h limit 8) s $$;
alter table complaint
  add column facts_pairs integer not null generated always as (text_pair_count(facts)) stored,
  add column facts_sketch integer[] not null generated always as (text_sketch(facts)) stored;
-- candidates are chosen in these indexes alone: rows of the table are read only for what can be alike
drop index complaint_respondent;
create index complaint_respondent on complaint (respondent_enterprise_id, filed_on desc) include (id, facts_pairs, facts_sketch);
drop index complaint_respondent_name;
create index complaint_respondent_name on complaint (respondent_name, filed_on desc) include (id, facts_pairs, facts_sketch);
