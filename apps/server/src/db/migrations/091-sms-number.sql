-- Phone numbers for which an account of our own provider requested codes, kept for a day each; stored as hashes.
create table sms_number (
  account uuid not null,
  number_hash bytea not null,
  asked_at timestamptz not null,
  primary key (account, number_hash)
);
create index sms_number_age on sms_number (asked_at);
