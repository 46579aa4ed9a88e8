-- Documents are found by their paths only. Without statistics, the planner took this index for a path, and read the whole
-- repo for each one.
drop index documents_blob;
