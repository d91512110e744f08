-- A sign-in by the identity provider is a one-time ticket. Those under way, valid for ten minutes, are begun anew: their
-- two secrets were stored by two hashes, and the hash of the ticket is of both.

drop table auth_oidc_flow;
create index one_time_ticket_purpose on one_time_ticket (purpose, expires_at);
