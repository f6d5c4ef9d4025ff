-- The first steps of a new user. `first_steps`: whether My Account shows them; true from the registration until the user
-- dismisses them. Accounts registered earlier are not new, so theirs stays false.
alter table users add column first_steps boolean not null default false, add column pick_opened_at timestamptz;
