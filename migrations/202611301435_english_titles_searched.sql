-- Rows with an English title are found by it, too.
do $$
declare
  one record;
  words text;
begin
  for one in select * from (values ('auth_group', 'name_en'), ('auth_menu', 'title_en'), ('user_group', 'name_en'), ('user_rule', 'title_en'),
    ('security_data_recycle', 'name_en'), ('security_sensitive_data', 'name_en'), ('system_calendar', 'name_en'), ('system_time_rule', 'name_en'),
    ('message_reply', 'label_en'), ('incident_risk_notice', 'title_en'), ('library_cause', 'name_en'), ('library_check_item', 'name_en'),
    ('library_checklist', 'name_en')) pair ("table", english)
  loop
    select pg_get_expr(d.adbin, d.adrelid) into strict words from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where d.adrelid = one."table"::regclass and a.attname = 'search_text';
    words := format('%s || chr(31) || coalesce(%I, '''')', words, one.english);
    if exists (select from pg_indexes where tablename in (one."table", one."table" || '_search') and indexdef like '%bigrams(search_text)%') then
      perform set_search_text(one."table"::regclass, words);
    else
      -- a small table, which is read as a whole
      execute format('alter table %1$I drop column search_text, add column search_text text generated always as (lower(%2$s)) stored', one."table", words);
    end if;
  end loop;
end $$;
