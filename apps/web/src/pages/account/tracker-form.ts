import type { Api } from '@espalier/schema'
import {
  areCredentialsFilled,
  checkTrackerSettings,
  limits,
  resolveTrackerSelection,
  type TrackerSettingsErrors,
  trackerTexts,
} from '@espalier/domain'
import { type JiraIntegration, type JiraTestResult, saveJiraIntegration, testJiraCredentials } from '../../api/jira.ts'
import type { ApiFailure } from '../../api/projects.ts'
import { accountSettingsTexts } from '../../texts/account-settings.ts'
import { toast } from '../../ui/Toasts.tsx'
import { createCell } from '../../platform/cell.ts'
import { formError, type FormErrors, noFormErrors } from '../../ui/form/Form.tsx'

/** All values that can be typed or chosen. */
export interface TrackerFormValues {
  readonly domain: string
  readonly apiUser: string
  readonly apiKey: string
  readonly projectKey: string | null
  readonly issueTypeId: string | null
  readonly epicTypeId: string | null
  readonly linkTypeId: string | null
  readonly epicLinkFieldId: string | null
  readonly webhookSecret: string
}

const toTrackerFormValues = (jira: Api.JiraSettings | null): TrackerFormValues => ({
  domain: jira?.domain ?? '',
  apiUser: jira?.apiUser ?? '',
  apiKey: jira?.apiKey ?? '',
  projectKey: jira?.projectKey ?? null,
  issueTypeId: jira?.issueTypeId ?? null,
  epicTypeId: jira?.epicTypeId ?? null,
  linkTypeId: jira?.linkTypeId ?? null,
  epicLinkFieldId: jira?.epicLinkFieldId ?? null,
  webhookSecret: jira?.webhookSecret ?? '',
})

const toCredentials = ({ domain, apiUser, apiKey }: TrackerFormValues): Api.JiraCredentials => ({
  domain: domain.trim(),
  apiUser: apiUser.trim(),
  apiKey: apiKey.trim(),
})

/** Keeps the previous choice while the tracker still offers it, else chooses the one with the usual name. */
const applyTrackerOptions = (form: TrackerFormValues, options: JiraTestResult): TrackerFormValues => ({
  ...form,
  ...resolveTrackerSelection(options, form),
  epicLinkFieldId: options.epicLinkFieldId,
})

export type ConnectionCheck =
  /** A value is still missing. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'valid'; readonly options: JiraTestResult }
  | { readonly kind: 'invalid'; readonly text: string }

interface TrackerFormState {
  readonly saved: JiraIntegration
  readonly typed: TrackerFormValues
  /** Tells whether the tracker accepts the typed credentials. */
  readonly check: ConnectionCheck
  readonly outcome: FormErrors
  readonly busy: 'save' | 'remove' | null
}

/** The form of an account's issue tracker: typed values, the connection check, and the saved settings. */
export function createTrackerForm(loaded: JiraIntegration) {
  const state = createCell<TrackerFormState>({
    saved: loaded,
    typed: toTrackerFormValues(loaded.jira),
    check: { kind: loaded.jira === null ? 'idle' : 'testing' },
    outcome: noFormErrors,
    busy: null,
  })
  const become = (change: Partial<TrackerFormState>): void => state.set({ ...state.get(), ...change })
  let timer = 0
  let asked = 0
  let running: Promise<void> | null = null

  const test = async (): Promise<void> => {
    asked += 1
    const mine = asked
    const answer = await testJiraCredentials(toCredentials(state.get().typed))
    // Only the answer to the current values counts.
    if (mine !== asked) return
    running = null
    if (answer.ok) {
      become({
        check: { kind: 'valid', options: answer.value },
        typed: applyTrackerOptions(state.get().typed, answer.value),
      })
    } else become({ check: { kind: 'invalid', text: answer.message } })
  }
  /** A running check is about values that have changed. */
  const startOver = (delayMs: number): void => {
    window.clearTimeout(timer)
    asked += 1
    running = null
    const isWorthIt = areCredentialsFilled(state.get().typed)
    become({ check: { kind: isWorthIt ? 'testing' : 'idle' } })
    if (isWorthIt) timer = window.setTimeout(() => void (running = test()), delayMs)
  }
  /** Runs a waiting check at once. */
  const known = async (): Promise<void> => {
    if (state.get().check.kind !== 'testing') return
    window.clearTimeout(timer)
    running ??= test()
    await running
  }
  const settle = (saved: JiraIntegration): void => {
    become({ saved, typed: toTrackerFormValues(saved.jira), outcome: noFormErrors })
    if (saved.jira === null) startOver(0)
  }
  return {
    get: state.get,
    subscribe: state.subscribe,
    /** Saved credentials are tested when they are shown, because keys expire. */
    open() {
      if (state.get().saved.jira !== null) startOver(0)
      return () => {
        window.clearTimeout(timer)
        asked += 1
      }
    },
    edit(change: Partial<TrackerFormValues>) {
      become({ typed: { ...state.get().typed, ...change }, outcome: noFormErrors })
      const { check, typed } = state.get()
      if ('projectKey' in change && check.kind === 'valid') become({ typed: applyTrackerOptions(typed, check.options) })
      if ('domain' in change || 'apiUser' in change || 'apiKey' in change) startOver(limits.trackerRetestMs)
    },
    async save() {
      become({ busy: 'save' })
      await known()
      const wrong = toSettingsOutcome(checkTrackerSettings(state.get().typed, state.get().check.kind === 'valid'))
      if (wrong !== null) return become({ busy: null, outcome: wrong })
      const answer = await saveJiraIntegration(toSettingsInput(state.get().typed, state.get().saved.jira))
      become({ busy: null })
      if (!answer.ok) return become({ outcome: toRejectedOutcome(answer) })
      settle(answer.value)
      return toast.success(trackerTexts.saved)
    },
    async remove() {
      become({ busy: 'remove' })
      const answer = await saveJiraIntegration(null)
      become({ busy: null })
      if (!answer.ok) return become({ outcome: toRejectedOutcome(answer) })
      settle(answer.value)
      return toast.success(accountSettingsTexts.removed)
    },
  }
}

/** Null: nothing is wrong. */
function toSettingsOutcome({ credentials = '', ...fields }: TrackerSettingsErrors): FormErrors | null {
  const isWrong = credentials !== '' || Object.keys(fields).length > 0
  return isWrong ? formError(credentials, fields) : null
}

function toSettingsInput(form: TrackerFormValues, before: Api.JiraSettings | null): Api.JiraSettingsInput {
  const { projectKey, issueTypeId, epicTypeId, linkTypeId, epicLinkFieldId, webhookSecret } = form
  // An untouched secret is not sent: its mask says nothing about the secret behind it.
  const isKept = webhookSecret === (before?.webhookSecret ?? '')
  const chosen = { projectKey, issueTypeId, epicTypeId, linkTypeId, epicLinkFieldId }
  return { ...toCredentials(form), ...chosen, ...(!isKept && { webhookSecret }) }
}

function toRejectedOutcome({ field, message, isReported: isTold }: ApiFailure): FormErrors {
  if (!isTold) toast.error(message, { isPersistent: true })
  return field === null ? formError(message) : formError(message, { [field]: message })
}
