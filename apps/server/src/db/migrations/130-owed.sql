-- What the person owes the card company from an invoice that was too small for a card: paid with the next one.
alter table billing_customer add column owed_cents integer not null default 0;
