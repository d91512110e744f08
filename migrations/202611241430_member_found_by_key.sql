-- Members are found by their keys as well (wire contract §2.5): a choice shows them as `name(ID:12)`.
drop index member_search;
alter table member drop column search_text;
alter table member add column search_text text
  generated always as (lower(username || chr(31) || nickname || chr(31) || id::text)) stored;
create index member_search on member using gin (bigrams(search_text)) with (fastupdate = off);
