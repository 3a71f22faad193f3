import { useRef, useState } from 'react'
import { useAuth } from '../data/session/index.ts'
import { drafts } from '../platform/drafts.ts'

export type Texts = Readonly<Record<string, string>>

export interface Draft<Form extends Texts> {
  readonly texts: Form
  readonly hasChanges: boolean
  /** What is shown was typed before a reload. */
  readonly isRestored: boolean
  /** Grows when everything typed was thrown away: what keeps its own text starts anew. */
  readonly turn: number
  edit(change: Partial<Form>): void
  /** Back to what is stored. */
  discard(): void
  /** Nothing is kept any more; what is on the screen stays. */
  drop(): void
}

/** A form's texts. What differs from the stored ones survives a reload. */
export function useKeptDraft<Form extends Texts>(form: string, stored: Form): Draft<Form> {
  const auth = useAuth()
  const name = `${auth.kind === 'person' ? auth.person.id : ''}:${form}`
  const [restored] = useState(() => knownTexts(drafts.read(name), stored))
  const [texts, setTexts] = useState<Form>({ ...stored, ...restored })
  // An editor may tell of two changes before the page is drawn again.
  const latest = useRef(texts)
  const [turn, setTurn] = useState(0)
  const show = (next: Form) => {
    latest.current = next
    setTexts(next)
  }
  const changed = changesIn(texts, stored)
  return {
    texts,
    turn,
    hasChanges: Object.keys(changed).length > 0,
    isRestored: turn === 0 && Object.keys(restored).length > 0,
    edit(change) {
      show({ ...latest.current, ...change })
      keep(name, changesIn(latest.current, stored))
    },
    discard() {
      drafts.remove(name)
      show(stored)
      setTurn(turn + 1)
    },
    drop: () => drafts.remove(name),
  }
}

// Fields left alone are not kept: somebody else may change them meanwhile, and an old value would undo that.
const changesIn = <Form extends Texts>(texts: Form, stored: Form): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([field, text]) => text !== stored[field]))

function keep(name: string, changed: Texts): void {
  if (Object.keys(changed).length === 0) drafts.remove(name)
  else drafts.write(name, changed)
}

const knownTexts = (kept: Texts | null, stored: Texts): Texts =>
  Object.fromEntries(Object.entries(kept ?? {}).filter(([field, text]) => field in stored && text !== stored[field]))
