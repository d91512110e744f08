-- What an agency is permitted to do is chosen, not read out of a text each time. Of what is on record the choices are derived
-- where the text leaves no doubt (readTourismScope says when); elsewhere nothing is chosen, and whoever hands in a team that
-- goes abroad is told to choose.
alter table enterprise add column if not exists tourism_scope text[];
alter table enterprise_licence add column if not exists tourism_scope text[];

create function pg_temp.tourism_kinds(written text) returns text[] language sql as $$
  select coalesce(array_agg(kind), '{}') from (values
    ('domestic', '国内|境内'), ('inbound', '入境'), ('outbound', '出境|出入境'), ('border', '边境')) as named (kind, pattern)
  where written ~ pattern
$$;

create function pg_temp.read_tourism_scope(written text) returns text[] language plpgsql as $$
declare
  scope text := translate(regexp_replace(coalesce(written, ''), '[[:space:]　]+', '', 'g'), '，；（）', ',;()');
  part text;
  around text;
  found text[];
  permitted text[] := '{}';
  excluded text[] := '{}';
  in_brackets boolean := false;
begin
  if scope ~ '境内外|国内外|境外|跨境|拟|筹|申请|暂停|停止|取消|吊销|(出境|入境|边境|国内|境内)(旅游)?(咨询|信息|签证|中介|手续|代办)'
  then return null; end if;
  for part in select m[1] from regexp_matches(scope, '([,;。()]|[^,;。()]+)', 'g') m loop
    if part in ('(', ')') then in_brackets := part = '('; end if;
    continue when length(part) < 2;
    if part ~ '除.+(以外|之外|外)' then
      found := regexp_match(part, '^(.*?)除(.+?)(?:以外|之外|外)(.*)$');
      permitted := permitted || pg_temp.tourism_kinds(found[1] || found[3]);
      excluded := excluded || pg_temp.tourism_kinds(found[2]);
    elsif part ~ '除外|不在内|不包括在内' then
      around := regexp_replace(part, '(除外|不在内|不包括在内).*$', '');
      found := pg_temp.tourism_kinds(around);
      if (cardinality(found) > 1 and not in_brackets) or part ~ '^(除外|不在内|不包括在内)$' then return null; end if;
      excluded := excluded || found;
    elsif part ~ '不含|不包括|不包含|不得|不经营|不从事' then
      found := regexp_match(part, '^(.*?)(?:不含|不包括|不包含|不得|不经营|不从事)(.*)$');
      if found[2] = '' then return null; end if;
      permitted := permitted || pg_temp.tourism_kinds(found[1]);
      excluded := excluded || pg_temp.tourism_kinds(found[2]);
    elsif part ~ '除' and cardinality(pg_temp.tourism_kinds(part)) > 0 then return null;
    else permitted := permitted || pg_temp.tourism_kinds(part);
    end if;
  end loop;
  if cardinality(permitted) = 0 or permitted && excluded then return null; end if;
  return array(select distinct kind from unnest(permitted) kind order by kind);
end $$;

update enterprise_licence set tourism_scope = pg_temp.read_tourism_scope(scope)
where kind = 'agency' and tourism_scope is null and scope <> '' and pg_temp.read_tourism_scope(scope) is not null;
update enterprise set tourism_scope = pg_temp.read_tourism_scope(biz_scope)
where ent_type = 'agency' and tourism_scope is null and biz_scope <> '' and pg_temp.read_tourism_scope(biz_scope) is not null;

drop function pg_temp.read_tourism_scope(text);
drop function pg_temp.tourism_kinds(text);
