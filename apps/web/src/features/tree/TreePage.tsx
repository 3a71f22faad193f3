import { projectTexts } from '@espalier/domain'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useAuth } from '../../data/session/index.ts'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { RetryPage } from '../../ui/TroublePage.tsx'
import { ProjectScreen } from './TreeScreen.tsx'
import { useOpenProject } from './use-board.ts'

export function ProjectPage() {
  const { id = '' } = useParams()
  const state = useAuth()
  const userId = state.kind === 'person' ? state.person.id : null
  return <OpenedProject key={`${id} ${userId}`} projectId={id} userId={userId} />
}

interface OpenedProjectProps {
  readonly projectId: string
  /** Null: an anonymous visitor. */
  readonly userId: string | null
}

function OpenedProject({ projectId, userId }: OpenedProjectProps) {
  const { state, retry } = useOpenProject(projectId, userId)
  switch (state.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'failed':
      return <RetryPage onRetry={retry} />
    case 'missing':
      return userId === null ? <RedirectToLogin /> : <ProjectNotFound />
    case 'open':
      return <ProjectScreen opening={state} userId={userId} />
  }
}

const ProjectNotFound = () => (
  <Page title={projectTexts.notFound} lead="It may have been deleted, or it is not shared with you." isAlone>
    <div>
      <Link to="/projects" variant="primary">
        Go to the project list
      </Link>
    </div>
  </Page>
)

/** Perhaps they may see it once it is known who they are. */
function RedirectToLogin() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const next = encodeURIComponent(pathname + search + hash)
  useEffect(() => void navigate(`/login?next=${next}`, { replace: true }), [navigate, next])
  return <PageSkeleton />
}
