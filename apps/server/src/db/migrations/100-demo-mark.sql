-- Whether the database was made for a demo; set once when it is new, and never changed. A demo lets anyone in as admin,
-- so it must not run on a database that may hold real data.
create table demo_mark (
  single_row boolean primary key default true check (single_row),
  is_demo boolean not null,
  marked_at timestamptz not null default now()
);

create function keep_demo_mark() returns trigger language plpgsql as $$
begin
  raise exception 'a database keeps the mark that it was made with';
end
$$;
create trigger keep_demo_mark before update or delete or truncate on demo_mark
  for each statement execute function keep_demo_mark();

-- Databases from before this mark: a demo loads its own accounts before anyone can sign in, so it is a demo's if the
-- oldest account is one of them. A database without users is marked by the first start.
insert into demo_mark (is_demo)
select email like '%@demo.example' and exists (select from demo_part where name = 'accounts')
from users order by user_id limit 1;
