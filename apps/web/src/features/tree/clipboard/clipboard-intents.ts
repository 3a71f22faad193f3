import type { NodeId } from '@espalier/domain'
import { isApplePlatform, formatShortcut } from '../keys/show-shortcut.ts'
import { defineNodeAction } from '../workbench/acting.ts'
import type { WorkspaceAction, Shortcut } from '../workbench/intent.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { readClipboard, writeClipboard } from './browser-clipboard.ts'
import { announceCopied, copySelectedNodes, deleteCutNodes, pasteUnderNode } from './take-branches.ts'

const defineClipboardShortcut = (key: string): Shortcut => ({ key, isCommand: true, isAlias: true, isClipboardEvent: true })

/** What helps where a menu may not: the browser lets the keys. */
const formatDeniedText = (shortcut: Shortcut): string =>
  `The browser did not allow this. Please press ${formatShortcut(shortcut, isApplePlatform())} instead.`

const [copyKey, cutKey, pasteKey] = [defineClipboardShortcut('c'), defineClipboardShortcut('x'), defineClipboardShortcut('v')]

async function copyFromMenu(workspace: ProjectWorkspace, nodeId: NodeId): Promise<void> {
  const copied = copySelectedNodes(workspace, nodeId)
  if (copied === null) return
  if (await writeClipboard(copied.payload)) announceCopied(workspace, copied)
  else workspace.notify(formatDeniedText(copyKey), 'failed')
}

async function cutFromMenu(workspace: ProjectWorkspace, nodeId: NodeId): Promise<void> {
  const copied = copySelectedNodes(workspace, nodeId)
  if (copied === null) return
  if (await writeClipboard(copied.payload)) deleteCutNodes(workspace, copied)
  else workspace.notify(formatDeniedText(cutKey), 'failed')
}

async function pasteFromMenu(workspace: ProjectWorkspace, nodeId: NodeId | null): Promise<void> {
  const carried = await readClipboard()
  if (carried === null) workspace.notify(formatDeniedText(pasteKey), 'failed')
  else await pasteUnderNode(workspace, nodeId, carried)
}

export const clipboardActions: readonly WorkspaceAction[] = [
  defineNodeAction({
    id: 'branch.copy',
    label: 'Copy',
    shortcuts: [copyKey],
    isEdit: false,
    run: (workspace, { id }) => void copyFromMenu(workspace, id),
  }),
  defineNodeAction({
    id: 'branch.cut',
    label: 'Cut',
    shortcuts: [cutKey],
    isEdit: true,
    run: (workspace, { id }) => void cutFromMenu(workspace, id),
  }),
  {
    id: 'branch.paste',
    label: 'Paste',
    shortcuts: [pasteKey],
    isEdit: true,
    run: (workspace, nodeId) => void pasteFromMenu(workspace, nodeId),
  },
]
