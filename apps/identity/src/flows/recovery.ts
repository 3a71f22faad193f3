import type { Core } from '../core/core.ts'
import {
  beginFlow,
  createFlowRoutes,
  type FlowDefinition,
  flowPageUrl,
  readReturnTo,
  refuseForm,
  refuseSignedIn,
  requireSubmittedFlow,
  sendBrowserTo,
  startFlow,
  updateFlow,
} from '../core/flow-lifecycle.ts'
import { renderCsrfNode, renderFlow } from '../core/flow-view.ts'
import type { Visit, VisitResponse, VisitRoute } from '../core/visit.ts'
import { emptyForm, type Flow, formWithMessages } from '../protocol/flow.ts'
import { labels, messages } from '../protocol/messages.ts'
import { endSessions, issueSession } from '../sessions/sign-in.ts'
import { deletePendingAddress, findIdentityByEmail, requireIdentity } from '../storage/identity-store.ts'
import { proveAddress, reportFirstProof } from './address-proof.ts'
import { buildCodeNodes, submitCodeStep } from './code-steps.ts'
import { type RedeemedCode, sendCode } from './mailed-code.ts'
import { settingsFlow } from './settings.ts'

const recoveryFlow: FlowDefinition = {
  kind: 'recovery',
  path: '/self-service/recovery',
  initialState: 'choose_method',
  pageUrl: (pages) => pages.recovery,
  expiredMessage: messages.recoveryExpired,
  refusedStatus: 303,
  view: async (_core, visit, flow) =>
    renderFlow(recoveryFlow, visit, flow, [renderCsrfNode(visit), ...buildCodeNodes(flow, labels.recoveryCode())]),
}

async function startRecovery(core: Core, visit: Visit): Promise<VisitResponse> {
  const returnTo = readReturnTo(visit)
  if ((await visit.session()) !== null) return refuseSignedIn(visit, visit.pages.home)
  return startFlow(core, visit, recoveryFlow, { returnTo })
}

async function submitRecovery(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, recoveryFlow)
  if ((await visit.session()) !== null) return refuseSignedIn(visit, visit.pages.home)
  const purpose = 'recovery code'
  return submitCodeStep(core, visit, flow, {
    kind: recoveryFlow,
    purpose,
    mailScope: 'recovery-mail',
    codeScope: 'recovery-code',
    sentMessage: messages.recoveryCodeSent,
    wrongCodeMessage: messages.recoveryCodeWrong,
    doneMessage: messages.recoveryDone,
    async sendTo(email) {
      const owner = await findIdentityByEmail(core.db, email)
      await sendCode(core, { purpose, flowId: flow.id, email, owner, mail: core.options.sendRecoveryMail }, visit.now)
    },
    complete: (redeemed) => completeRecovery(core, visit, flow, redeemed),
  })
}

/** Runs after the correct code: ends every other session and leads to the settings, to set a new password. */
async function completeRecovery(
  core: Core,
  visit: Visit,
  flow: Flow,
  { identityId, email }: RedeemedCode,
): Promise<VisitResponse> {
  const identity = await requireIdentity(core.db, identityId)
  if (identity.state !== 'active')
    return refuseForm(core, visit, recoveryFlow, flow, formWithMessages(messages.disabled()))
  // No earlier credential is trusted, because recovery proves access to the mailbox and nothing else.
  const keepsFactors = core.options.verification === undefined
  const proof = await proveAddress(core.db, { identityId, email, provenWith: null, keepsFactors }, visit.now)
  if (proof !== null) reportFirstProof(core, visit, identity, 'recovery', proof)
  await deletePendingAddress(core.db, identityId)
  await endSessions(core, { identityId })
  await updateFlow(core, visit, flow, { state: 'passed_challenge', form: emptyForm })
  const method = { method: 'code_recovery', aal: 'aal1', completed_at: visit.now.toISOString() } as const
  await issueSession(core, visit, { identity: await requireIdentity(core.db, identityId), methods: [method], flow })
  core.options.audit({ kind: 'recovered', identityId, address: visit.device.address })
  const minutes = Math.round(core.lifespans.privilegedMs / 60_000)
  const next = await beginFlow(core, visit, settingsFlow, {
    identityId,
    returnTo: flow.returnTo,
    form: formWithMessages(messages.recovered(minutes)),
  })
  return sendBrowserTo(visit, flowPageUrl(settingsFlow, visit, next))
}

/** A code from a mail would be another way in, so with providers only the flow does not exist. */
export const recoveryRoutes = (core: Core): readonly VisitRoute[] =>
  core.options.isSignInByProvidersOnly
    ? []
    : createFlowRoutes(core, recoveryFlow, { start: startRecovery, submit: submitRecovery })
