import { useRef, useState } from 'react'
import { useAuth } from '../api/session/session.ts'
import { drafts } from '../platform/storage.ts'

export type DraftTexts = Readonly<Record<string, string>>

export interface FormDraft<Form extends DraftTexts> {
  readonly texts: Form
  readonly hasChanges: boolean
  /** The shown texts were typed before a reload. */
  readonly isRestored: boolean
  /** Grows when the draft is discarded, so that components with their own text restart. */
  readonly resetCount: number
  edit(change: Partial<Form>): void
  /** Returns to the stored texts. */
  discard(): void
  /** Deletes the stored draft; the texts on the screen stay. */
  forget(): void
}

/** Holds a form's texts. Those that differ from the stored ones survive a reload. */
export function useDraft<Form extends DraftTexts>(form: string, stored: Form): FormDraft<Form> {
  const auth = useAuth()
  const name = `${auth.kind === 'person' ? auth.person.id : ''}:${form}`
  const [restored] = useState(() => pickKnownTexts(drafts.read(name), stored))
  const [texts, setTexts] = useState<Form>({ ...stored, ...restored })
  // An editor may report two changes before the page is rendered again.
  const latest = useRef(texts)
  const [turn, setTurn] = useState(0)
  const show = (next: Form) => {
    latest.current = next
    setTexts(next)
  }
  const changed = findChanges(texts, stored)
  return {
    texts,
    resetCount: turn,
    hasChanges: Object.keys(changed).length > 0,
    isRestored: turn === 0 && Object.keys(restored).length > 0,
    edit(change) {
      show({ ...latest.current, ...change })
      storeDraft(name, findChanges(latest.current, stored))
    },
    discard() {
      drafts.remove(name)
      show(stored)
      setTurn(turn + 1)
    },
    forget: () => drafts.remove(name),
  }
}

// Unchanged fields are not stored: somebody else may change them meanwhile, and an old value would undo that.
const findChanges = <Form extends DraftTexts>(texts: Form, stored: Form): DraftTexts =>
  Object.fromEntries(Object.entries(texts).filter(([field, text]) => text !== stored[field]))

function storeDraft(name: string, changed: DraftTexts): void {
  if (Object.keys(changed).length === 0) drafts.remove(name)
  else drafts.write(name, changed)
}

const pickKnownTexts = (draft: DraftTexts | null, stored: DraftTexts): DraftTexts =>
  Object.fromEntries(Object.entries(draft ?? {}).filter(([field, text]) => field in stored && text !== stored[field]))
