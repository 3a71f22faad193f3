import type { FlowMethod, FormVisit, LeaveOutcome, RefusedOutcome, SettingsVisit } from '../../core/core.ts'
import type { IdentityOptions } from '../../core/options.ts'
import { readSubmittedTraits } from '../../identities/traits.ts'
import { httpErrors } from '../../protocol/errors.ts'
import { readTextField, type SubmittedFields } from '../../protocol/fields.ts'
import { labels } from '../../protocol/messages.ts'
import { createInputNode, createSubmitNode, getNodeName, type UiNode } from '../../protocol/nodes.ts'
import { countFirstFactors, findCredentials } from '../../storage/credentials.ts'
import { completePendingLink } from './account-linking.ts'
import { ensureSameBrowser, redirectToProvider, type TypedTraits } from './authorization.ts'
import { callbackRoutes } from './callback.ts'
import { type PendingLink, readPendingLink, readProceedingProvider } from './flow-context.ts'
import { createOidcProvider, type OidcProvider } from './provider.ts'
import { submitOidcSettings } from './settings.ts'

type LabelFactory = (label: string, providerId: string) => NonNullable<UiNode['meta']['label']>

const createProviderButton = (
  name: 'provider' | 'link' | 'unlink',
  { id, label }: OidcProvider,
  createLabel: LabelFactory,
): UiNode => createSubmitNode('oidc', name, id, createLabel(label, id))

async function buildOidcLoginNodes(providers: readonly OidcProvider[], { core, flow }: FormVisit): Promise<UiNode[]> {
  const link = readPendingLink(flow)
  if (link !== null) {
    const others = providers.filter(({ id }) => id !== link.provider && link.credentialTypes.includes(id))
    return others.map((provider) => createProviderButton('provider', provider, labels.confirmWith))
  }
  if (!flow.refresh || flow.identityId === null) {
    return providers.map((provider) => createProviderButton('provider', provider, labels.signInWith))
  }
  const { social } = await findCredentials(core.db, flow.identityId)
  const linked = providers.filter(({ id }) => social.some((account) => account.provider === id))
  return linked.map((provider) => createProviderButton('provider', provider, labels.signInWith))
}

/** A login that completes a link is limited to the address in question and to the methods its owner has. */
async function arrangeOidcLogin({ flow }: FormVisit, nodes: readonly UiNode[]): Promise<UiNode[]> {
  const link = readPendingLink(flow)
  if (link === null) return [...nodes]
  const hasPassword = link.credentialTypes.includes('password')
  return nodes
    .filter((node) => hasPassword || (node.group !== 'password' && getNodeName(node) !== 'identifier'))
    .map((node) => (getNodeName(node) === 'identifier' ? toFixedIdentifier(node, link) : node))
}

const toFixedIdentifier = (node: UiNode, { email }: PendingLink): UiNode =>
  createInputNode(node.group, { name: 'identifier', type: 'hidden', value: email, required: true }, node.meta.label)

async function buildOidcRegistrationNodes(providers: readonly OidcProvider[], { flow }: FormVisit): Promise<UiNode[]> {
  const proceeding = providers.find(({ id }) => id === readProceedingProvider(flow))
  if (proceeding !== undefined) return [createProviderButton('provider', proceeding, labels.proceedWith)]
  return providers.map((provider) => createProviderButton('provider', provider, labels.signUpWith))
}

const isProviderButton = ({ group }: UiNode): boolean => group === 'oidc'

/** A social registration that lacks a trait shows the fields and the provider's button, but no password. */
async function arrangeOidcRegistration({ flow }: FormVisit, nodes: readonly UiNode[]): Promise<UiNode[]> {
  if (readProceedingProvider(flow) === null) return [...nodes]
  return [
    ...nodes.filter((node) => !isProviderButton(node) && node.group !== 'password'),
    ...nodes.filter(isProviderButton),
  ]
}

async function buildOidcSettingsNodes(
  providers: readonly OidcProvider[],
  { core, identity }: SettingsVisit,
): Promise<UiNode[]> {
  const credentials = await findCredentials(core.db, identity.id)
  const isLinked = ({ id }: OidcProvider) => credentials.social.some(({ provider }) => provider === id)
  const linkable = providers.filter((provider) => !isLinked(provider))
  const { isSignInByProvidersOnly } = core.options
  const factors = isSignInByProvidersOnly ? credentials.social.length : countFirstFactors(credentials)
  const unlinkable = factors > 1 ? providers.filter(isLinked) : []
  return [
    ...linkable.map((provider) => createProviderButton('link', provider, labels.link)),
    ...unlinkable.map((provider) => createProviderButton('unlink', provider, labels.unlink)),
  ]
}

function claimsOidc(fields: SubmittedFields): boolean {
  const method = readTextField(fields, 'method')
  return readTextField(fields, 'provider') !== undefined && (method === undefined || method === 'oidc')
}

/** Creates the sign-in by the OpenID providers of the options. */
export function createOidcMethod({ providers: wanted, log, clock }: IdentityOptions): FlowMethod {
  const providers = wanted.map((options) => createOidcProvider(options, log, () => clock?.() ?? new Date()))

  async function leave(form: FormVisit, typed: TypedTraits): Promise<LeaveOutcome | RefusedOutcome> {
    const { fields, csrf } = form.visit
    const token = readTextField(fields, 'csrf_token')
    if (token !== undefined) csrf.ensure(token)
    ensureSameBrowser(form)
    const provider = providers.find(({ id }) => id === readTextField(fields, 'provider'))
    if (provider === undefined) throw httpErrors.notFound()
    return redirectToProvider(provider, form, fields, typed)
  }

  return {
    id: 'oidc',
    login: {
      nodes: (form) => buildOidcLoginNodes(providers, form),
      claims: claimsOidc,
      submit: (form) => leave(form, {}),
      arrange: arrangeOidcLogin,
      beforeSession: (form, authenticated) =>
        completePendingLink(form, authenticated, (id) => wanted.find((provider) => provider.id === id)?.label ?? id),
    },
    registration: {
      nodes: (form) => buildOidcRegistrationNodes(providers, form),
      claims: claimsOidc,
      submit: (form) => leave(form, readSubmittedTraits(form.visit.fields)),
      arrange: arrangeOidcRegistration,
    },
    settings: {
      nodes: (form) => buildOidcSettingsNodes(providers, form),
      claims: (fields) => fields.has('link') || fields.has('unlink'),
      submit: (form) => submitOidcSettings(providers, form),
      keptFields: ['link', 'unlink'],
    },
    routes: (core) => callbackRoutes(core, providers),
  }
}
