import { registerForPreload } from '../../platform/code-loading.ts'
import { frameTexts } from '../../texts/frame.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

const loadWhatIf = registerForPreload(() => import('./open-what-if.tsx'))

/** The panel, the schedule and the forecast are loaded with the first draft. */
export async function loadAndOpenWhatIf(workspace: ProjectWorkspace): Promise<void> {
  const loaded = await loadWhatIf().catch(() => null)
  if (loaded === null) workspace.notify(frameTexts.partNotLoaded, 'failed')
  else loaded.openWhatIf(workspace)
}
