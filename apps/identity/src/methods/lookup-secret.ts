import { timingSafeEqual } from 'node:crypto'
import type { Core, FlowMethod, FormVisit, LoginOutcome, SettingsOutcome, SettingsVisit } from '../core/core.ts'
import { sendAccountNotice } from '../flows/address-proof.ts'
import { randomAlphanumeric, sha256 } from '../protocol/crypto.ts'
import { readTextField, type SubmittedFields } from '../protocol/fields.ts'
import { isJsonObject, type JsonObject } from '../protocol/json.ts'
import { labels, messages } from '../protocol/messages.ts'
import { createInputNode, createSubmitNode, createTextNode, type UiNode } from '../protocol/nodes.ts'
import { requireIdentity } from '../storage/identity-store.ts'
import { consumeLookupCode, deleteCredential, findLookupCodes, storeLookupCodes } from '../storage/second-factors.ts'
import { addSessionMethod } from '../storage/session-store.ts'
import { messageTexts } from '../texts/messages.ts'
import {
  auditRefusedFactor,
  countSecondFactorAttempt,
  refuseMissing,
  refuseWith,
  requireFlowPerson,
  requireFreshSignIn,
  requireSecondStep,
} from './second-step.ts'

const codeCount = 12
const codeLength = 8
const contextKey = 'lookup_secret'

interface LookupCode {
  readonly code: string
  readonly usedAt: string | null
}

const sealPurpose = (identityId: string): string => `lookup secret ${identityId}`

async function readCodes(core: Core, identityId: string): Promise<readonly LookupCode[] | null> {
  const stored = await findLookupCodes(core.db, identityId)
  return (
    stored?.map(({ sealed, used_at: usedAt }) => ({
      code: core.sealer.open(sealPurpose(identityId), sealed) ?? '',
      usedAt,
    })) ?? null
  )
}

/** A code is typed by hand, so case, spaces and hyphens do not matter. */
const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase()

async function buildLookupLoginNodes(form: FormVisit): Promise<UiNode[]> {
  if ((await findLookupCodes(form.core.db, requireFlowPerson(form))) === null) return []
  const code = { name: 'lookup_secret', type: 'text', value: '', required: true } as const
  return [
    createInputNode('lookup_secret', code, labels.lookupCode()),
    createSubmitNode('lookup_secret', 'method', 'lookup_secret', labels.useLookup()),
  ]
}

const equalTexts = (left: string, right: string): boolean =>
  timingSafeEqual(Buffer.from(sha256(left)), Buffer.from(sha256(right)))

async function submitLookupLogin(form: FormVisit): Promise<LoginOutcome> {
  const { core, visit } = form
  const typed = readTextField(visit.fields, 'lookup_secret')
  if (typed === undefined) return refuseMissing('lookup_secret')
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  const identityId = requireFlowPerson(form)
  const attempt = await countSecondFactorAttempt(form, 'lookup_secret', identityId)
  const stored = await findLookupCodes(core.db, identityId)
  if (stored === null) return refuseWith(messages.noLookup())
  const code = normalizeCode(typed)
  const open = (sealed: string) => core.sealer.open(sealPurpose(identityId), sealed)
  const index = code === '' ? -1 : stored.findIndex(({ sealed }) => equalTexts(open(sealed) ?? '', code))
  const found = stored[index]
  if (found === undefined) {
    auditRefusedFactor(form, 'lookup_secret', identityId)
    return refuseWith(messages.lookupWrong())
  }
  const isFirstUse = await consumeLookupCode(core.db, identityId, { index, sealed: found.sealed }, visit.now)
  if (!isFirstUse) {
    auditRefusedFactor(form, 'lookup_secret', identityId)
    return refuseWith(messages.lookupUsed())
  }
  await attempt.succeeded()
  const method = { method: 'lookup_secret', aal: 'aal2', completed_at: visit.now.toISOString() } as const
  return { kind: 'authenticated', identityId, methods: [method] }
}

const button = (name: string, label: ReturnType<typeof labels.revealLookup>): UiNode =>
  createSubmitNode('lookup_secret', name, 'true', label)

const showCodes = (codes: readonly LookupCode[]): UiNode =>
  createTextNode('lookup_secret', 'lookup_secret_codes', labels.lookupSecrets(codes), labels.lookupSecretLabel())

async function buildLookupSettingsNodes(form: SettingsVisit): Promise<UiNode[]> {
  const { core, identity } = form
  const offered = readOfferedCodes(form)
  if (offered !== null) {
    const codes = offered.map((code) => ({ code, usedAt: null }))
    return [showCodes(codes), button('lookup_secret_confirm', labels.confirmLookup())]
  }
  const codes = await readCodes(core, identity.id)
  const regenerate = button('lookup_secret_regenerate', labels.regenerateLookup())
  if (codes === null) return [regenerate]
  const disable = button('lookup_secret_disable', labels.disableLookup())
  if (isRevealed(form)) return [showCodes(codes), disable, regenerate]
  return [button('lookup_secret_reveal', labels.revealLookup()), disable]
}

