import type { NodeId } from '@espalier/domain'
import { copyText } from '../../platform/clipboard.ts'
import { nodeMenuTexts } from '../../texts/node-menu.ts'
import { defineNodeAction, type Shortcut, type WorkspaceAction } from '../actions/action.ts'
import { formatShortcut, isApplePlatform } from '../keyboard/shortcuts.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { ClipboardPayload } from './clipboard-payload.ts'
import { announceCopied, copySelectedNodes, deleteCutNodes, pasteUnderNode } from './watch-clipboard.ts'

/** Used by a menu, not by the keys: the browser may refuse, which returns false. */
async function writeClipboard({ text, html }: ClipboardPayload): Promise<boolean> {
  try {
    const parts = { 'text/plain': toBlob(text, 'text/plain'), 'text/html': toBlob(html, 'text/html') }
    await navigator.clipboard.write([new ClipboardItem(parts)])
    return true
  } catch {
    // An older browser accepts only the text.
    return copyText(text)
  }
}

const toBlob = (text: string, type: string): Blob => new Blob([text], { type })

/** Null: the browser refuses. */
async function readClipboard(): Promise<ClipboardPayload | null> {
  try {
    const items = await navigator.clipboard.read()
    const readType = async (type: string) => {
      const item = items.find(({ types }) => types.includes(type))
      return item === undefined ? '' : (await item.getType(type)).text()
    }
    return { text: await readType('text/plain'), html: await readType('text/html') }
  } catch {
    return null
  }
}

const defineClipboardShortcut = (key: string): Shortcut => ({
  key,
  isCommand: true,
  isAlias: true,
  isClipboardEvent: true,
})

/** A menu may be denied access, but the browser allows the keys. */
const formatDeniedText = (shortcut: Shortcut): string =>
  nodeMenuTexts.clipboardDenied(formatShortcut(shortcut, isApplePlatform()))

const [copyKey, cutKey, pasteKey] = [
  defineClipboardShortcut('c'),
  defineClipboardShortcut('x'),
  defineClipboardShortcut('v'),
]

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
    label: () => nodeMenuTexts.copy,
    shortcuts: [copyKey],
    isEdit: false,
    appliesToSelection: true,
    run: (workspace, { id }) => void copyFromMenu(workspace, id),
  }),
  defineNodeAction({
    id: 'branch.cut',
    label: () => nodeMenuTexts.cut,
    shortcuts: [cutKey],
    isEdit: true,
    appliesToSelection: true,
    run: (workspace, { id }) => void cutFromMenu(workspace, id),
  }),
  {
    id: 'branch.paste',
    label: () => nodeMenuTexts.paste,
    shortcuts: [pasteKey],
    isEdit: true,
    run: (workspace, nodeId) => void pasteFromMenu(workspace, nodeId),
  },
]
