import { listStatusChoices } from '@espalier/domain'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { createProject } from '../../api/projects.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { projectPageTexts } from '../../texts/project-form.ts'
import { Page } from '../../ui/Page.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { emptyProjectForm, toProjectInput } from './form-values.ts'

export function NewProjectPage() {
  const navigate = useNavigate()
  const draft = useDraft('new-project', emptyProjectForm)
  useFocusTitle()
  return (
    <Page title={projectPageTexts.newProject} lead={projectPageTexts.newProjectLead}>
      <ProjectFields
        draft={draft}
        statuses={listStatusChoices('owner', null)}
        send={(texts, title) => createProject(toProjectInput(texts, title))}
        onSaved={(project) => void navigate(project === null ? '/projects' : `/tree/${project.id}`)}
        onCancel={() => void navigate('/projects')}
      />
    </Page>
  )
}

/** The title is the only required field, so it gets the focus. */
function useFocusTitle(): void {
  useEffect(() => document.querySelector<HTMLElement>('main [name="title"]')?.focus({ preventScroll: true }), [])
}
