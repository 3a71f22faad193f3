import { Secret, TOTP } from 'otpauth'
import type { FlowMethod, FormVisit, LoginOutcome, SettingsOutcome, SettingsVisit } from '../core/core.ts'
import { sendAccountNotice } from '../flows/address-proof.ts'
import { readTextField, type SubmittedFields } from '../protocol/fields.ts'
import { labels, messages } from '../protocol/messages.ts'
import { createImageNode, createInputNode, createSubmitNode, createTextNode, type UiNode } from '../protocol/nodes.ts'
import { requireIdentity } from '../storage/identity-store.ts'
import { consumeTotpStep, deleteCredential, findTotpSecret, storeTotp } from '../storage/second-factors.ts'
import { addSessionMethod } from '../storage/session-store.ts'
import {
  auditRefusedFactor,
  countSecondFactorAttempt,
  refuseMissing,
  refuseWith,
  requireFlowPerson,
  requireFreshSignIn,
  requireSecondStep,
} from './second-step.ts'

const periodSeconds = 30
/** How many steps a clock may be off, in either direction. */
const toleratedSteps = 1
const secretBytes = 20
const pictureSize = 256

const sealPurpose = (identityId: string): string => `totp ${identityId}`

/** How often an app was set up or removed in this flow, so that no secret is offered twice. */
const readRound = ({ flow }: FormVisit): number =>
  typeof flow.context['totp_round'] === 'number' ? flow.context['totp_round'] : 0

const nextRound = (form: SettingsVisit) => ({ ...form.flow.context, totp_round: readRound(form) + 1 })

/** The secret that this flow offers. It is derived, so that an unfinished flow stores no secret. */
function deriveOfferedSecret(form: SettingsVisit): Secret {
  const bytes = form.core.sealer.sign('totp secret', `${form.flow.id} ${form.identity.id} ${readRound(form)}`)
  return new Secret({ buffer: new Uint8Array(bytes.subarray(0, secretBytes)).buffer })
}

const createTotp = (secret: Secret, label = '', issuer = ''): TOTP =>
  new TOTP({ secret, label, issuer, algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** The time step of the code, or null if the code belongs to none that is accepted now. */
function findTotpStep(secret: Secret, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: toleratedSteps })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}

const readCode = (fields: SubmittedFields): string | undefined =>
  readTextField(fields, 'totp_code')?.replaceAll(/\s/g, '')

async function buildTotpLoginNodes(form: FormVisit): Promise<UiNode[]> {
  if ((await findTotpSecret(form.core.db, requireFlowPerson(form))) === null) return []
  const code = { name: 'totp_code', type: 'text', value: '', required: true, autocomplete: 'one-time-code' } as const
  return [
    createInputNode('totp', code, labels.totpCode()),
    createSubmitNode('totp', 'method', 'totp', labels.useTotp()),
  ]
}

async function submitTotpLogin(form: FormVisit): Promise<LoginOutcome> {
  const { core, visit } = form
  const code = readCode(visit.fields)
  if (code === undefined) return refuseMissing('totp_code')
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  const identityId = requireFlowPerson(form)
  const attempt = await countSecondFactorAttempt(form, 'totp', identityId)
  const sealed = await findTotpSecret(core.db, identityId)
  if (sealed === null) return refuseWith(messages.noTotp())
  const secret = core.sealer.open(sealPurpose(identityId), sealed)
  const step = secret === null ? null : findTotpStep(Secret.fromBase32(secret), code, visit.now)
  // A code counts once: somebody who has seen it being typed must not use it again.
  if (step === null || !(await consumeTotpStep(core.db, identityId, sealed, step))) {
    auditRefusedFactor(form, 'totp', identityId)
    return refuseWith(messages.totpWrong())
  }
  await attempt.succeeded()
  const method = { method: 'totp', aal: 'aal2', completed_at: visit.now.toISOString() } as const
  return { kind: 'authenticated', identityId, methods: [method] }
}

