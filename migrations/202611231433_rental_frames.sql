-- What may stand in a frame is kept in the memory of every process.
create trigger tell_processes after insert or update or delete or truncate on rental_provider for each statement execute function tell_processes();
create trigger tell_processes after insert or update or delete or truncate on auth_menu for each statement execute function tell_processes();
