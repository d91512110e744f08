-- Functions, triggers and indexes of our own are called by the terms of the field, like tables and columns.

-- Processes of an earlier version listen on `kept` until they end.
alter function tell_processes() rename to notify_processes;
create or replace function notify_processes() returns trigger language plpgsql as $$
begin
  perform pg_notify('table_changed', tg_table_name), pg_notify('kept', tg_table_name);
  return null;
end $$;

alter function keep_log() rename to refuse_log_change;
alter function keep_whole_log() rename to refuse_log_truncate;
alter function keep_travel_route() rename to set_travel_route;
alter function keep_listed_row() rename to restrict_listed_row;
alter function keep_named_row() rename to restrict_named_row;

do $do$
declare
  one record;
begin
  for one in select oid::regprocedure as called, proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname ~ '^keep_.*_search$' and prorettype = 'trigger'::regtype
  loop
    execute format('alter function %s rename to %I', one.called, regexp_replace(one.name, '^keep', 'update'));
  end loop;
  for one in select t.tgname as name, t.tgrelid::regclass as target, case
      when t.tgname = 'tell_processes' then 'notify_processes'
      when t.tgname = 'keep_route' then 'set_route'
      when t.tgname = 'auth_admin_log_kept' then 'auth_admin_log_append_only'
      when t.tgname = 'auth_admin_log_whole' then 'auth_admin_log_no_truncate'
      when t.tgname ~ '_kept$' then regexp_replace(t.tgname, 'kept$', 'restrict')
    end as plain
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgparentid = 0 and c.relnamespace = 'public'::regnamespace
    order by target
  loop
    if one.plain is not null then
      execute format('alter trigger %I on %s rename to %I', one.name, one.target, one.plain);
    end if;
  end loop;
  for one in select c.oid::regclass as called, c.relname as name from pg_class c
    where c.relkind = 'i' and c.relnamespace = 'public'::regnamespace and c.relname ~ '_search_words$'
  loop
    execute format('alter index %s rename to %I', one.called, regexp_replace(one.name, 'words$', 'bigrams'));
  end loop;
end $do$;

-- `select add_key_list('auth_admin', 'group_arr', 'auth_group')`: the field is a list of keys of the other table.
drop function keep_list(text, text, text);
create function add_key_list(refers text, field text, referred text) returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert or update of %I on %I for each row execute function check_listed_keys(%L, %L)',
    refers || '_' || field || '_listed', field, refers, field, referred);
  execute format('create trigger %I after delete on %I for each row execute function restrict_listed_row(%L, %L)',
    refers || '_' || field || '_restrict', referred, refers, field);
  execute format('create index %I on %I using gin (%I)', refers || '_' || field || '_listed', refers, field);
end $$;

-- `select add_tree('auth_group', 'pid')`: the field is the key of the parent row.
drop function keep_tree(text, text);
create function add_tree(target text, field text) returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert or update of %I on %I for each row execute function check_tree(%L)',
    target || '_' || field || '_tree', field, target, field);
end $$;

-- `select add_one_of_reference('complaint', 'subject', 'enterprise/enterprise', 'travel/guide')`: the field names a row of one
-- of these resources. A further call adds resources.
drop function keep_one_of(text, text, text[]);
create function add_one_of_reference(refers text, field text, variadic named text[]) returns void language plpgsql as $$
declare
  one text;
begin
  execute format('create or replace trigger %I after insert or update of %I on %I for each row execute function check_named_row(%L, %s)',
    refers || '_' || field || '_named', field, refers, field, (select string_agg(quote_literal(n), ', ') from unnest(named) n));
  foreach one in array named loop
    execute format('create or replace trigger %I after delete on %I for each row execute function restrict_named_row(%L, %L, %L)',
      refers || '_' || field || '_restrict', table_of(one), refers, field, one);
  end loop;
  execute format('create index if not exists %I on %I (%I)', refers || '_' || field || '_named', refers, field);
end $$;

-- `select create_search_table('enterprise')`: the search text of rows with a life cycle is stored in a table of its own, because
-- a row whose state changes is put into every index of its table again, and that of its bigrams costs the most.
drop function set_search_words(regclass, text);
drop function keep_search_beside(regclass);
create function create_search_table(target regclass) returns void
  language plpgsql
as $$
declare
  plain text := (select relname from pg_class where oid = target);
  searched text := quote_ident(plain || '_search');
  updates text := quote_ident('update_' || plain || '_search');
begin
  execute format('create table %s (id bigint primary key, search_text text not null)', searched);
  execute format('insert into %s select id, search_text from %s where search_text is not null', searched, target);
  execute format('create index %I on %s using gin (bigrams(search_text)) with (fastupdate = off)', plain || '_search_bigrams', searched);
  -- a function per table, whose statements are planned once a connection
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
    end $body$ $f$, updates, searched);
  execute format('create trigger search_added after insert on %s for each row when (new.search_text is not null) execute function %s()', target, updates);
  execute format('create trigger search_changed after update on %s for each row when (old.search_text is distinct from new.search_text) execute function %s()', target, updates);
  execute format('create trigger search_removed after delete on %s for each row execute function %s()', target, updates);
  execute format('create trigger search_emptied after truncate on %s for each statement execute function %s()', target, updates);
end $$;

-- `select set_search_text('enterprise_staff', $e$name || chr(31) || coalesce(cert_no, '')$e$)`: quick search of a table looks in
-- this text from now on; the column is made anew, and with it the table in which it is searched, if there is one.
create function set_search_text(target regclass, expression text) returns void
  language plpgsql
as $$
declare
  plain text := (select relname from pg_class where oid = target);
  apart boolean := exists (select from pg_class where oid = to_regclass(quote_ident(plain || '_search')) and relkind = 'r');
begin
  if apart then
    execute format('drop function %I() cascade', 'update_' || plain || '_search');
    execute format('drop table %I', plain || '_search');
  end if;
  execute format(
    'alter table %1$s drop column search_text, add column search_text text generated always as (lower(%2$s)) stored',
    target, expression);
  if apart then
    perform create_search_table(target);
  else
    execute format('create index %I on %s using gin (bigrams(search_text)) with (fastupdate = off)', plain || '_search', target);
  end if;
end $$;
