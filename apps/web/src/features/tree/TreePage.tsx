import { canEdit, plainTextOf, projectTexts, roleOf } from '@espalier/domain'
import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useAccess } from '../../data/account/index.ts'
import type { ListedProject } from '../../data/projects/index.ts'
import { useAuth } from '../../data/session/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { TroublePage } from '../../ui/TroublePage.tsx'
import { NodeList } from './NodeList.tsx'
import { TreeBar } from './TreeBar.tsx'
import { useTree } from './use-tree.ts'

export function TreePage() {
  const { id = '' } = useParams()
  const state = useAuth()
  const userId = state.kind === 'person' ? state.person.id : null
  return <OpenedTree key={`${id} ${userId}`} projectId={id} userId={userId} />
}

interface OpenedTreeProps {
  readonly projectId: string
  /** Null: an anonymous visitor. */
  readonly userId: string | null
}

function OpenedTree({ projectId, userId }: OpenedTreeProps) {
  const { state, retry } = useTree(projectId, userId)
  switch (state.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'failed':
      return <TroublePage onRetry={retry} />
    case 'missing':
      return userId === null ? <ToLogin /> : <ProjectNotFound />
    case 'open':
      return (
        <Page title={plainTextOf(state.project.title) || 'Project'} width="wide">
          <ProjectBar project={state.project} userId={userId} />
          {state.nodes.length === 0 ? <NoNodes /> : <NodeList nodes={state.nodes} />}
        </Page>
      )
  }
}

function ProjectBar({ project, userId }: { readonly project: ListedProject; readonly userId: string | null }) {
  const access = useAccess()
  const hasProductAccess = access.kind === 'known' && access.hasAccess
  const role = roleOf(userId, project)
  return <TreeBar project={project} canShare={canEdit({ role, status: project.status, hasProductAccess })} />
}

const NoNodes = () => (
  <EmptyState heading="No nodes yet">
    <p>Nothing has been planned in this project so far.</p>
  </EmptyState>
)

const ProjectNotFound = () => (
  <Page title={projectTexts.notFound} lead="It may have been deleted, or it is not shared with you.">
    <div>
      <Link to="/projects" look="primary">
        Go to the project list
      </Link>
    </div>
  </Page>
)

/** Perhaps they may see it once it is known who they are. */
function ToLogin() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const next = encodeURIComponent(pathname + search + hash)
  useEffect(() => void navigate(`/login?next=${next}`, { replace: true }), [navigate, next])
  return <PageSkeleton />
}
