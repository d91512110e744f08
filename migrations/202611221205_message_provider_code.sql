-- Under which codes the provider of text messages has a template registered.
alter table message_template add column provider_code text, add column provider_code_en text;
