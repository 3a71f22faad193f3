-- What a link between two issues is here, one of which blocks the other: a blocker, or a further parent.
alter table projects
  add column jira_links text not null default 'blockers' check (jira_links in ('blockers', 'parents'));

-- Projects that have issues already keep their further parents. There, a person has to choose blockers.
update projects set jira_links = 'parents'
where jira_sync or exists (select from tracker_issues where tracker_issues.project_id = projects.id);
