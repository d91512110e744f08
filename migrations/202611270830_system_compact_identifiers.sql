-- Numbers of papers, vehicles, contracts and orders are stored as they are printed and told apart by their letters and digits:
-- upper case, half-width, without blanks, marks nobody sees and what stands between groups. `compactIdentifier` makes the
-- same of what is typed; a test holds them together, sign by sign. Digits and capitals come first, for each sign is looked for in order.
create function compact_identifier(value text) returns text
  language sql immutable strict parallel safe
  return translate(
    value,
    U&'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz！＂＃＄％＆＇＊＋，０１２３４５６７８９：；＝？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ＾｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｜～'
      || U&'- /()\0009\000a\000b\000c\000d.<>[\\]_{}\00a0\00ad·\0387\061c\1680\16eb\180e\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200a\200b\200c\200d\200e\200f\2010\2011\2012\2013\2014\2015\2022\2024\2027\2028\2029\202a\202b\202c\202d\202e\202f\2044\205f\2060\2061\2062\2063\2064\2065\2066\2067\2068\2069\206a\206b\206c\206d\206e\206f\2212\2215\2219\22c5\25cf\2e31\2e33\3000。〈〉《》「」『』【】〔〕\30fb\a78f\fe52\fe58\fe63\feff（）－．／＜＞［＼］＿｛｝\ff65',
    U&'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ!"#$%&''*+,0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ^`ABCDEFGHIJKLMNOPQRSTUVWXYZ|~');

-- Quick search finds a number however it is written: its letters and digits stand among the words.
do $do$
declare
  one record;
  beside boolean;
begin
  for one in
    select * from (values
      ('crew_driver', $$name || chr(31) || qualification_no || chr(31) || compact_identifier(qualification_no)$$),
      ('crew_guide', $$name || chr(31) || card_no || chr(31) || compact_identifier(card_no) || chr(31) || coalesce(qualification_no, '') || chr(31) || coalesce(compact_identifier(qualification_no), '')$$),
      ('crew_rating', $$team_no || chr(31) || compact_identifier(team_no)$$),
      ('crew_vehicle', $$plate || chr(31) || permit_no || chr(31) || compact_identifier(permit_no) || chr(31) || coalesce(vin, '') || chr(31) || coalesce(compact_identifier(vin), '')$$),
      ('document', $$title || chr(31) || coalesce(number, '') || chr(31) || coalesce(compact_identifier(number), '')$$),
      ('enterprise', $$name || chr(31) || coalesce(short_name, '') || chr(31) || uscc || chr(31) || legal_person || chr(31) || address || chr(31) || coalesce(query_no, '') || chr(31) || coalesce(compact_identifier(query_no), '')$$),
      ('enterprise_licence', $$license_no || chr(31) || compact_identifier(license_no)$$),
      ('enterprise_staff', $$name || chr(31) || coalesce(cert_no, '') || chr(31) || coalesce(compact_identifier(cert_no), '')$$),
      ('insurance_claim', $$report_no || chr(31) || compact_identifier(report_no) || chr(31) || coalesce(team_no, '') || chr(31) || coalesce(compact_identifier(team_no), '')$$),
      ('insurance_policy', $$insurer || chr(31) || policy_no || chr(31) || compact_identifier(policy_no)$$),
      ('rental_demand', $$route || chr(31) || coalesce(team_no, '') || chr(31) || coalesce(compact_identifier(team_no), '')$$),
      ('rental_selection', $$order_no || chr(31) || compact_identifier(order_no) || chr(31) || plate$$),
      ('reward_application', $$no || chr(31) || compact_identifier(no)$$),
      ('reward_policy', $$name || chr(31) || doc_no || chr(31) || compact_identifier(doc_no)$$),
      ('reward_record', $$team_no || chr(31) || compact_identifier(team_no) || chr(31) || place || chr(31) || given_by$$),
      ('travel_change_request', $$team_no || chr(31) || compact_identifier(team_no) || chr(31) || coalesce(stop_name, '')$$),
      ('travel_dispatch', $$team_no || chr(31) || compact_identifier(team_no)$$),
      ('travel_guidance_price', $$title || chr(31) || issued_by || chr(31) || coalesce(doc_no, '') || chr(31) || coalesce(compact_identifier(doc_no), '')$$),
      ('travel_itinerary', $$team_no || chr(31) || compact_identifier(team_no) || chr(31) || coalesce(contract_nos, '') || chr(31) || coalesce(compact_identifier(contract_nos), '')$$),
      ('travel_product', $$coalesce(code, '') || chr(31) || coalesce(compact_identifier(code), '') || chr(31) || title || chr(31) || coalesce(tags, '')$$),
      ('travel_road_note', $$team_no || chr(31) || compact_identifier(team_no) || chr(31) || coalesce(stop_name, '')$$)
    ) as searched (plain, words)
  loop
    beside := to_regclass(one.plain || '_search') is not null and exists (
      select from pg_class where oid = to_regclass(one.plain || '_search') and relkind = 'r');
    if beside then
      execute format('drop function %I() cascade', 'keep_' || one.plain || '_search');
      execute format('drop table %I', one.plain || '_search');
    end if;
    execute format(
      'alter table %1$I drop column search_text, add column search_text text generated always as (lower(%2$s)) stored',
      one.plain, one.words);
    if beside then
      perform keep_search_beside(one.plain::regclass);
    else
      execute format(
        'create index %I on %I using gin (bigrams(search_text)) with (fastupdate = off)', one.plain || '_search', one.plain);
    end if;
  end loop;
