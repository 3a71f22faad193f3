import { getPrimaryParent, type NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import type { PageAction, PageNode, PageSource } from '../../shared/palette.ts'
import { focusTexts } from '../../texts/focus.ts'
import { minimapTexts } from '../../texts/minimap.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { whatIfTexts } from '../../texts/what-if.ts'
import { getPlainTitle, goToNode, isActionAvailable, tryAction, type WorkspaceAction } from '../actions/action.ts'
import { getActionLabel } from '../actions/action-label.ts'
import { allActions } from '../actions/all-actions.ts'
import { lateActions } from '../actions/late-actions.ts'
import { formatShortcut } from '../keyboard/shortcuts.ts'
import { openProjectLists } from '../lists/open-lists.ts'
import { listMenuSections } from '../menu/menu-actions.ts'
import { minimapSetting } from '../minimap/minimap-setting.ts'
import { getSearchText } from '../search/search-nodes.ts'
import { focusBranch, getFocusedId } from '../workspace/focused-branch.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { showHiddenNode } from '../workspace/search-state.ts'
import { listInTreeOrder } from '../workspace/tree-order.ts'

/** Offers the actions of the project screen and its nodes, from the copy in this tab. */
export function createPaletteSource(workspace: ProjectWorkspace): PageSource {
  const { client, map, selection } = workspace
  return {
    projectId: client.projectId,
    listActions: () => listPageActions(workspace),
    findNodes: (text, most) => findNodes(workspace, text, most),
    goToNode(id) {
      showHiddenNode(workspace, id)
      goToNode(workspace, id)
    },
    focus() {
      const { current } = selection.get()
      if (current !== null) map.focus(current)
    },
  }
}

/** Steps of the arrow keys are rarely wanted by name. */
const isStep = ({ id }: WorkspaceAction): boolean => /^(?:go|select)\./u.test(id)

/** Lists the menu of the selected node, then everything else that has a key, and the tools without one. */
function listPageActions(workspace: ProjectWorkspace): readonly PageAction[] {
  const nodeId = workspace.selection.get().current
  const ofNode =
    nodeId === null || workspace.client.node(nodeId) === undefined ? [] : listMenuSections(workspace, nodeId)
  const actions = new Set<WorkspaceAction>([...ofNode.flat(), ...allActions, ...lateActions.get()])
  const available = [...actions].filter(
    (action) => action.id !== 'view.palette' && isActionAvailable(action, workspace, nodeId),
  )
  const toAction = (action: WorkspaceAction) => toPageAction(workspace, action, nodeId)
  return [
    ...available.filter((action) => !isStep(action)).map(toAction),
    ...listTools(workspace),
    ...available.filter(isStep).map(toAction),
  ]
}

const toPageAction = (workspace: ProjectWorkspace, action: WorkspaceAction, nodeId: NodeId | null): PageAction => ({
  id: action.id,
  label: getActionLabel(action, workspace, nodeId),
  ...(action.shortcuts?.[0] !== undefined && { keys: formatShortcut(action.shortcuts[0]) }),
  run: () => void tryAction(action, workspace, nodeId),
})

const minimapTool: PageAction = { id: 'tool.minimap', label: minimapTexts.minimap, run: minimapSetting.toggle }

function listTools(workspace: ProjectWorkspace): readonly PageAction[] {
  const { client, dialog, isHistoryOpen, matches, proposals, view } = workspace
  const proposed = proposals.get()
  const isFocused = getFocusedId(matches.get()) !== null
  const ofEditors: readonly PageAction[] = [
    { id: 'tool.history', label: toolbarTexts.history, run: () => isHistoryOpen.set(true) },
    { id: 'tool.lists', label: toolbarTexts.lists, run: () => openProjectLists(workspace) },
    { id: 'tool.webhooks', label: toolbarTexts.webhooks, run: () => dialog.set({ kind: 'webhooks' }) },
  ]
  return [
    ...(client.canEdit.get() ? ofEditors : []),
    ...(proposed === null
      ? []
      : [{ id: 'tool.proposals', label: toolbarTexts.openProposals(proposed.count), run: proposed.toggle }]),
    ...(isFocused
      ? [{ id: 'tool.everything', label: focusTexts.showEverything, run: () => focusBranch(workspace, null) }]
      : []),
    ...(view.get() === 'map' ? [minimapTool] : []),
    { id: 'tool.what-if', label: whatIfTexts.open, run: () => dialog.set({ kind: 'what-if' }) },
    { id: 'tool.export', label: toolbarTexts.exportProject, run: () => dialog.set({ kind: 'export' }) },
  ]
}

/** Texts without accents, until a node changes. */
const foldedTexts = new WeakMap<NodeRecord, string>()

const removeAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

function getFoldedText(node: NodeRecord): string {
  const known = foldedTexts.get(node)
  if (known !== undefined) return known
  const text = removeAccents(getSearchText(node))
  foldedTexts.set(node, text)
  return text
}

function findNodes(workspace: ProjectWorkspace, text: string, most: number): readonly PageNode[] {
  const { client } = workspace
  const wanted = removeAccents(text.toLowerCase()).trim()
  const words = wanted.split(/\s+/u)
  // Titles that begin with the text, other titles, descriptions; each in tree order.
  const ranked: NodeRecord[][] = [[], [], []]
  for (const id of listInTreeOrder(client.graph)) {
    const node = client.node(id)
    if (node === undefined) continue
    const folded = getFoldedText(node)
    if (!words.every((word) => folded.includes(word))) continue
    const title = folded.slice(0, folded.indexOf('\n'))
    const rank = title.startsWith(wanted) ? 0 : words.every((word) => title.includes(word)) ? 1 : 2
    ranked[rank]?.push(node)
  }
  return ranked
    .flat()
    .slice(0, most)
    .map((node) => ({
      id: node.id,
      title: getPlainTitle(workspace, node.id),
      status: node.status,
      below: getPlainTitle(workspace, getPrimaryParent(node) ?? ''),
    }))
}
