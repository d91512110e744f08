-- A barred principal is known by the keyed hash of the identity number, where the enterprise had one on record. Of those
-- barred before, it is taken from their enterprise unless that has another principal since.
update enterprise_barred_person b set id_hash = e.legal_id_no ->> 'hash'
  from enterprise e where e.id = b.enterprise_id and e.legal_person = b.name and b.id_hash is null;
create index enterprise_barred_person_id_hash on enterprise_barred_person (id_hash);
create index enterprise_barred_person_name on enterprise_barred_person (name);
