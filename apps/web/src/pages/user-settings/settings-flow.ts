import { useState } from 'react'
import type { FlowResult } from '../../api/identity/flow-result.ts'
import { findFlowNode, type Flow, flowHasMessage, flowMessageIds } from '../../api/identity/flow.ts'
import { factorPayload } from '../../api/identity/payloads.ts'
import { identityClient } from '../../api/session/identity.ts'
import { auth } from '../../api/session/session.ts'
import { type FlowHandle, useFlow } from '../../api/session/use-flow.ts'
import { browser } from '../../platform/navigation.ts'
import { useSearchParams } from '../../platform/router.tsx'
import { tabStorage } from '../../platform/storage.ts'
import { renewFlowAfterError, type SubmitFailure, withoutFlowParam } from '../../shared/flow-attempt.tsx'
import { twoStepTexts } from '../../texts/two-step.ts'
import { userSettingsTexts } from '../../texts/user-settings.ts'
import { toast } from '../../ui/Toasts.tsx'

export interface ProfileValues {
  readonly firstname: string
  readonly lastname: string
  readonly email: string
}

type SettingsIntent =
  | { readonly kind: 'profile'; readonly typed: ProfileValues }
  | { readonly kind: 'password' }
  | { readonly kind: 'link' | 'unlink'; readonly label: string }
  | { readonly kind: 'two-step'; readonly step: TwoStepChange }

/** The result of a form of two-step sign-in; 'shown' changes nothing yet. */
export type TwoStepChange = keyof typeof twoStepTexts.saved | 'shown'

const intentStorageKey = 'settings-intent'

/** Stores what was being changed when the page had to be left. It never contains a password. */
const storeSettingsIntent = (intent: SettingsIntent): void => tabStorage.write(intentStorageKey, JSON.stringify(intent))

/** Reads and removes the stored intent. Null: nothing was interrupted. */
function popSettingsIntent(): SettingsIntent | null {
  const note = tabStorage.read(intentStorageKey)
  tabStorage.remove(intentStorageKey)
  if (note === null) return null
  try {
    return parseSettingsIntent(JSON.parse(note))
  } catch {
    return null
  }
}

function parseSettingsIntent(value: unknown): SettingsIntent | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null
  if (value.kind === 'password') return { kind: 'password' }
  if (value.kind === 'link' || value.kind === 'unlink')
    return 'label' in value && typeof value.label === 'string' ? { kind: value.kind, label: value.label } : null
  if (value.kind === 'two-step' && 'step' in value && isTwoStepChange(value.step))
    return { kind: 'two-step', step: value.step }
  const typed = value.kind === 'profile' && 'typed' in value ? value.typed : null
  return isProfile(typed) ? { kind: 'profile', typed } : null
}

const isTwoStepChange = (value: unknown): value is TwoStepChange =>
  typeof value === 'string' && (value === 'shown' || value in twoStepTexts.saved)

const isProfile = (value: unknown): value is ProfileValues =>
  typeof value === 'object' &&
  value !== null &&
  ['firstname', 'lastname', 'email'].every((name) => typeof Reflect.get(value, name) === 'string')

/** Returns the confirmation text; empty if nothing was saved. */
function describeSavedSetting(intent: SettingsIntent): string {
  switch (intent.kind) {
    case 'profile':
      return userSettingsTexts.profile.saved
    case 'password':
      return userSettingsTexts.password.changed
    case 'link':
      return userSettingsTexts.social.linked(intent.label)
    case 'unlink':
      return userSettingsTexts.social.unlinked(intent.label)
    case 'two-step':
      return intent.step === 'shown' ? '' : twoStepTexts.saved[intent.step]
  }
}

export interface SettingsFlow {
  readonly opened: FlowHandle
  /** The values typed before the page had to be left, if they were not saved meanwhile. */
  readonly typedBefore: ProfileValues | null
  /** The person came with a code from a mail and needs a new password first. */
  readonly isRecovered: boolean
  /** Handles the answer to a submitted intent. */
  handleAnswer(answer: FlowResult, intent: SettingsIntent): Promise<SubmitFailure | 'left' | 'done'>
}

export function useSettingsFlow(): SettingsFlow {
  const [params, setParams] = useSearchParams()
  const [typedBefore, setTypedBefore] = useState<ProfileValues | null>(null)
  const [isRecovered, setRecovered] = useState(false)
  const opened = useFlow({
    kind: 'settings',
    flowId: params.get('flow'),
    onOpened: (flow) => {
      setRecovered(flowHasMessage(flow, flowMessageIds.recovered))
      const intent = popSettingsIntent()
      if (intent !== null && isSaved(flow)) void completeIntent(flow, intent, opened)
      else if (intent?.kind === 'profile') setTypedBefore(intent.typed)
    },
    onSignedOut: () => auth.clear(),
    onReplaced: () => setParams(withoutFlowParam, { replace: true }),
  })
  return { opened, typedBefore, isRecovered, handleAnswer: (answer, intent) => handleAnswer(answer, intent, opened) }
}

/**
 * Does the rest of a change whose first part was saved while the person logged in again: the recovery codes go with the
 * app, because with them the login would still ask for a second step.
 */
async function completeIntent(flow: Flow, intent: SettingsIntent, opened: FlowHandle): Promise<void> {
  const isTurnedOff = intent.kind === 'two-step' && intent.step === 'off'
  if (isTurnedOff && findFlowNode(flow, 'lookup_secret_disable') !== null) {
    const fields = { lookup_secret_disable: true } as const
    const answer = await identityClient.submitFlow(flow, factorPayload(flow, fields))
    if (answer.kind !== 'flow') return
    opened.show(answer.flow)
  }
  announceSaved(intent)
}

const isSaved = (flow: Flow): boolean => flow.state === 'success' && flowHasMessage(flow, flowMessageIds.settingsSaved)

async function handleAnswer(
  answer: FlowResult,
  intent: SettingsIntent,
  opened: FlowHandle,
): Promise<SubmitFailure | 'left' | 'done'> {
  switch (answer.kind) {
    case 'flow':
      return handleFlow(answer.flow, intent, opened)
    case 'redirect':
      return leaveForAddress(answer.to, intent)
    case 'signed-in':
    case 'registered':
      return { kind: 'unexpected', status: 200, statusText: 'OK' }
    default:
      if (answer.kind === 'error' && asksToSignIn(answer.id) && answer.redirectTo !== null)
        return leaveForAddress(answer.redirectTo, intent)
      if ('status' in answer && answer.status === 401) {
        auth.clear()
        return 'left'
      }
      await renewFlowAfterError(answer, opened)
      return answer
  }
}

/** The sign-in is too long ago, or was only the first step. */
const asksToSignIn = (errorId: string | null): boolean =>
  errorId === 'session_refresh_required' || errorId === 'session_aal2_required'

function handleFlow(flow: Flow, intent: SettingsIntent, opened: FlowHandle): 'done' {
  opened.show(flow)
  announceSaved(intent)
  return 'done'
}

function leaveForAddress(url: string, intent: SettingsIntent): 'left' {
  storeSettingsIntent(intent)
  browser.assign(url)
  return 'left'
}

function announceSaved(intent: SettingsIntent): void {
  const text = describeSavedSetting(intent)
  if (text !== '') toast.success(text)
  // The top bar shows the name and the picture.
  if (intent.kind === 'profile') void auth.check()
}
