-- The name of an event as the application gets it, beside its words.
create function event_name(t api_delivery) returns text language sql immutable as $$ select t.event $$;
