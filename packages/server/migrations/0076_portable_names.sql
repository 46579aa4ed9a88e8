-- Whether commits are refused that add names which a clone on Windows or macOS cannot store. Off for earlier repos.
alter table repos add column portable_names boolean not null default false;
