-- An alert on a saved screen tells which stocks entered or left it. `members` are its stocks on the day `members_on`, the
-- last that was evaluated; null until the first.
alter table alert add column screen_id bigint, add column members jsonb, add column members_on date,
  add constraint alert_of_screen foreign key (user_id, screen_id) references screen on update cascade on delete cascade;
create index alert_of_screen on alert (user_id, screen_id) where screen_id is not null;
