-- Which session at the OpenID Connect provider opened a session here: {iss, sub, sid?}. A logout there ends it here.
alter table sessions add column provider_session jsonb;
alter table sign_in_links add column provider_session jsonb;
