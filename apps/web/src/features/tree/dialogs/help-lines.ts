import { clipboardIntents } from '../clipboard/clipboard-intents.ts'
import { type Intent, labelOf, type Shortcut } from '../workbench/intent.ts'
import { intentGroups } from '../workbench/intents/all.ts'
import type { Workbench } from '../workbench/workbench.ts'

export interface HelpLine {
  readonly label: string
  readonly shortcuts: readonly Shortcut[]
  /** What the hand does where it is no key. */
  readonly gesture?: string
}

export interface HelpGroup {
  readonly title: string
  readonly lines: readonly HelpLine[]
}

const gestures: readonly HelpLine[] = [
  { label: 'Edit a title', shortcuts: [], gesture: 'Double-click, or type a letter' },
  { label: 'New line in a title', shortcuts: [{ key: 'Enter', isShift: true }] },
  { label: 'Move the view', shortcuts: [], gesture: 'Scroll, drag the ground, or hold Space and drag' },
  { label: 'Zoom about the pointer', shortcuts: [], gesture: 'Ctrl and scroll, or pinch' },
  { label: 'Move a branch', shortcuts: [], gesture: 'Drag it; with Shift the node alone' },
  { label: 'Select more', shortcuts: [], gesture: 'Ctrl or \u2318 and click; Shift and drag a frame' },
  { label: 'Leave the canvas', shortcuts: [{ key: 'Escape' }] },
]

const lineOf = (bench: Workbench, intent: Intent): HelpLine => ({
  label: labelOf(intent, bench, null),
  shortcuts: intent.shortcuts ?? [],
})

/** What can be done at all by this person, and by which keys. */
export function helpGroups(bench: Workbench): readonly HelpGroup[] {
  const canEdit = bench.board.canEdit.get()
  const groups = [...intentGroups, { title: 'Copy and paste', intents: clipboardIntents }]
  const listed = groups.map(({ title, intents }) => ({
    title,
    lines: intents
      .filter((intent) => (canEdit || !intent.isEdit) && (intent.shortcuts?.length ?? 0) > 0)
      .map((intent) => lineOf(bench, intent)),
  }))
  return [...listed, { title: 'By hand', lines: gestures }].filter(({ lines }) => lines.length > 0)
}
