-- What the menu of members embeds may stand in a frame too: kept in the memory of every process.
create trigger tell_processes after insert or update or delete or truncate on user_rule for each statement execute function tell_processes();
