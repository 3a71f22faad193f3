import { accept, normalizeEmail, type Result } from '@espalier/domain'
import type { Core, FormVisit, RegisteredOutcome } from '../core/core.ts'
import {
  createFlowRoutes,
  type FlowDefinition,
  readReturnTo,
  refuseForm,
  refuseSignedIn,
  replaceExpiredFlow,
  requireSubmittedFlow,
  resolveFlowDestination,
  resolveReturnTo,
  sendBrowserTo,
  startFlow,
} from '../core/flow-lifecycle.ts'
import { buildMethodNodes, rankByName, renderCsrfNode, renderFlow } from '../core/flow-view.ts'
import type { Visit, VisitResponse, VisitRoute } from '../core/visit.ts'
import { isEmailProven, toIdentityView } from '../identities/identity.ts'
import { toSessionView } from '../identities/session.ts'
import { buildTraitNodes } from '../identities/traits.ts'
import { type Flow, formWithMessages, isFlowExpired } from '../protocol/flow.ts'
import { messages } from '../protocol/messages.ts'
import type { UiNode } from '../protocol/nodes.ts'
import { issueSession } from '../sessions/sign-in.ts'
import { createIdentityRecord } from '../storage/identity-store.ts'
import { signedInResponse } from './login.ts'
import { beginVerification } from './verification.ts'

export const registrationFlow: FlowDefinition = {
  kind: 'registration',
  path: '/self-service/registration',
  initialState: 'choose_method',
  pageUrl: (pages) => pages.registration,
  expiredMessage: messages.registrationExpired,
  refusedStatus: 302,
  view: async (core, visit, flow) =>
    renderFlow(registrationFlow, visit, flow, await buildRegistrationNodes(core, visit, flow)),
}

const nodeOrder = ['csrf_token', 'traits.email', 'password', 'traits.firstname', 'traits.lastname', 'method']

function buildRegistrationNodes(core: Core, visit: Visit, flow: Flow): Promise<UiNode[]> {
  const common = [renderCsrfNode(visit), ...buildTraitNodes('default')]
  const parts = core.methods.map(({ registration: part }) => part)
  return buildMethodNodes({ core, visit, flow }, parts, common, rankByName(...nodeOrder))
}

async function startRegistration(core: Core, visit: Visit): Promise<VisitResponse> {
  const returnTo = readReturnTo(visit)
  if ((await visit.session()) !== null) return refuseSignedIn(visit, resolveReturnTo(visit, returnTo))
  return startFlow(core, visit, registrationFlow, { returnTo })
}

async function submitRegistration(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, registrationFlow)
  if ((await visit.session()) !== null) return refuseSignedIn(visit, visit.pages.home, 302)
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, registrationFlow, flow)
  const method = core.methods.find(({ registration: part }) => part?.claims(visit.fields))
  if (method?.registration === undefined) {
    return refuseForm(core, visit, registrationFlow, flow, formWithMessages(messages.noRegistrationMethod()))
  }
  const form = { core, visit, flow }
  const outcome = await method.registration.submit(form)
  if (outcome.kind === 'leave') return sendBrowserTo(visit, outcome.url)
  if (outcome.kind === 'refused') return refuseForm(core, visit, registrationFlow, flow, outcome.form, method.id)
  // Every "address is taken" answer counts as an attempt, because it reveals who has an account.
  const account = normalizeEmail(outcome.wanted.traits.email)
  const who = { account, address: visit.device.address, device: null }
  const attempt = await core.backOff.attempt('registration', who, visit.now)
  const done = await completeRegistration(form, outcome)
  if (done.ok) {
    await attempt.succeeded()
    return done.value
  }
  const taken = { messages: [messages.taken()], fields: outcome.fields }
  return refuseForm(core, visit, registrationFlow, flow, taken, method.id)
}

/** Creates the account and signs it in. 'taken': the email address or social account belongs to somebody else. */
export async function completeRegistration(
  { core, visit, flow }: FormVisit,
  { wanted, methods }: Pick<RegisteredOutcome, 'wanted' | 'methods'>,
): Promise<Result<VisitResponse, 'taken'>> {
  const status = core.options.initialStatus
  const created = await createIdentityRecord(
    core.db,
    { ...wanted, metadataPublic: { ...wanted.metadataPublic, status } },
    visit.now,
  )
  if (!created.ok) return created
  const identity = created.value
  core.options.audit({ kind: 'registered', identityId: identity.id, address: visit.device.address })
  const session = await issueSession(core, visit, { identity, methods, flow })
  const { email } = identity.traits
  const verification = isEmailProven(identity) ? [] : await beginVerification(core, visit, identity, email)
  const facts = { identity: toIdentityView(identity, visit.base), session: toSessionView(session, visit.base) }
  return accept(signedInResponse(visit, resolveFlowDestination(visit, flow), facts, verification))
}

export const registrationRoutes = (core: Core): readonly VisitRoute[] =>
  createFlowRoutes(core, registrationFlow, { start: startRegistration, submit: submitRegistration })
