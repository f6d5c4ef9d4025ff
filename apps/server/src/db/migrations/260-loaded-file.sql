-- A file of a watched folder that was loaded but not moved yet, so that it is not loaded again.
create table loaded_file (
  path text primary key,
  modified_ms bigint not null,
  bytes bigint not null,
  loaded_at timestamptz not null default product_now()
);
