import { normalizeEmail } from '@espalier/domain'
import type { Core } from '../core/core.ts'
import {
  beginFlow,
  createFlowRoutes,
  type FlowDefinition,
  flowPageUrl,
  readReturnTo,
  refuseForm,
  requireSubmittedFlow,
  respondWithFlow,
  startFlow,
  updateFlow,
} from '../core/flow-lifecycle.ts'
import { renderCsrfNode, renderFlow } from '../core/flow-view.ts'
import type { Visit, VisitResponse, VisitRoute } from '../core/visit.ts'
import { findPendingAddress, type IdentityRecord, isEmailProven } from '../identities/identity.ts'
import type { SessionRecord } from '../identities/session.ts'
import { type Flow, formWithMessages } from '../protocol/flow.ts'
import { labels, type Message, messages } from '../protocol/messages.ts'
import { adoptPendingAddress, findIdentityByEmail, requireIdentity } from '../storage/identity-store.ts'
import { messageTexts } from '../texts/messages.ts'
import {
  proveAddress,
  removeUnprovenCredentials,
  removeUnprovenFactors,
  reportFirstProof,
  sendAccountNotice,
} from './address-proof.ts'
import { buildCodeNodes, showCodeStep, submitCodeStep } from './code-steps.ts'
import { type RedeemedCode, sendCode } from './mailed-code.ts'

const verificationFlow: FlowDefinition = {
  kind: 'verification',
  path: '/self-service/verification',
  initialState: 'choose_method',
  pageUrl: (pages) => pages.verification,
  expiredMessage: messages.verificationExpired,
  refusedStatus: 303,
  view: async (_core, visit, flow) =>
    renderFlow(verificationFlow, visit, flow, [
      renderCsrfNode(visit),
      ...buildCodeNodes(flow, labels.verificationCode()),
    ]),
}

async function sendVerificationCode(
  core: Core,
  flow: Flow,
  email: string,
  owner: IdentityRecord | null,
  now: Date,
): Promise<void> {
  const mailer = core.options.verification
  if (mailer === undefined) throw new Error('verification is off')
  await sendCode(core, { purpose: 'verification code', flowId: flow.id, email, owner, mail: mailer.mail }, now)
}

/** Renders a started verification of this address as the next step of a registration or a change of address. */
interface ShowVerificationStep {
  readonly action: 'show_verification_ui'
  readonly flow: { readonly id: string; readonly verifiable_address: string; readonly url: string }
}

/** Mails a code to the address and returns the step that asks for it; nothing if verification is off. */
export async function beginVerification(
  core: Core,
  visit: Visit,
  owner: IdentityRecord,
  email: string,
): Promise<ShowVerificationStep[]> {
  if (core.options.verification === undefined) return []
  const startedFlow = await beginFlow(core, visit, verificationFlow)
  await sendVerificationCode(core, startedFlow, email, owner, visit.now)
  const flow = await showCodeStep(core, visit, startedFlow, email, messages.verificationCodeSent())
  const url = flowPageUrl(verificationFlow, visit, flow)
  return [{ action: 'show_verification_ui', flow: { id: flow.id, verifiable_address: email, url } }]
}

async function submitVerification(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, verificationFlow)
  return submitCodeStep(core, visit, flow, {
    kind: verificationFlow,
    purpose: 'verification code',
    mailScope: 'verification-mail',
    codeScope: 'verification-code',
    sentMessage: messages.verificationCodeSent,
    wrongCodeMessage: messages.verificationCodeWrong,
    doneMessage: messages.verificationDone,
    async sendTo(email) {
      await sendVerificationCode(core, flow, email, await findOwnerToVerify(core, visit, email), visit.now)
    },
    complete: (redeemed) => completeVerification(core, visit, flow, redeemed),
  })
}

/** Finds the owner of an address that is not proven yet. A pending address counts only in its owner's session. */
async function findOwnerToVerify(core: Core, visit: Visit, email: string): Promise<IdentityRecord | null> {
  const signedIn = (await visit.session())?.identity
  const pending = signedIn && findPendingAddress(signedIn)
  if (signedIn && pending && normalizeEmail(pending.value) === normalizeEmail(email)) return signedIn
  const owner = await findIdentityByEmail(core.db, email)
  return owner === null || isEmailProven(owner) ? null : owner
}

/** Runs after the correct code: the address is proven, and a pending address replaces the old one. */
async function completeVerification(
  core: Core,
  visit: Visit,
  flow: Flow,
  { identityId, email }: RedeemedCode,
): Promise<VisitResponse> {
  const identity = await requireIdentity(core.db, identityId)
  const current = await visit.session()
  const session = current?.identity.id === identityId ? current : null
  const pending = findPendingAddress(identity)
  if (session !== null && pending !== undefined && normalizeEmail(pending.value) === email) {
    const changed = await adoptVerifiedAddress(core, visit, identity, pending.value, session)
    if (changed) return respondVerified(core, visit, flow, messages.verified())
    return refuseForm(core, visit, verificationFlow, flow, formWithMessages(messages.taken()), 'code')
  }
  if (normalizeEmail(identity.traits.email) !== email) {
    const reason = messageTexts.logInToChangeEmail
    return refuseForm(core, visit, verificationFlow, flow, formWithMessages(messages.generic(reason)), 'code')
  }
  const provenWith = session && { methods: session.methods, session }
  const proof = await proveAddress(core.db, { identityId, email, provenWith }, visit.now)
  if (proof !== null) reportFirstProof(core, visit, identity, 'verification', proof)
  return respondVerified(
    core,
    visit,
    flow,
    proof?.removedPassword ? messages.verifiedWithoutSession() : messages.verified(),
  )
}

async function adoptVerifiedAddress(
  core: Core,
  visit: Visit,
  identity: IdentityRecord,
  newEmail: string,
  session: SessionRecord,
): Promise<boolean> {
  const adopted = await adoptPendingAddress(core.db, identity, newEmail, visit.now)
  if (!adopted.ok) return false
  if (!isEmailProven(identity)) {
    const provenWith = { methods: session.methods, session }
    const proof = await core.db.transaction(async (tx) => {
      await removeUnprovenFactors(tx, identity.id, provenWith)
      return removeUnprovenCredentials(tx, identity.id, provenWith, visit.now)
    })
    reportFirstProof(core, visit, identity, 'verification', proof)
  }
  core.options.audit({ kind: 'email-changed', identityId: identity.id, address: visit.device.address })
  sendAccountNotice(core, identity, { kind: 'email-changed' })
  return true
}

async function respondVerified(core: Core, visit: Visit, flow: Flow, message: Message): Promise<VisitResponse> {
  const done = await updateFlow(core, visit, flow, {
    state: 'passed_challenge',
    active: 'code',
    form: formWithMessages(message),
  })
  return respondWithFlow(core, visit, verificationFlow, done)
}

/** Without a way to mail codes the flow does not exist, and its URLs answer 404. */
export const verificationRoutes = (core: Core): readonly VisitRoute[] =>
  core.options.verification === undefined
    ? []
    : createFlowRoutes(core, verificationFlow, { start: startVerification, submit: submitVerification })

/** Needs no session, because an address can also be verified in a browser that is not signed in. */
const startVerification = (core: Core, visit: Visit): Promise<VisitResponse> =>
  startFlow(core, visit, verificationFlow, { returnTo: readReturnTo(visit) })
