-- Which further fields of nodes and issues follow each other: assignee, dueDate, estimate, priority, labels.
alter table projects
  -- Null: all of them. Nobody has chosen yet.
  add column jira_fields text[],
  -- What an estimate is in the tracker, if it has both.
  add column jira_estimate text not null default 'points' check (jira_estimate in ('points', 'time'));

-- A project that has issues already was connected before these fields were synced. There, nobody expects that dates
-- and people change on either side, so a person has to switch them on.
update projects set jira_fields = '{}'
where jira_sync or exists (select from tracker_issues where tracker_issues.project_id = projects.id);

-- The node's values of these fields at the last agreement. What the issue had then is in its snapshot.
alter table tracker_nodes add column agreed_fields jsonb;
