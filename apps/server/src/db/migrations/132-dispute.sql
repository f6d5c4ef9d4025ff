-- The cardholder's bank has found for the cardholder: the payment does not come back.
alter table invoice add column dispute_lost boolean not null default false;
