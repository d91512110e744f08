-- Of rows that move through a life the words of quick search stand in a table beside (docs/decisions/0048): a row whose
-- state changes is put into every index of its table again, and the sixty bigrams of an enterprise are by far the dearest.

create function keep_search_beside(target regclass) returns void
  language plpgsql
as $$
declare
  plain text := (select relname from pg_class where oid = target);
  beside text := quote_ident(plain || '_search');
  keeps text := quote_ident('keep_' || plain || '_search');
begin
  execute format('create table %s (id bigint primary key, search_text text not null)', beside);
  execute format('insert into %s select id, search_text from %s where search_text is not null', beside, target);
  execute format('create index %I on %s using gin (bigrams(search_text)) with (fastupdate = off)', plain || '_search_words', beside);
  -- a function of each table's own, whose statements are planned once a connection
  execute format($f$
    create function %1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'TRUNCATE' then
        truncate %2$s;
      elsif tg_op = 'INSERT' then
        insert into %2$s values (new.id, new.search_text);
      else
        delete from %2$s where id = old.id;
        if tg_op = 'UPDATE' and new.search_text is not null then
          insert into %2$s values (new.id, new.search_text);
        end if;
      end if;
      return null;
    end $body$ $f$, keeps, beside);
  execute format('create trigger search_added after insert on %s for each row when (new.search_text is not null) execute function %s()', target, keeps);
  execute format('create trigger search_changed after update on %s for each row when (old.search_text is distinct from new.search_text) execute function %s()', target, keeps);
  execute format('create trigger search_removed after delete on %s for each row execute function %s()', target, keeps);
  execute format('create trigger search_emptied after truncate on %s for each statement execute function %s()', target, keeps);
end $$;

drop index enterprise_search, enterprise_person_search, document_search;
select keep_search_beside('enterprise');
select keep_search_beside('enterprise_person');
select keep_search_beside('document');
select keep_search_beside('document_template');
