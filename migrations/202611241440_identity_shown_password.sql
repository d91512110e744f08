-- What somebody on the way in has shown, as the account had it then: a ticket is good while it is still its password.

alter table auth_sign_in add column password text;
-- whose ticket says nothing of it begins anew
delete from auth_sign_in where by = 'password';
