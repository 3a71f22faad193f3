-- Nodes of the same project that must be done before this one can start. The rules keep the waiting graph free of cycles,
-- under the project's lock. A deleted node stays named, so that it holds up the same nodes when it is undeleted.
alter table nodes add column blocked_by_ids uuid[] not null default '{}';

-- Tells at once whether anything waits in a project.
create index nodes_with_blockers on nodes (project_id) where blocked_by_ids <> '{}';
