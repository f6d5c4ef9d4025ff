-- The user's bank decided the dispute in the user's favour: the payment is lost.
alter table invoice add column dispute_lost boolean not null default false;
