-- What an entry of the chain says may have to be removed, as personal data of somebody who entered a mobile number in a
-- free text. Its hash stays, so the chain stays whole. Only this function can do it: the role of the product has no right to
-- change entries.
create function refuse_entry_change() returns trigger language plpgsql as $$
begin
  if current_setting('xingjian.removes_payload', true) = 'on' and new.payload is null
    and to_jsonb(new) - 'payload' = to_jsonb(old) - 'payload' then
    return new;
  end if;
  raise exception '% is only added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
drop trigger chain_entry_unchanged on chain_entry;
create trigger chain_entry_unchanged before delete or truncate on chain_entry
  for each statement execute function refuse_change();
create trigger chain_entry_not_updated before update on chain_entry
  for each row execute function refuse_entry_change();

create function remove_chain_payload(of_stream text, of_seq bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed boolean;
begin
  perform set_config('xingjian.removes_payload', 'on', true);
  update chain_entry set payload = null where stream = of_stream and seq = of_seq;
  removed := found;
  perform set_config('xingjian.removes_payload', 'off', true);
  return removed;
end $$;
