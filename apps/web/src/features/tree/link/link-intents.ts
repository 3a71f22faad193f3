import { excerptOf } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import type { Board } from '../../../data/board/board.ts'
import { loadedLater, notLoadedText } from '../../../platform/code-parts.ts'
import { isMade, nodeIntent, titleOf } from '../workbench/acting.ts'
import type { Intent } from '../workbench/intent.ts'
import type { Workbench } from '../workbench/workbench.ts'

export const removeProjectLink = nodeIntent({
  id: 'link.remove',
  label: 'Remove project link',
  isEdit: true,
  isOffered: (_bench, node) => node.projectLink !== null,
  run(bench, { id }) {
    if (!isMade(bench, bench.board.edits.change(id, { projectLink: null }))) return
    bench.stage.announce(`Removed the project link of ${titleOf(bench, id)}`)
  },
})

const linkToExisting = nodeIntent({
  id: 'link.existing',
  label: 'Link to an existing project',
  isEdit: true,
  run: (bench, { id }) => bench.dialog.set({ kind: 'link', nodeId: id }),
})

export const linkToNew = nodeIntent({
  id: 'link.new',
  label: 'Link to a new project',
  isEdit: true,
  run: (bench, node) => void breakDown(bench, node),
})

export const linkIntents: readonly Intent[] = [removeProjectLink, linkToExisting, linkToNew]

const loadProjects = loadedLater(() => import('../../../data/projects/index.ts'))
const underWay = new WeakSet<Workbench>()

async function breakDown(bench: Workbench, { id, title }: NodeRecord): Promise<void> {
  // A second press while the first is on its way would make a second project.
  if (underWay.has(bench)) return
  underWay.add(bench)
  try {
    if (!(await isStored(bench.board))) return bench.say('The server cannot be reached', 'failed')
    const loaded = await loadProjects().catch(() => null)
    if (loaded === null) return bench.say(notLoadedText, 'failed')
    const made = await loaded.createProject({
      title: `Breakdown for ${excerptOf(title)}`,
      nodeLinks: [id],
    })
    if (made.ok) bench.goTo(`/tree/${made.value.id}`)
    else if (!made.failure.isTold) bench.say(made.failure.text, 'failed')
  } finally {
    underWay.delete(bench)
  }
}

/** The server can link only a node that it has. False: it cannot be told of it now. */
export function isStored({ saving }: Board): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const { kind } = saving.get()
      if (kind === 'saving') return
      stop()
      resolve(kind === 'saved')
    }
    const stop = saving.subscribe(look)
    look()
  })
}
