import { refuse, sharingTexts } from '@espalier/domain'
import type { NodeEdits } from '../replica/edits.ts'

type Edit = (...given: readonly unknown[]) => unknown

/** They edit nothing by themselves, or what is in them is guarded by itself. */
const unguarded: readonly string[] = ['adopt', 'group']

/** The same edits, refused here already while the person may not edit; `onEdited` is called after each that was not. */
export function guardEdits(edits: NodeEdits, canEdit: () => boolean, onEdited: () => void): NodeEdits {
  const guard = ([name, edit]: readonly [string, Edit]): readonly [string, Edit] => [
    name,
    (...given) => {
      if (!unguarded.includes(name) && !canEdit()) return refuse(sharingTexts.denied)
      const edited = edit(...given)
      onEdited()
      return edited
    },
  ]
  return Object.fromEntries((Object.entries(edits) as [string, Edit][]).map(guard)) as unknown as NodeEdits
}
