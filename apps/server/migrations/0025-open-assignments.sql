-- Who is assigned to what that is not done, in the order in which "My work" lists it. Without this table every assigned
-- node of a person would be read and sorted for each page of the list.
create table open_assignments (
  user_id text not null,
  -- Infinity: no due date. Such nodes come last.
  due_date date not null,
  -- 0 for urgent to 4 for none.
  urgency smallint not null,
  project_id uuid not null,
  node_id uuid not null references nodes on delete cascade,
  -- The deletion of a node starts here, and so does the trigger.
  primary key (node_id, user_id)
);
create index open_assignments_of_user on open_assignments (user_id, due_date, urgency, project_id, node_id);

create function assign_node() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from open_assignments where node_id = new.id;
  end if;
  if new.status <> 'done' and not new.is_deleted then
    insert into open_assignments (user_id, due_date, urgency, project_id, node_id)
    select user_id, coalesce(new.due_date, 'infinity'),
      array_position(array['urgent', 'high', 'medium', 'low', 'none'], new.priority) - 1, new.project_id, new.id
    from unnest(new.assignee_ids) as user_id;
  end if;
  return null;
end $$;
-- The conditions are checked without a call: nodes without assignees, which most are, cost nothing.
create trigger assign_new_node after insert on nodes
  for each row when (new.assignee_ids <> '{}') execute function assign_node();
create trigger assign_node after update on nodes
  for each row when (
    (old.assignee_ids <> '{}' or new.assignee_ids <> '{}')
    and (old.assignee_ids, old.status, old.is_deleted, old.due_date, old.priority)
      is distinct from (new.assignee_ids, new.status, new.is_deleted, new.due_date, new.priority)
  ) execute function assign_node();

insert into open_assignments (user_id, due_date, urgency, project_id, node_id)
select user_id, coalesce(due_date, 'infinity'),
  array_position(array['urgent', 'high', 'medium', 'low', 'none'], priority) - 1, project_id, id
from nodes, unnest(assignee_ids) as user_id
where status <> 'done' and not is_deleted;