const readOwnContext = ({ flow }: SettingsVisit): JsonObject => {
  const own = flow.context[contextKey]
  return isJsonObject(own) ? own : {}
}

const withOwnContext = ({ flow }: SettingsVisit, own: JsonObject): JsonObject => ({
  ...flow.context,
  [contextKey]: own,
})

const isRevealed = (form: SettingsVisit): boolean => readOwnContext(form)['revealed'] === true

/** The codes that this flow has created and the person has not confirmed yet. */
function readOfferedCodes(form: SettingsVisit): string[] | null {
  const sealed = readOwnContext(form)['offered']
  const text = typeof sealed === 'string' ? form.core.sealer.open(sealPurpose(form.identity.id), sealed) : null
  return text === null ? null : text.split(' ')
}

const actions = {
  lookup_secret_confirm: confirmCodes,
  lookup_secret_reveal: revealCodes,
  lookup_secret_disable: disableCodes,
  lookup_secret_regenerate: offerCodes,
} as const
type ActionName = keyof typeof actions

const actionNames = Object.keys(actions) as ActionName[]

const findAction = (fields: SubmittedFields): ActionName | undefined =>
  actionNames.find((name) => readTextField(fields, name) === 'true')

async function submitLookupSettings(form: SettingsVisit): Promise<SettingsOutcome> {
  form.ensureCsrf()
  if (!form.isPrivileged) return { kind: 'refresh-required' }
  const action = findAction(form.fields)
  if (action === undefined) throw new Error('the fields of recovery codes name no action')
  return (await requireProof(form, action)) ?? actions[action](form)
}

/**
 * Codes that exist are guarded by a fresh sign-in; the first ones may follow the set-up of the app without one. A
 * person who logged in to get new codes may take the time to save them.
 */
async function requireProof(form: SettingsVisit, action: ActionName): Promise<SettingsOutcome | null> {
  if (action === 'lookup_secret_confirm' && readOwnContext(form)['isProven'] === true) return null
  const hasCodes = (await findLookupCodes(form.core.db, form.identity.id)) !== null
  return hasCodes ? requireFreshSignIn(form) : requireSecondStep(form)
}

async function offerCodes(form: SettingsVisit): Promise<SettingsOutcome> {
  const codes = Array.from({ length: codeCount }, () => randomAlphanumeric(codeLength).toLowerCase())
  const offered = form.core.sealer.seal(sealPurpose(form.identity.id), codes.join(' '))
  return { kind: 'shown', context: withOwnContext(form, { offered, isProven: form.session.hasSecondFactor }) }
}

async function revealCodes(form: SettingsVisit): Promise<SettingsOutcome> {
  if ((await findLookupCodes(form.core.db, form.identity.id)) === null) return refuseWith(messages.noLookup())
  return { kind: 'shown', context: withOwnContext(form, { revealed: true }) }
}

async function confirmCodes(form: SettingsVisit): Promise<SettingsOutcome> {
  const { core, visit, identity, session } = form
  const codes = readOfferedCodes(form)
  if (codes === null) return refuseWith(messages.generic(messageTexts.noCodesToConfirm))
  const sealed = codes.map((code) => core.sealer.seal(sealPurpose(identity.id), code))
  await core.db.transaction(async (tx) => {
    await storeLookupCodes(tx, identity.id, sealed, visit.now)
    await addSessionMethod(tx, session, { method: 'lookup_secret', aal: 'aal2', completed_at: visit.now.toISOString() })
  })
  return saveCodes(form, 'second-factor-added')
}

async function disableCodes(form: SettingsVisit): Promise<SettingsOutcome> {
  if (!(await deleteCredential(form.core.db, form.identity.id, 'lookup_secret'))) return refuseWith(messages.noLookup())
  return saveCodes(form, 'second-factor-removed')
}

async function saveCodes(
  form: SettingsVisit,
  kind: 'second-factor-added' | 'second-factor-removed',
): Promise<SettingsOutcome> {
  const { core, visit, identity, session } = form
  const { address } = visit.device
  core.options.audit({ kind, identityId: identity.id, sessionId: session.id, method: 'lookup_secret', address })
  sendAccountNotice(core, identity, { kind: 'recovery-codes-changed' })
  return {
    kind: 'saved',
    identity: await requireIdentity(core.db, identity.id),
    context: withOwnContext(form, {}),
  }
}

/** Recovery codes: each of them works once, in place of the code of an app. */
export const lookupSecretMethod: FlowMethod = {
  id: 'lookup_secret',
  login: {
    level: 'aal2',
    nodes: buildLookupLoginNodes,
    claims: (fields) => readTextField(fields, 'method') === 'lookup_secret',
    submit: submitLookupLogin,
  },
  settings: {
    nodes: buildLookupSettingsNodes,
    claims: (fields) => findAction(fields) !== undefined,
    submit: submitLookupSettings,
    keptFields: actionNames,
  },
}
