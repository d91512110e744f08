-- What a request for change asks for, sealed: `pending` shows it with personal data masked, and is what people read.
alter table enterprise add column pending_sealed jsonb;
