-- What the user owes from an invoice below the card minimum; charged with the next invoice.
alter table billing_customer add column owed_cents integer not null default 0;
