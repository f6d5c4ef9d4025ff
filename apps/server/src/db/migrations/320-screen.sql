-- A person's saved screens. The definition is what the client sends: markets, scope, query, columns, sort.
create table screen (
  user_id bigint not null references users on delete cascade,
  screen_id bigint generated always as identity,
  name text not null,
  definition jsonb not null,
  created_at timestamptz not null default product_now(),
  primary key (user_id, screen_id)
);
