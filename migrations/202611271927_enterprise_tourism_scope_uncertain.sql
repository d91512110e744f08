-- Some texts on record had been read as permissions that they are not: 禁止出境旅游, 无出境资质, 出境旅游业务已注销,
-- 凭许可证经营, （限港澳）. readTourismScope reads them no more. What was derived from them is emptied, so that the choices
-- are asked for the next time they are needed.
create function pg_temp.is_uncertain_scope(written text) returns boolean language sql as $$
  select translate(regexp_replace(coalesce(written, ''), '[[:space:]　]+', '', 'g'), '，；（）', ',;()')
    ~ '禁止|注销|凭[^,;。()]*证|无[^,;。()]*(资质|许可|出境|入境|边境)|未取得|非(出境|入境|边境|国内|境内)|\([^()]*[限仅][^()]*\)'
$$;

update enterprise_licence set tourism_scope = null
where kind = 'agency' and tourism_scope is not null and pg_temp.is_uncertain_scope(scope);
update enterprise set tourism_scope = null
where ent_type = 'agency' and tourism_scope is not null and pg_temp.is_uncertain_scope(biz_scope);

drop function pg_temp.is_uncertain_scope(text);
