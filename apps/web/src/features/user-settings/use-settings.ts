import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type SubmitFailure } from '../../actions/attempt.ts'
import { renewFlowAfterError } from '../../actions/keep-usable.ts'
import { withoutFlowParam } from '../../actions/without-flow.ts'
import { type FlowResult, type Flow, flowHasMessage, flowMessageIds } from '../../data/identity/index.ts'
import { auth } from '../../data/session/index.ts'
import { type FlowHandle, useFlow } from '../../data/sign-in/index.ts'
import { browser } from '../../platform/navigation.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { describeSavedSetting, type SettingsIntent, storeSettingsIntent, type ProfileValues, popSettingsIntent } from './note.ts'

export interface SettingsFlow {
  readonly opened: FlowHandle
  /** What was typed before the page had to be left, and was not saved meanwhile. */
  readonly typedBefore: ProfileValues | null
  /** They came with a code from a mail, and need a new password before anything else. */
  readonly isRecovered: boolean
  /** Follows an answer to what was intended. */
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
      if (intent !== null && isSaved(flow)) announceSaved(intent)
      else if (intent?.kind === 'profile') setTypedBefore(intent.typed)
    },
    onSignedOut: () => auth.clear(),
    onReplaced: () => setParams(withoutFlowParam, { replace: true }),
  })
  return { opened, typedBefore, isRecovered, handleAnswer: (answer, intent) => handleAnswer(answer, intent, opened) }
}

const isSaved = (flow: Flow): boolean => flow.state === 'success' && flowHasMessage(flow, flowMessageIds.settingsSaved)

async function handleAnswer(answer: FlowResult, intent: SettingsIntent, opened: FlowHandle): Promise<SubmitFailure | 'left' | 'done'> {
  switch (answer.kind) {
    case 'flow':
      return handleFlow(answer.flow, intent, opened)
    case 'redirect':
      return leaveForAddress(answer.to, intent)
    case 'signed-in':
    case 'registered':
      return { kind: 'unexpected', status: 200, statusText: 'OK' }
    default:
      if (answer.kind === 'error' && answer.id === 'session_refresh_required' && answer.redirectTo !== null)
        return leaveForAddress(answer.redirectTo, intent)
      if ('status' in answer && answer.status === 401) {
        auth.clear()
        return 'left'
      }
      await renewFlowAfterError(answer, opened)
      return answer
  }
}

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
  toast.success(describeSavedSetting(intent))
  // The top bar shows the name and the picture.
  if (intent.kind === 'profile') void auth.check()
}
