-- The clocks of a record are worded beside it (server/read/clocks.ts): nothing asks for their pauses here any more.
drop function clock_pauses(jsonb, boolean);
