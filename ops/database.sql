-- Prepares a database for Tessera, as an administrator: POSTGRES_PASSWORD='change-me' psql --file ops/database.sql
\getenv password POSTGRES_PASSWORD
create role tessera login password :'password';
create role svc_app nologin;   -- the role of requests
grant svc_app to tessera;
create database tessera owner tessera;
