-- Deleted at the payment provider; a later purchase creates a new customer there.
alter table billing_customer add column deleted boolean not null default false;
