-- The language of a workspace's pages and mails, where neither the person nor their browser asks for another.
alter table workspaces add column language text not null default 'en' check (language in ('en', 'de', 'fr', 'es'));

-- What a person chose in their account; null: nothing.
alter table people add column language text check (language in ('en', 'de', 'fr', 'es'));

-- The language that the person of an address chose. With the owner's rights: a workspace sees no people.
create function language_of_address(of_email text) returns text
language sql stable security definer set search_path = public as $$
  select p.language from people p where p.email = of_email
$$;
