-- Calls of API keys are counted with those of other credentials, each at its own fraction of a second.
alter table call_windows alter column seconds type double precision[];
drop table rate_limit_windows;
