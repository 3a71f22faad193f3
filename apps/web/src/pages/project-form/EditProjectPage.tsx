import { canEdit, findRole, listStatusChoices, projectTexts } from '@espalier/domain'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiFailure, type ApiResult, fetchProject, type Project, updateProject } from '../../api/projects.ts'
import { useAuth } from '../../api/session/session.ts'
import { useNavigate, useParams } from '../../platform/router.tsx'
import { useDraft } from '../../shared/use-draft.ts'
import { projectPageTexts } from '../../texts/project-form.ts'
import { Link } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/Card.tsx'
import { Page, RetryPage, Skeleton } from '../../ui/Page.tsx'
import { ProjectFields } from './ProjectFields.tsx'
import { toFormValues, toProjectUpdate } from './form-values.ts'
import styles from './ProjectForm.module.css'

type ProjectLoadState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly failure: ApiFailure; readonly retry: () => void }
  | { readonly kind: 'loaded'; readonly project: Project }

interface ProjectResponse {
  readonly id: string
  readonly turn: number
  readonly answer: ApiResult<Project>
}

/** Loads the stored project for every visit. */
function useStoredProject(id: string): ProjectLoadState {
  const [turn, setTurn] = useState(0)
  const [response, setHeard] = useState<ProjectResponse | null>(null)
  useEffect(() => {
    let isCurrent = true
    void fetchProject(id).then((answer) => {
      if (isCurrent) setHeard({ id, turn, answer })
    })
    return () => {
      isCurrent = false
    }
  }, [id, turn])
  // An answer about another project, or from before a retry, does not count.
  if (response === null || response.id !== id || response.turn !== turn) return { kind: 'loading' }
  const { answer } = response
  if (answer.ok) return { kind: 'loaded', project: answer.value }
  return { kind: 'failed', failure: answer, retry: () => setTurn(turn + 1) }
}

export function EditProjectPage() {
  const { id = '' } = useParams()
  const stored = useStoredProject(id)
  switch (stored.kind) {
    case 'loading':
      return <FormSkeleton />
    case 'failed':
      if (stored.failure.code !== 'NOT_FOUND') return <RetryPage onRetry={stored.retry} />
      return (
        <FormUnavailable heading={projectTexts.notFound}>
          <p>{projectPageTexts.notFound}</p>
        </FormUnavailable>
      )
    case 'loaded':
      return <LoadedForm key={stored.project.id} project={stored.project} />
  }
}

function LoadedForm({ project }: { readonly project: Project }) {
  const auth = useAuth()
  const role = findRole(auth.kind === 'person' ? auth.person.id : null, project)
  const { status } = project
  if (status === 'deleted')
    return (
      <FormUnavailable heading={projectPageTexts.inTrash} to="/projects#trash">
        <p>{projectPageTexts.restoreFirst}</p>
      </FormUnavailable>
    )
  if (!canEdit({ role, status, hasProductAccess: true }))
    return (
      <FormUnavailable heading={projectPageTexts.readOnly}>
        <p>{projectPageTexts.askOwner}</p>
      </FormUnavailable>
    )
  return (
    <Page title={projectPageTexts.editProject}>
      <EditForm project={project} statuses={listStatusChoices(role, status)} />
    </Page>
  )
}

interface EditFormProps {
  readonly project: Project
  readonly statuses: ReturnType<typeof listStatusChoices>
}

function EditForm({ project, statuses }: EditFormProps) {
  const navigate = useNavigate()
  const stored = toFormValues(project)
  const draft = useDraft(`edit-project:${project.id}`, stored)
  const goBack = () => void navigate('/projects')
  return (
    <ProjectFields
      draft={draft}
      statuses={statuses}
      send={(texts, newTitle) => {
        const update = toProjectUpdate(stored, texts, newTitle)
        return update === null ? null : updateProject(project.id, update)
      }}
      onSaved={goBack}
      onCancel={goBack}
    />
  )
}

const FormSkeleton = () => (
  <Page title={projectPageTexts.editProject}>
    <Card>
      <div aria-busy="true" className={styles.bars}>
        <Skeleton width="70%" />
        <Skeleton width="90%" />
        <Skeleton width="40%" />
      </div>
    </Card>
  </Page>
)

interface FormUnavailableProps {
  readonly heading: string
  readonly to?: string
  readonly children: ReactNode
}

const FormUnavailable = ({ heading, to = '/projects', children }: FormUnavailableProps) => (
  <Page title={projectPageTexts.editProject}>
    <EmptyState heading={heading}>
      {children}
      <Link to={to} variant="primary">
        {projectPageTexts.goToList}
      </Link>
    </EmptyState>
  </Page>
)
