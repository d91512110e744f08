-- The keys in lists of added rows are looked up once for each statement. Looking them up row by row planned two
-- statements for each of the thousand posts that a push adds.
create function check_listed_keys_of_added() returns trigger language plpgsql as $$
declare
  missing boolean;
begin
  execute format($sql$
    with listed as (select distinct unnest(a.%1$I) as id from added a),
      named as (select t.id from %2$I t where t.id = any(array(select id from listed)) order by t.id for key share)
    select exists (select id from listed where id is not null except select id from named)$sql$, tg_argv[0], tg_argv[1]) into missing;
  if missing then
    raise foreign_key_violation using table = tg_table_name, constraint = tg_table_name || '_' || tg_argv[0] || '_fkey',
      message = format('%s of %s names a row that is not there', tg_argv[0], tg_table_name);
  end if;
  return null;
end $$;

-- `select add_key_list('auth_admin', 'group_arr', 'auth_group')`: the field is a list of keys of the other table.
create or replace function add_key_list(refers text, field text, referred text) returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function check_listed_keys_of_added(%L, %L)',
    refers || '_' || field || '_listed_added', refers, field, referred);
  -- a trigger of a column has no table of the changed rows
  execute format('create trigger %I after update of %I on %I for each row execute function check_listed_keys(%L, %L)',
    refers || '_' || field || '_listed', field, refers, field, referred);
  execute format('create trigger %I after delete on %I for each row execute function restrict_listed_row(%L, %L)',
    refers || '_' || field || '_restrict', referred, refers, field);
  execute format('create index %I on %I using gin (%I)', refers || '_' || field || '_listed', refers, field);
end $$;

do $do$
declare
  one record;
  arguments text[];
begin
  for one in select t.tgname, t.tgargs, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'check_listed_keys' and not t.tgisinternal order by c.relname, t.tgname
  loop
    arguments := regexp_split_to_array(encode(one.tgargs, 'escape'), '\\000');
    execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function check_listed_keys_of_added(%L, %L)',
      one.tgname || '_added', one.relname, arguments[1], arguments[2]);
    execute format('create or replace trigger %I after update of %I on %I for each row execute function check_listed_keys(%L, %L)',
      one.tgname, arguments[1], one.relname, arguments[1], arguments[2]);
  end loop;
end $do$;

-- Titles of posts and topics are sentences, which nobody looks for by first letters.
delete from search_name where resource in ('opinion/item', 'opinion/topic');
delete from search_name_progress where resource in ('opinion/item', 'opinion/topic');