async function buildTotpSettingsNodes(form: SettingsVisit): Promise<UiNode[]> {
  const { core, visit, identity } = form
  if ((await findTotpSecret(core.db, identity.id)) !== null) {
    const unlink = { name: 'totp_unlink', type: 'submit', value: 'true', required: true } as const
    return [createInputNode('totp', unlink, labels.unlinkTotp())]
  }
  const secret = deriveOfferedSecret(form)
  const issuer = core.options.productName ?? new URL(visit.base).host
  const url = createTotp(secret, identity.traits.email, issuer).toString()
  // Loaded with the first picture, because few starts of the server draw one.
  const { toDataURL } = await import('qrcode')
  const picture = await toDataURL(url, { width: pictureSize, margin: 2 })
  const code = { name: 'totp_code', type: 'text', required: true, autocomplete: 'one-time-code' } as const
  return [
    createTextNode('totp', 'totp_secret_key', labels.totpSecret(secret.base32), labels.totpSecretLabel()),
    createImageNode('totp', 'totp_qr', picture, pictureSize, labels.totpPicture()),
    createInputNode('totp', code, labels.verifyTotp()),
    createSubmitNode('totp', 'method', 'totp', labels.save()),
  ]
}

const isUnlinking = (fields: SubmittedFields): boolean => readTextField(fields, 'totp_unlink') === 'true'

async function submitTotpSettings(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, identity, fields } = form
  form.ensureCsrf()
  if (!form.isPrivileged) return { kind: 'refresh-required' }
  const hasTotp = (await findTotpSecret(core.db, identity.id)) !== null
  if (!isUnlinking(fields)) return hasTotp ? { kind: 'saved', identity } : linkTotp(form)
  if (!hasTotp) return refuseWith(messages.noTotp())
  return requireFreshSignIn(form) ?? unlinkTotp(form)
}

async function linkTotp(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, visit, identity, session } = form
  const stale = requireSecondStep(form)
  if (stale !== null) return stale
  const code = readCode(form.fields)
  if (code === undefined) return refuseMissing('totp_code')
  const secret = deriveOfferedSecret(form)
  if (findTotpStep(secret, code, visit.now) === null) {
    const fields = { totp_code: { messages: [messages.totpWrong()] } }
    return { kind: 'refused', form: { messages: [], fields } }
  }
  const sealed = core.sealer.seal(sealPurpose(identity.id), secret.base32)
  await core.db.transaction(async (tx) => {
    await storeTotp(tx, identity.id, sealed, visit.now)
    // The code proves the new factor in this session; the others have to do the second step.
    await addSessionMethod(tx, session, { method: 'totp', aal: 'aal2', completed_at: visit.now.toISOString() })
  })
  reportFactor(form, 'second-factor-added')
  sendAccountNotice(core, identity, { kind: 'two-step-on' })
  return { kind: 'saved', identity: await requireIdentity(core.db, identity.id), context: nextRound(form) }
}

async function unlinkTotp(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, identity } = form
  await deleteCredential(core.db, identity.id, 'totp')
  reportFactor(form, 'second-factor-removed')
  sendAccountNotice(core, identity, { kind: 'two-step-off' })
  return { kind: 'saved', identity: await requireIdentity(core.db, identity.id), context: nextRound(form) }
}

function reportFactor(form: SettingsVisit, kind: 'second-factor-added' | 'second-factor-removed'): void {
  const { core, visit, identity, session } = form
  const { address } = visit.device
  core.options.audit({ kind, identityId: identity.id, sessionId: session.id, method: 'totp', address })
}

const claimsTotp = (fields: SubmittedFields): boolean => readTextField(fields, 'method') === 'totp'

/** Codes of an authenticator app, as the second step of a sign-in. */
export const totpMethod: FlowMethod = {
  id: 'totp',
  login: { level: 'aal2', nodes: buildTotpLoginNodes, claims: claimsTotp, submit: submitTotpLogin },
  settings: {
    nodes: buildTotpSettingsNodes,
    claims: (fields) => claimsTotp(fields) || isUnlinking(fields),
    submit: submitTotpSettings,
    keptFields: ['method', 'totp_code', 'totp_unlink'],
  },
}
