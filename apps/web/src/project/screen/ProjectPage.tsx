import { findRole } from '@espalier/domain'
import type { ProjectOpening } from '@espalier/sync'
import { useEffect, useState } from 'react'
import { privateProjectState } from '../../api/session/pending-sign-in.ts'
import { auth, useAuth } from '../../api/session/session.ts'
import { planPictures, removePicture } from '../../platform/plan-picture.ts'
import { phoneScreen } from '../../platform/media-query.ts'
import { useLocation, useNavigate, useNavigationType, useParams } from '../../platform/router.tsx'
import { isProjectPainted } from '../../shared/page-content.ts'
import { openProject } from '../sync/open-project-lazily.ts'
import { PageSkeleton, RetryPage } from '../../ui/Page.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { loadLayeredLayout } from '../map/scene/map-scene.ts'
import { chosenViews, formatViewPath, parseViewPath, type PlanView } from '../workspace/plan-views.ts'
import { ProjectScreen } from './ProjectScreen.tsx'

type ProjectOpeningState = { readonly kind: 'loading' } | ProjectOpening

// A page whose code could not be loaded must not wait forever.
const toFailedOpening = (): ProjectOpening => ({ kind: 'failed' })

/** The client of a project, for a visitor; null is an anonymous one. It is closed when the screen goes. */
function useOpenProject(projectId: string, userId: string | null) {
  const [state, setState] = useState<ProjectOpeningState>({ kind: 'loading' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isOver = false
    let close = (): void => undefined
    const open = async (): Promise<void> => {
      const opening = await openProject(projectId).catch(toFailedOpening)
      // Drawn as a tree first, a graph would jump visibly.
      if (opening.kind === 'open' && opening.isGraph) await loadLayeredLayout().catch(() => undefined)
      // After the session ends the person is treated as a stranger, so the session is checked before the project counts
      // as missing.
      if (opening.kind === 'missing' && userId !== null && !isOver) await auth.check()
      if (isOver && opening.kind === 'open') opening.client.close()
      if (isOver) return
      if (opening.kind === 'open') close = () => opening.client.close()
      setState(opening)
    }
    if (turn >= 0) void open()
    return () => {
      isOver = true
      close()
    }
  }, [projectId, userId, turn])
  useEffect(() => {
    if (state.kind !== 'open') return undefined
    const { project } = state.client
    const reopen = () => setTurn((last) => last + 1)
    // A person who was removed, or removed themselves, sees that the project is gone.
    const stops = [
      state.client.onLost(reopen),
      project.subscribe(() => {
        if (findRole(userId, project.get()) === 'none') reopen()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [state, userId])
  const retry = () => {
    setState({ kind: 'loading' })
    setTurn(turn + 1)
  }
  return { state, retry }
}

export function ProjectPage() {
  const { id = '' } = useParams()
  const state = useAuth()
  const userId = state.kind === 'person' ? state.person.id : null
  const view = useOpenView(id, userId)
  return <OpenedProject key={`${id} ${userId}`} projectId={id} userId={userId} view={view} />
}

/**
 * Returns the view of the address. A link of the product leads to the project, and so to the view that the person chose
 * there last, or on a phone to the outline. An address that was typed, stored or gone back to shows what it says.
 */
function useOpenView(projectId: string, userId: string | null): PlanView {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const asked = parseViewPath(pathname)
  const [open, setOpen] = useState('')
  const isOpenAlready = open === formatViewPath(projectId, 'map')
  const isLink = asked === 'map' && type !== 'POP' && !isOpenAlready && !/[#&]pan=/u.test(hash)
  const view = isLink ? (chosenViews.read(userId, projectId) ?? getDefaultView()) : asked
  const path = formatViewPath(projectId, view)
  if (open !== path) setOpen(path)
  useEffect(() => {
    if (view !== asked) navigate(path + hash, { replace: true })
  }, [navigate, path, view, asked, hash])
  return view
}

const getDefaultView = (): PlanView => (window.matchMedia?.(phoneScreen).matches === true ? 'outline' : 'map')

interface OpenedProjectProps {
  readonly projectId: string
  /** Null: an anonymous visitor. */
  readonly userId: string | null
  readonly view: PlanView
}

function OpenedProject({ projectId, userId, view }: OpenedProjectProps) {
  const { state, retry } = useOpenProject(projectId, userId)
  useEffect(() => {
    if (state.kind === 'missing') planPictures.remove(userId, projectId)
    if (state.kind !== 'missing' && state.kind !== 'failed') return
    removePicture()
    isProjectPainted.set(true)
  }, [state, userId, projectId])
  useEffect(() => removePicture, [])
  switch (state.kind) {
    case 'loading':
      return <PageSkeleton />
    case 'failed':
      return <RetryPage onRetry={retry} />
    case 'missing':
      return userId === null ? <RedirectToLogin /> : <ProjectNotFoundPage projectId={projectId} />
    case 'open':
      return <ProjectScreen opening={state} userId={userId} view={view} />
  }
}

// Few people ever see this page, so it is not part of the project's code.
const ProjectNotFoundPage = lazyComponent(async () => (await import('./ProjectNotFoundPage.tsx')).ProjectNotFoundPage)

/** The visitor may have access once they are signed in. */
function RedirectToLogin() {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const next = encodeURIComponent(pathname + search + hash)
  useEffect(() => void navigate(`/login?next=${next}`, { replace: true, state: privateProjectState }), [navigate, next])
  return <PageSkeleton />
}
