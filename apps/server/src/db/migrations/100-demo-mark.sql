-- Whether the database was made for a demo: said once, when it is new, and never changed. A demo lets everybody in as
-- admin, so it runs on no database that anything real may be in.
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

-- Filled before there was a mark: a demo loads its accounts before anybody can sign in, so it was made for one when
-- the oldest account is the demo's. One without people is as good as new, and marked by the first start.
insert into demo_mark (is_demo)
select email like '%@demo.example' and exists (select from demo_part where name = 'accounts')
from users order by user_id limit 1;
