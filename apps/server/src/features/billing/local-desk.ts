import { sendPage } from '../../markup/page.ts'
import type { Audit } from '../../ports/audit.ts'
import type { Accounts } from '../account/index.ts'
import type { Desk } from './desk.ts'
import { offerPage, runningPage, usedPage } from './local-pages.ts'

export interface LocalDeskOptions {
  readonly accounts: Pick<Accounts, 'read' | 'startTrial'>
  readonly audit: Audit
}

/** A trial clock of our own: nothing is paid, and where the trial stands is the whole of billing. */
export function localDesk({ accounts, audit }: LocalDeskOptions): Desk {
  const show: Desk['show'] = async (viewer, place, reply) => {
    const account = await accounts.read(viewer.accountId)
    const subscription = account?.subscription ?? null
    if (subscription === null) return sendPage(reply, 200, offerPage(place))
    const isRunning = subscription.status === 'trialing' && subscription.trialEnd !== null
    return sendPage(reply, 200, isRunning ? runningPage(place, subscription.trialEnd) : usedPage(place))
  }
  return {
    show,
    manage: show,
    async begin(viewer, place, reply) {
      const begun = await accounts.startTrial(viewer.accountId)
      if (!begun.ok) return sendPage(reply, 409, usedPage(place))
      audit({ kind: 'trial-started', userId: viewer.person.id, accountId: viewer.accountId })
      return reply.redirect(new URL('/projects?trial=1', place.web).href, 303)
    },
  }
}
