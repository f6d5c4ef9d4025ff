-- Messages withdrawn for good; who withdrew them and when.
create table message_withdrawal (
  system_message_id bigint primary key references system_message on delete cascade,
  by_user_id bigint references users on delete set null,
  withdrawn_at timestamptz not null default now()
);
