import { statusChoices } from '@espalier/domain'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useKeptDraft } from '../../actions/keep-draft.ts'
import { createProject } from '../../data/projects/index.ts'
import { Page } from '../../ui/Page.tsx'
import { inputOf, newProject } from './project-texts.ts'
import { ProjectFields } from './ProjectFields.tsx'

export function NewProjectPage() {
  const navigate = useNavigate()
  const draft = useKeptDraft('new-project', newProject)
  useTitleFocus()
  return (
    <Page title="New Project" lead="A project is a tree of tasks. Give it a name; everything else can wait.">
      <ProjectFields
        draft={draft}
        statuses={statusChoices('owner', null)}
        send={(texts, title) => createProject(inputOf(texts, title))}
        onSaved={(project) => void navigate(project === null ? '/projects' : `/tree/${project.id}`)}
        onCancel={() => void navigate('/projects')}
      />
    </Page>
  )
}

/** A name is all that is asked for: whoever comes can type it at once. */
function useTitleFocus(): void {
  useEffect(() => document.querySelector<HTMLElement>('main [name="title"]')?.focus({ preventScroll: true }), [])
}
