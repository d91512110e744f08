-- identities are linked by the owners of accounts, in a session of theirs: no address that a provider vouches for does
delete from system_setting where name = 'auth/oidc.link_by';
