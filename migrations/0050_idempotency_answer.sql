-- The answer is kept as it was given, in the text PostgreSQL made of the stored row: jsonb would take it apart and put
-- it together again with its keys in another order.
alter table idempotency alter column answer type json;
