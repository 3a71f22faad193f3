import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { lateActions } from '../actions/late-actions.ts'
import { wholeActions } from '../whole/whole-actions.ts'
import { formatShortcut } from '../keyboard/shortcuts.ts'
import { type HelpLine, listHelpGroups } from './HelpDialog.tsx'

const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guide/keyboard.md'), 'utf8')

const formatKeys = ({ shortcuts, gesture }: HelpLine): string =>
  gesture ?? shortcuts.map((shortcut) => formatShortcut(shortcut, false)).join(' or ')

it('lists the same keys in the guide as in the help, in the same order', () => {
  lateActions.set(wholeActions)
  const documented = [...guide.matchAll(/^\| (?!To |-)(.+?) +\| (.+?) +\|$/gm)].map(([, label, keys]) => [label, keys])
  const listed = listHelpGroups(openTestWorkspace({ root: {} })).flatMap(({ lines }) =>
    lines.map((line) => [line.label, formatKeys(line)]),
  )
  expect(documented).toEqual(listed)
})
