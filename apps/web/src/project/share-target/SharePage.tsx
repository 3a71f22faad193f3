import { canEdit, defaultProjectFilter, findRole } from '@espalier/domain'
import { useState } from 'react'
import { useNavigate, useSearchParams } from '../../platform/router.tsx'
import { type ListedProject, projectList, useProjectList } from '../../api/projects.ts'
import { useAuth } from '../../api/session/session.ts'
import { useDraft } from '../../shared/use-draft.ts'
import { shareTargetTexts as texts } from '../../texts/share-target.ts'
import { Link } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Page, PageSkeleton, RetryPage } from '../../ui/Page.tsx'
import { checkRequiredFields, Form, noFormErrors, SubmitButton, formError } from '../../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/form/fields.tsx'
import { addSharedNode } from './add-shared-node.ts'
import { readSharedText } from './shared-text.ts'

/** Receives a text or a link that another app shares, and adds it to a project as a node. */
export function SharePage() {
  const visitor = useAuth()
  const list = useProjectList(defaultProjectFilter)
  const [query] = useSearchParams()
  if (list.kind === 'failed') return <RetryPage onRetry={() => void projectList.load(defaultProjectFilter)} />
  if (list.kind === 'loading' || visitor.kind !== 'person') return <PageSkeleton />
  const projects = listEditableProjects(list.projects, visitor.person.id)
  if (projects.length === 0) return <NoProjectPage />
  // Another shared text in the same tab starts another form.
  return <ShareForm key={query.toString()} projects={projects} query={query} />
}

const listEditableProjects = (projects: readonly ListedProject[], userId: string): readonly ListedProject[] =>
  projects
    .filter((project) => {
      // The guard of this page has checked the person's own access.
      return canEdit({ role: findRole(userId, project), status: project.status, hasProductAccess: true })
    })
    .toSorted((one, other) => other.updatedAt - one.updatedAt)

const NoProjectPage = () => (
  <Page title={texts.noProject} lead={texts.noProjectLead} width="narrow" isAlone>
    <div>
      <Link to="/projects/add" variant="primary">
        {texts.newProject}
      </Link>
    </div>
  </Page>
)

interface ShareFormProps {
  /** The project that was changed last comes first. */
  readonly projects: readonly ListedProject[]
  readonly query: URLSearchParams
}

function ShareForm({ projects, query }: ShareFormProps) {
  const [shared] = useState(() => readSharedText(query))
  const draft = useDraft(`share ${query.toString()}`, { ...shared, projectId: projects[0]?.id ?? '' })
  const { errors, isBusy, add } = useAddNode(draft.forget)
  const { title, description, projectId } = draft.texts
  // The list may have changed since the draft was written.
  const chosen = projects.find(({ id }) => id === projectId) ?? projects[0]
  return (
    <Page title={texts.title} lead={texts.lead} width="narrow">
      <Card>
        <Form errors={errors} isBusy={isBusy} onSubmit={() => void add(chosen?.id ?? '', { title, description })}>
          <TextField
            label={texts.nodeTitle}
            name="title"
            autoComplete="off"
            isRequired
            value={title}
            onChange={(value) => draft.edit({ title: value })}
            error={errors.fields['title']}
          />
          <TextAreaField
            label={texts.description}
            name="description"
            value={description}
            onChange={(value) => draft.edit({ description: value })}
          />
          <SelectField
            label={texts.project}
            name="project"
            value={chosen?.id ?? ''}
            choices={projects.map(({ id, title: label }) => ({ value: id, label, isUserData: true }))}
            onChange={(value) => draft.edit({ projectId: value })}
          />
          <SubmitButton isBusy={isBusy}>{texts.add}</SubmitButton>
        </Form>
      </Card>
    </Page>
  )
}

/** Adds the node, then shows it in its project. Going back does not lead to the form, where it would be added again. */
function useAddNode(onAdded: () => void) {
  const navigate = useNavigate()
  const [errors, setErrors] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const add = async (projectId: string, text: { readonly title: string; readonly description: string }) => {
    const missing = checkRequiredFields({ title: text.title }, { title: texts.titleMissing })
    if (missing !== null) return setErrors(missing)
    setErrors(noFormErrors)
    setBusy(true)
    const added = await addSharedNode(projectId, text)
    setBusy(false)
    if (!added.ok) return setErrors(formError(added.reason))
    onAdded()
    return navigate(`/tree/${encodeURIComponent(projectId)}#node=${encodeURIComponent(added.value)}`, { replace: true })
  }
  return { errors, isBusy, add }
}
