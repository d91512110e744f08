-- Quick search of a table looks in other words from now on: the column is made anew, with what keeps it beside where it is kept so.
create function set_search_words(target regclass, words text) returns void
  language plpgsql
as $$
declare
  plain text := (select relname from pg_class where oid = target);
  beside boolean := to_regclass(quote_ident(plain || '_search')) is not null and exists (
    select from pg_class where oid = to_regclass(quote_ident(plain || '_search')) and relkind = 'r');
begin
  if beside then
    execute format('drop function %I() cascade', 'keep_' || plain || '_search');
    execute format('drop table %I', plain || '_search');
  end if;
  execute format(
    'alter table %1$s drop column search_text, add column search_text text generated always as (lower(%2$s)) stored',
    target, words);
  if beside then
    perform keep_search_beside(target);
  else
    execute format('create index %I on %s using gin (bigrams(search_text)) with (fastupdate = off)', plain || '_search', target);
  end if;
end $$;
