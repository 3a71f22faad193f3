import { type Layout, listStatusChoices } from '@espalier/domain'
import { useEffect } from 'react'
import { createProject } from '../../api/projects.ts'
import { useNavigate } from '../../platform/router.tsx'
import { readLastLayout } from '../../shared/last-layout.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { projectPageTexts } from '../../texts/project-form.ts'
import { Page } from '../../ui/Page.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { emptyProjectForm, type ProjectFormValues, toProjectInput } from './form-values.ts'

export function NewProjectPage() {
  const navigate = useNavigate()
  const draft = useDraft('new-project', emptyProjectForm)
  useFocusTitle()
  return (
    <Page title={projectPageTexts.newProject} lead={projectPageTexts.newProjectLead}>
      <ProjectFields
        isNew
        draft={draft}
        statuses={listStatusChoices('owner', null)}
        send={(texts, title) => createProject({ ...toProjectInput(texts, title), ...chooseLayout(texts) })}
        onSaved={(project) => void navigate(project === null ? '/projects' : `/tree/${project.id}`)}
        onCancel={() => void navigate('/projects')}
      />
    </Page>
  )
}

/** Starts in the person's last direction, unless the project comes from a file that names its own. */
function chooseLayout({ json }: ProjectFormValues): { readonly layout?: Layout } {
  const layout = json.trim() === '' ? readLastLayout() : null
  return layout === null ? {} : { layout }
}

/** The title is the only required field, so it gets the focus. */
function useFocusTitle(): void {
  useEffect(() => document.querySelector<HTMLElement>('main [name="title"]')?.focus({ preventScroll: true }), [])
}
