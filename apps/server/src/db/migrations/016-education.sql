-- Videos of the three lists. If `file` is set, the video is a file in the data folder's `videos`; otherwise the
-- embedding service has it under vimeo_id. `thumbnail` is a URL or one of our files.
create table video (
  list text not null check (list in ('sunday-club', 'standard', 'advanced')),
  vimeo_id text not null,
  name text not null,
  name_zh text not null default '',
  thumbnail text not null default '',
  file text not null default '',
  duration_seconds integer not null check (duration_seconds >= 0),
  published_on date not null,
  hidden boolean not null default false,
  primary key (list, vimeo_id)
);

-- Who opened which video, and how often.
create table video_view (
  user_id bigint not null references users on delete cascade,
  vimeo_id text not null,
  views integer not null default 1,
  first_viewed_at timestamptz not null default now(),
  last_viewed_at timestamptz not null default now(),
  primary key (user_id, vimeo_id)
);
