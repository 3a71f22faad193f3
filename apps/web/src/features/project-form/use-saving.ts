import { checkProjectForm } from '@espalier/domain'
import { useState } from 'react'
import type { ApiAnswer, Project } from '../../data/projects/index.ts'
import { noOutcome, type Outcome, said } from '../../ui/form/outcome.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { type ProjectTexts, refusalOf } from './project-texts.ts'

export interface Saving {
  readonly outcome: Outcome
  readonly isBusy: boolean
  save(texts: ProjectTexts): Promise<void>
}

/** Checks the form, sends it, and says what is wrong. Sending nothing is as good as having sent. */
export function useSaving(
  send: (texts: ProjectTexts, title: string) => Promise<ApiAnswer<Project>> | null,
  onSaved: (project: Project | null) => void,
): Saving {
  const [outcome, setOutcome] = useState(noOutcome)
  const [isBusy, setBusy] = useState(false)
  const save = async (texts: ProjectTexts) => {
    const checked = checkProjectForm(texts)
    if (!checked.ok) return setOutcome(said('', { ...checked.errors }))
    setOutcome(noOutcome)
    setBusy(true)
    const answer = await send(texts, checked.value.title)
    setBusy(false)
    if (answer === null || answer.ok) return onSaved(answer === null ? null : answer.value)
    if (!answer.failure.isTold) toast.error(answer.failure.text, { isPersistent: true })
    setOutcome(refusalOf(answer.failure))
  }
  return { outcome, isBusy, save }
}
