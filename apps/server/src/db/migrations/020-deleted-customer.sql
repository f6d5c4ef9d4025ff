-- Deleted at the payment provider: whoever buys again is made known there anew.
alter table billing_customer add column deleted boolean not null default false;
