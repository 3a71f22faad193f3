import { toExcerpt } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { registerForPreload } from '../../platform/code-loading.ts'
import { frameTexts } from '../../texts/frame.ts'
import { projectLinkTexts as texts } from '../../texts/project-link.ts'
import { acceptedOrNotify, defineNodeAction, getPlainTitle, type WorkspaceAction } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

export const removeProjectLinkAction = defineNodeAction({
  id: 'link.remove',
  label: () => texts.remove,
  isEdit: true,
  isAvailable: (_bench, node) => node.projectLink !== null,
  run(workspace, { id }) {
    if (!acceptedOrNotify(workspace, workspace.client.edits.change(id, { projectLink: null }))) return
    workspace.map.announce(texts.removed(getPlainTitle(workspace, id)))
  },
})

const linkToExistingProjectAction = defineNodeAction({
  id: 'link.existing',
  label: () => texts.linkToExisting,
  isEdit: true,
  run: (workspace, { id }) => workspace.dialog.set({ kind: 'link', nodeId: id }),
})

export const linkToNewProjectAction = defineNodeAction({
  id: 'link.new',
  label: () => texts.linkToNew,
  isEdit: true,
  run: (workspace, node) => void createLinkedProject(workspace, node),
})

export const projectLinkActions: readonly WorkspaceAction[] = [
  removeProjectLinkAction,
  linkToExistingProjectAction,
  linkToNewProjectAction,
]

const loadProjects = registerForPreload(() => import('../../api/projects.ts'))
const creatingProject = new WeakSet<ProjectWorkspace>()

async function createLinkedProject(workspace: ProjectWorkspace, { id, title }: NodeRecord): Promise<void> {
  // A second press while the first is pending would create a second project.
  if (creatingProject.has(workspace)) return
  creatingProject.add(workspace)
  try {
    if (!(await waitUntilSaved(workspace.client))) return workspace.notify(texts.offline, 'failed')
    const loaded = await loadProjects().catch(() => null)
    if (loaded === null) return workspace.notify(frameTexts.partNotLoaded, 'failed')
    const made = await loaded.createProject({
      title: texts.newProjectTitle(toExcerpt(title)),
      nodeLinks: [id],
    })
    if (made.ok) workspace.navigate(`/tree/${made.value.id}`)
    else if (!made.isReported) workspace.notify(made.message, 'failed')
  } finally {
    creatingProject.delete(workspace)
  }
}

/** The server can link only a stored node. False: it cannot be stored now. */
export function waitUntilSaved({ saving }: ProjectClient): Promise<boolean> {
  return new Promise((resolve) => {
    const checkSaving = () => {
      const { kind } = saving.get()
      if (kind === 'saving') return
      stop()
      resolve(kind === 'saved')
    }
    const stop = saving.subscribe(checkSaving)
    checkSaving()
  })
}
