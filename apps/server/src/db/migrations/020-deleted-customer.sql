-- Deleted at the card company: whoever buys again is made known there anew.
alter table billing_customer add column deleted boolean not null default false;
