import type { Api } from '@espalier/contract'
import {
  areCredentialsFilled,
  checkTrackerSettings,
  limits,
  trackerTexts,
  type TrackerSettingsErrors,
} from '@espalier/domain'
import type { ApiFailure } from '../../data/projects/index.ts'
import { type AccountTracker, saveTracker, testTracker } from '../../data/tracker/index.ts'
import { noOutcome, said, type Outcome } from '../../ui/form/outcome.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { credentialsOf, type TrackerForm, typedFrom, withOptions } from './tracker-form.ts'

export type CheckState =
  /** Something is missing yet. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'valid'; readonly options: Api.JiraTestResult }
  | { readonly kind: 'invalid'; readonly text: string }

export interface TrackerFormState {
  readonly saved: AccountTracker
  readonly typed: TrackerForm
  /** Whether the tracker takes what is typed now. */
  readonly check: CheckState
  readonly outcome: Outcome
  readonly busy: 'save' | 'remove' | null
}

/** The form of an account's issue tracker: what is typed, whether the tracker takes it, and what was saved. */
export function openTrackerForm(loaded: AccountTracker) {
  let state: TrackerFormState = {
    saved: loaded,
    typed: typedFrom(loaded.jira),
    check: { kind: loaded.jira === null ? 'idle' : 'testing' },
    outcome: noOutcome,
    busy: null,
  }
  const listeners = new Set<() => void>()
  const become = (change: Partial<TrackerFormState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  let timer = 0
  let asked = 0
  let running: Promise<void> | null = null

  const test = async (): Promise<void> => {
    asked += 1
    const mine = asked
    const answer = await testTracker(credentialsOf(state.typed))
    // Only the answer to what is typed now counts.
    if (mine !== asked) return
    running = null
    if (answer.ok) {
      become({ check: { kind: 'valid', options: answer.value }, typed: withOptions(state.typed, answer.value) })
    } else become({ check: { kind: 'invalid', text: answer.failure.text } })
  }
  /** Whatever was asked before is about something else now. */
  const startOver = (delayMs: number): void => {
    window.clearTimeout(timer)
    asked += 1
    running = null
    const isWorthIt = areCredentialsFilled(state.typed)
    become({ check: { kind: isWorthIt ? 'testing' : 'idle' } })
    if (isWorthIt) timer = window.setTimeout(() => void (running = test()), delayMs)
  }
  /** Asked for at once where it is not known yet. */
  const known = async (): Promise<void> => {
    if (state.check.kind !== 'testing') return
    window.clearTimeout(timer)
    running ??= test()
    await running
  }
  const settle = (saved: AccountTracker): void => {
    become({ saved, typed: typedFrom(saved.jira), outcome: noOutcome })
    if (saved.jira === null) startOver(0)
  }
  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Saved credentials are tested when they are shown: keys run out by themselves. */
    open() {
      if (state.saved.jira !== null) startOver(0)
      return () => {
        window.clearTimeout(timer)
        asked += 1
      }
    },
    edit(change: Partial<TrackerForm>) {
      become({ typed: { ...state.typed, ...change }, outcome: noOutcome })
      if ('projectKey' in change && state.check.kind === 'valid') {
        become({ typed: withOptions(state.typed, state.check.options) })
      }
      if ('domain' in change || 'apiUser' in change || 'apiKey' in change) startOver(limits.trackerRetestMs)
    },
    async save() {
      become({ busy: 'save' })
      await known()
      const wrong = outcomeOf(checkTrackerSettings(state.typed, state.check.kind === 'valid'))
      if (wrong !== null) return become({ busy: null, outcome: wrong })
      const answer = await saveTracker(inputOf(state.typed, state.saved.jira))
      become({ busy: null })
      if (!answer.ok) return become({ outcome: refusalOf(answer.failure) })
      settle(answer.value)
      return toast.success(trackerTexts.saved)
    },
    async remove() {
      become({ busy: 'remove' })
      const answer = await saveTracker(null)
      become({ busy: null })
      if (!answer.ok) return become({ outcome: refusalOf(answer.failure) })
      settle(answer.value)
      return toast.success('Integration removed')
    },
  }
}

/** Null: nothing is wrong. */
function outcomeOf({ credentials = '', ...fields }: TrackerSettingsErrors): Outcome | null {
  const isWrong = credentials !== '' || Object.keys(fields).length > 0
  return isWrong ? said(credentials, fields) : null
}

function inputOf(form: TrackerForm, before: Api.JiraSettings | null): Api.JiraSettingsInput {
  const { projectKey, issueTypeId, epicTypeId, linkTypeId, epicLinkFieldId, webhookSecret } = form
  // What was not touched is not sent: a mask says nothing about the secret behind it.
  const isKept = webhookSecret === (before?.webhookSecret ?? '')
  const chosen = { projectKey, issueTypeId, epicTypeId, linkTypeId, epicLinkFieldId }
  return { ...credentialsOf(form), ...chosen, ...(!isKept && { webhookSecret }) }
}

function refusalOf({ field, text, isTold }: ApiFailure): Outcome {
  if (!isTold) toast.error(text, { isPersistent: true })
  return field === null ? said(text) : said(text, { [field]: text })
}
