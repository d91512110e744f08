-- A list of keys refers as a single key does: what it names is there, and what is named stays. Who writes a list holds
-- the rows it names until the end of the transaction, so that nobody deletes one meanwhile.
create function check_listed_keys() returns trigger language plpgsql as $$
declare
  keys bigint[];
  found bigint;
begin
  execute format('select ($1).%I', tg_argv[0]) into keys using new;
  if keys is null or keys = '{}' then return null; end if;
  execute format('select count(*) from (select t.id from %s t where t.id = any($1) order by t.id for key share) k', tg_argv[1])
    into found using keys;
  if found < (select count(distinct k) from unnest(keys) k) then
    raise foreign_key_violation using table = tg_table_name, constraint = tg_table_name || '_' || tg_argv[0] || '_fkey',
      message = format('%s of %s names a row that is not there', tg_argv[0], tg_table_name);
  end if;
  return null;
end $$;

create function keep_listed_row() returns trigger language plpgsql as $$
declare
  named boolean;
begin
  execute format('select exists (select from %s t where t.%I @> array[$1])', tg_argv[0], tg_argv[1]) into named using old.id;
  if named then
    raise foreign_key_violation using table = tg_argv[0], constraint = tg_argv[0] || '_' || tg_argv[1] || '_fkey',
      message = format('%s of %s names this row', tg_argv[1], tg_argv[0]);
  end if;
  return null;
end $$;

-- `select keep_list('auth_admin', 'group_arr', 'auth_group')`: the field is a list of keys of the other table.
create function keep_list(refers text, field text, referred text) returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert or update of %I on %I for each row execute function check_listed_keys(%L, %L)',
    refers || '_' || field || '_listed', field, refers, field, referred);
  execute format('create trigger %I after delete on %I for each row execute function keep_listed_row(%L, %L)',
    refers || '_' || field || '_kept', referred, refers, field);
  execute format('create index %I on %I using gin (%I)', refers || '_' || field || '_listed', refers, field);
end $$;

-- A row may not come to stand below itself. One move in a tree at a time, or two rows are hung below each other at once.
create function check_tree() returns trigger language plpgsql as $$
declare
  above bigint;
  circle boolean;
begin
  execute format('select ($1).%I', tg_argv[0]) into above using new;
  if above is null then return null; end if;
  perform pg_advisory_xact_lock(hashtext('tree ' || tg_table_name));
  execute format('with recursive up as (select $1::bigint as id union select t.%1$I from %2$I t join up on t.id = up.id where t.%1$I is not null)
    select exists (select from up where id = $2)', tg_argv[0], tg_table_name) into circle using above, new.id;
  if circle then
    raise check_violation using table = tg_table_name, constraint = tg_table_name || '_' || tg_argv[0] || '_circle',
      message = format('a row of %s would stand below itself', tg_table_name);
  end if;
  return null;
end $$;

-- `select keep_tree('auth_group', 'pid')`: the field names the row above.
create function keep_tree(kept text, field text) returns void language plpgsql as $$
begin
  execute format('create trigger %I after insert or update of %I on %I for each row execute function check_tree(%L)',
    kept || '_' || field || '_tree', field, kept, field);
end $$;

update auth_admin a set group_arr = array(select g.id from auth_group g where g.id = any(a.group_arr) order by array_position(a.group_arr, g.id))
where exists (select from unnest(a.group_arr) k where not exists (select from auth_group g where g.id = k));
update auth_group a set rules = array(select m.id from auth_menu m where m.id = any(a.rules) order by array_position(a.rules, m.id))
where exists (select from unnest(a.rules) k where not exists (select from auth_menu m where m.id = k));
select keep_list('auth_admin', 'group_arr', 'auth_group');
select keep_list('auth_group', 'rules', 'auth_menu');
select keep_tree('auth_group', 'pid');
select keep_tree('auth_menu', 'pid');
select keep_tree('auth_department', 'pid');
