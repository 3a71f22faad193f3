-- The built-in feedback board.
create table feedback_posts (
  id uuid primary key,
  -- Stands in the post's address.
  number integer generated always as identity unique,
  author_id text not null,
  title text not null,
  details text not null,
  status text not null default 'open'
    check (status in ('open', 'planned', 'started', 'completed', 'declined', 'duplicate')),
  duplicate_of uuid references feedback_posts on delete set null,
  vote_count integer not null default 0 check (vote_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  created_at timestamptz not null,
  -- By their stems, and as they are: in a title a word such as 'again' may be all there is.
  words tsvector not null generated always as
    (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('simple', title), 'B')
      || setweight(to_tsvector('english', details), 'C')) stored
);
create index feedback_posts_by_votes on feedback_posts (vote_count desc, number desc);
create index feedback_posts_by_words on feedback_posts using gin (words);

create table feedback_votes (
  post_id uuid not null references feedback_posts on delete cascade,
  user_id text not null,
  primary key (post_id, user_id)
);

-- What people say below a post. Without an author it is the operators' word, and may tell a new status.
create table feedback_comments (
  number integer generated always as identity primary key,
  post_id uuid not null references feedback_posts on delete cascade,
  author_id text,
  text text not null,
  status text,
  created_at timestamptz not null
);
create index feedback_comments_of_post on feedback_comments (post_id, number);

-- Pictures that people have chosen for themselves.
create table pictures (
  user_id text primary key,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  updated_at timestamptz not null
);
-- Stands in the picture's address, so that a browser keeps one picture for good and still sees the next one at once.
alter table accounts add column picture_version text;

-- Pictures fetched from a sign-in provider or from Gravatar. Whatever is lost is fetched again.
create unlogged table fetched_pictures (
  user_id text primary key,
  -- A hash of where it came from.
  source text not null,
  -- Null: there is none.
  type text,
  bytes bytea,
  stale_at timestamptz not null
);
