import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Setback } from '../../actions/attempt.ts'
import { keepUsable } from '../../actions/keep-usable.ts'
import { withoutFlow } from '../../actions/without-flow.ts'
import { type Answer, type Flow, hasMessage, messageIds } from '../../data/identity/index.ts'
import { auth } from '../../data/session/index.ts'
import { type OpenFlow, useFlow } from '../../data/sign-in/index.ts'
import { browser } from '../../platform/navigation.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { doneText, type Intent, leaveNote, type Profile, takeNote } from './note.ts'

export interface Settings {
  readonly opened: OpenFlow
  /** What was typed before the page had to be left, and was not saved meanwhile. */
  readonly typedBefore: Profile | null
  /** They came with a code from a mail, and need a new password before anything else. */
  readonly isRecovered: boolean
  /** Follows an answer to what was intended. */
  settle(answer: Answer, intent: Intent): Promise<Setback | 'left' | 'done'>
}

export function useSettings(): Settings {
  const [params, setParams] = useSearchParams()
  const [typedBefore, setTypedBefore] = useState<Profile | null>(null)
  const [isRecovered, setRecovered] = useState(false)
  const opened = useFlow({
    kind: 'settings',
    flowId: params.get('flow'),
    opened: (flow) => {
      setRecovered(hasMessage(flow, messageIds.recovered))
      const intent = takeNote()
      if (intent !== null && isSaved(flow)) celebrate(intent)
      else if (intent?.kind === 'profile') setTypedBefore(intent.typed)
    },
    signedOut: () => auth.clear(),
    replaced: () => setParams(withoutFlow, { replace: true }),
  })
  return { opened, typedBefore, isRecovered, settle: (answer, intent) => settle(answer, intent, opened) }
}

const isSaved = (flow: Flow): boolean => flow.state === 'success' && hasMessage(flow, messageIds.settingsSaved)

async function settle(answer: Answer, intent: Intent, opened: OpenFlow): Promise<Setback | 'left' | 'done'> {
  switch (answer.kind) {
    case 'flow':
      return settleFlow(answer.flow, intent, opened)
    case 'redirect':
      return leaveFor(answer.to, intent)
    case 'signed-in':
    case 'registered':
      return { kind: 'unexpected', status: 200, statusText: 'OK' }
    default:
      if (answer.kind === 'error' && answer.id === 'session_refresh_required' && answer.redirectTo !== null)
        return leaveFor(answer.redirectTo, intent)
      if ('status' in answer && answer.status === 401) {
        auth.clear()
        return 'left'
      }
      await keepUsable(answer, opened)
      return answer
  }
}

function settleFlow(flow: Flow, intent: Intent, opened: OpenFlow): 'done' {
  opened.show(flow)
  celebrate(intent)
  return 'done'
}

function leaveFor(url: string, intent: Intent): 'left' {
  leaveNote(intent)
  browser.assign(url)
  return 'left'
}

function celebrate(intent: Intent): void {
  toast.success(doneText(intent))
  // The top bar shows the name and the picture.
  if (intent.kind === 'profile') void auth.check()
}