end $do$;

-- Two ways of writing one number are one number. Rows on record that already hold the number of an older one keep it: they
-- are named in the index as those it does not hold, and everything written from now on is held against the older row.
alter table document drop constraint document_number_key;
do $do$
declare
  one record;
  later bigint[];
begin
  for one in
    select * from (values
      ('crew_guide', 'crew_guide_card_no', 'compact_identifier(card_no)', $$status not in ('returned', 'ended')$$),
      ('document', 'document_number_key', 'compact_identifier(number)', null),
      ('enterprise', 'enterprise_query_no', 'compact_identifier(query_no)', 'query_no is not null'),
      ('enterprise_licence', 'enterprise_licence_license_no_kind', 'compact_identifier(license_no), kind',
        $$status in ('recorded', 'renewing')$$),
      ('insurance_claim', 'insurance_claim_report_no_policy_id', 'compact_identifier(report_no), policy_id', null),
      ('insurance_policy', 'insurance_policy_policy_no_insurer', 'compact_identifier(policy_no), insurer',
        $$status not in ('withdrawn', 'cancelled')$$),
      ('rental_selection', 'rental_selection_order_no_provider_id', 'compact_identifier(order_no), provider_id', null),
      ('reward_application', 'reward_application_no', 'compact_identifier(no)', null),
      ('reward_policy', 'reward_policy_doc_no', 'compact_identifier(doc_no)', null),
      ('reward_record', 'reward_record_on_date_kind_team_no_place', 'on_date, kind, compact_identifier(team_no), place', null),
      ('travel_itinerary', 'travel_itinerary_team_no', 'compact_identifier(team_no)', null),
      ('travel_product', 'travel_product_code_revision', 'compact_identifier(code), revision', null)
    ) as rules (plain, named, columns, of)
  loop
    execute format('drop index if exists %I', one.named);
    execute format(
      'select array_agg(id) from (select id, row_number() over (partition by %1$s order by id) as place, row(%1$s) is not null as whole
         from %2$I where %3$s) r where whole and place > 1',
      one.columns, one.plain, coalesce(one.of, 'true')) into later;
    if later is not null then
      raise warning '%: rows % hold the number of an older row in another way of writing it', one.plain, later;
      one.of := concat_ws(' and ', one.of, format('id <> all(%L::bigint[])', later));
      execute format('create index on %I (%s)', one.plain, one.columns);
    end if;
    execute format('create unique index %I on %I (%s) %s', one.named, one.plain, one.columns, 'where ' || one.of);
  end loop;
end $do$;

-- A list filtered by a number reads the rows that have it.
drop index crew_guide_card_read, crew_vehicle_vin_read, reward_record_team, reward_paper_invoice;
create index crew_driver_qualification on crew_driver (compact_identifier(qualification_no));
create index crew_guide_card on crew_guide (compact_identifier(card_no));
create index crew_guide_qualification on crew_guide (compact_identifier(qualification_no));
create index crew_rating_team on crew_rating (compact_identifier(team_no));
create index crew_vehicle_permit on crew_vehicle (compact_identifier(permit_no));
create index crew_vehicle_vin on crew_vehicle (compact_identifier(vin));
create index enterprise_licence_number on enterprise_licence (compact_identifier(license_no));
create index enterprise_staff_certificate on enterprise_staff (compact_identifier(cert_no));
create index insurance_claim_team on insurance_claim (compact_identifier(team_no));
create index insurance_policy_number on insurance_policy (compact_identifier(policy_no));
create index rental_demand_team on rental_demand (compact_identifier(team_no));
create index reward_paper_invoice on reward_paper (compact_identifier(invoice_no)) where invoice_no is not null;
create index reward_record_team on reward_record (compact_identifier(team_no));
create index travel_change_request_team on travel_change_request (compact_identifier(team_no));
create index travel_dispatch_team on travel_dispatch (compact_identifier(team_no));
create index travel_guidance_price_document on travel_guidance_price (compact_identifier(doc_no));
create index travel_road_note_team on travel_road_note (compact_identifier(team_no));
