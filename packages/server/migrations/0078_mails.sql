-- Mails that the mail server has not accepted yet, and for 30 days those that were lost.
create table mails (
  id uuid primary key,
  email text not null,
  request_id text,
  -- Encrypted with a key that is not in the database. Null once the mail is lost.
  body bytea,
  attempts integer not null default 1,
  -- Why the last attempt failed. Null before its end.
  reason text,
  created_at timestamptz(3) not null default now(),
  next_attempt_at timestamptz(3) not null,
  give_up_at timestamptz(3) not null
);
create index mails_due on mails (next_attempt_at) where body is not null;
create index mails_age on mails (created_at, id);
select close_to_requests('mails');
