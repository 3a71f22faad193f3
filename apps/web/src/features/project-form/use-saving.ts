import { checkProjectForm } from '@espalier/domain'
import { useState } from 'react'
import type { ApiResult, Project } from '../../data/projects/index.ts'
import { noFormErrors, type FormErrors, formError } from '../../ui/form/outcome.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { type ProjectFormValues, toFieldOutcome } from './project-texts.ts'

export interface ProjectSaveState {
  readonly outcome: FormErrors
  readonly isBusy: boolean
  save(texts: ProjectFormValues): Promise<void>
}

/** Checks the form, sends it, and says what is wrong. Sending nothing is as good as having sent. */
export function useSaveProject(
  send: (texts: ProjectFormValues, title: string) => Promise<ApiResult<Project>> | null,
  onSaved: (project: Project | null) => void,
): ProjectSaveState {
  const [outcome, setOutcome] = useState(noFormErrors)
  const [isBusy, setBusy] = useState(false)
  const save = async (texts: ProjectFormValues) => {
    const checked = checkProjectForm(texts)
    if (!checked.ok) return setOutcome(formError('', { ...checked.errors }))
    setOutcome(noFormErrors)
    setBusy(true)
    const answer = await send(texts, checked.value.title)
    setBusy(false)
    if (answer === null || answer.ok) return onSaved(answer === null ? null : answer.value)
    if (!answer.failure.isReported) toast.error(answer.failure.text, { isPersistent: true })
    setOutcome(toFieldOutcome(answer.failure))
  }
  return { outcome, isBusy, save }
}
