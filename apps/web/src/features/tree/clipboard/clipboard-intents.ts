import type { NodeId } from '@espalier/domain'
import { isApple, textOf } from '../keys/show-shortcut.ts'
import { nodeIntent } from '../workbench/acting.ts'
import type { Intent, Shortcut } from '../workbench/intent.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { readClipboard, writeClipboard } from './browser-clipboard.ts'
import { announceCopy, copyOf, cutAway, pasteBelow } from './take-branches.ts'

const keyOf = (key: string): Shortcut => ({ key, isCommand: true, isAlias: true, isByEvent: true })

/** What helps where a menu may not: the browser lets the keys. */
const deniedText = (shortcut: Shortcut): string =>
  `The browser did not allow this. Please press ${textOf(shortcut, isApple())} instead.`

const [copyKey, cutKey, pasteKey] = [keyOf('c'), keyOf('x'), keyOf('v')]

async function copy(bench: Workbench, nodeId: NodeId): Promise<void> {
  const copied = copyOf(bench, nodeId)
  if (copied === null) return
  if (await writeClipboard(copied.carried)) announceCopy(bench, copied)
  else bench.say(deniedText(copyKey), 'failed')
}

async function cut(bench: Workbench, nodeId: NodeId): Promise<void> {
  const copied = copyOf(bench, nodeId)
  if (copied === null) return
  if (await writeClipboard(copied.carried)) cutAway(bench, copied)
  else bench.say(deniedText(cutKey), 'failed')
}

async function paste(bench: Workbench, nodeId: NodeId | null): Promise<void> {
  const carried = await readClipboard()
  if (carried === null) bench.say(deniedText(pasteKey), 'failed')
  else await pasteBelow(bench, nodeId, carried)
}

export const clipboardIntents: readonly Intent[] = [
  nodeIntent({
    id: 'branch.copy',
    label: 'Copy',
    shortcuts: [copyKey],
    isEdit: false,
    run: (bench, { id }) => void copy(bench, id),
  }),
  nodeIntent({
    id: 'branch.cut',
    label: 'Cut',
    shortcuts: [cutKey],
    isEdit: true,
    run: (bench, { id }) => void cut(bench, id),
  }),
  {
    id: 'branch.paste',
    label: 'Paste',
    shortcuts: [pasteKey],
    isEdit: true,
    run: (bench, nodeId) => void paste(bench, nodeId),
  },
]
