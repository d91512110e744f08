-- A picture counts the answers given to it in the statement that judges them: three wrong ones end it.
alter table captcha add column tries integer not null default 0, add column used boolean not null default false;
create index captcha_expiry on captcha (expiretime);
