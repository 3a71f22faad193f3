import { useCell } from '../../platform/cell.ts'
import { registerForPreload } from '../../platform/code-loading.ts'
import { useMediaQuery } from '../../platform/media-query.ts'
import { whenIdle } from '../../platform/timing.ts'
import { closeAndReopenCell, LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import { offerUnsavedTexts } from '../actions/offer-unsaved-texts.ts'
import { watchClipboard } from '../clipboard/watch-clipboard.ts'
import { resumeComments } from '../comments/resume-comments.ts'
import { watchWhole } from '../whole/watch-whole.ts'
import { presentation, wideScreen } from '../whole/whole-actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { storePicture } from './store-picture.ts'

const loadProposals = registerForPreload(() => import('../proposals/watch-proposals.tsx'))
const loadDropFiles = registerForPreload(() => import('../import-export/drop-files.ts'))

const SplitView = preloadableComponent(async () => (await import('./SplitView.tsx')).SplitView)

/**
 * Starts what is loaded after the nodes are painted: copying, dropping files, the picture of the next visit, and what
 * shows the plan as a whole. Stops it when the returned function is called.
 */
export function startLateParts(workspace: ProjectWorkspace, place: HTMLElement, userId: string | null): () => void {
  const stops = [watchClipboard(workspace), offerUnsavedTexts(workspace), watchWhole(workspace)]
  let isLeft = false
  const start = async (load: () => Promise<() => () => void>) => {
    const watch = await load().catch(() => null)
    if (!isLeft && watch !== null) stops.push(watch())
  }
  if (userId !== null) {
    stops.push(resumeComments(workspace.client, userId)(), storePicture(workspace, userId))
    whenIdle(() =>
      start(async () => {
        const { watchProposals } = await loadProposals()
        return () => watchProposals(workspace, userId)
      }),
    )
  }
  whenIdle(() =>
    start(async () => {
      const { acceptDroppedFiles } = await loadDropFiles()
      return () => acceptDroppedFiles(workspace, place)
    }),
  )
  workspace.lateParts.set(<LateParts workspace={workspace} />)
  return () => {
    isLeft = true
    workspace.lateParts.set(null)
    presentation.set(null)
    for (const stop of stops) stop()
  }
}

const LateParts = ({ workspace }: { readonly workspace: ProjectWorkspace }) => (
  <>
    <SplitSlot workspace={workspace} />
    {useCell(presentation)}
  </>
)

/** A narrow screen has no room for a second view; the address keeps it. */
function SplitSlot({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const view = useCell(workspace.split)
  const isWide = useMediaQuery(wideScreen)
  return view !== null && isWide ? (
    <LazyBoundary onFailed={closeAndReopenCell(workspace.split, null)}>
      <SplitView workspace={workspace} view={view} />
    </LazyBoundary>
  ) : null
}
