import { labels } from '../../forms/messages.ts'
import { createInputNode, createSubmitNode, type UiNode } from '../../forms/nodes.ts'
import { findCredentials, countFirstFactors } from '../../identities/credentials.ts'
import type { FormVisit, SettingsVisit } from '../../core.ts'
import type { OidcProvider } from './provider.ts'
import { readProceedingProvider, readPendingLink, type PendingLink } from './remembered.ts'

type LabelFactory = (label: string, providerId: string) => NonNullable<UiNode['meta']['label']>

const createProviderButton = (name: 'provider' | 'link' | 'unlink', { id, label }: OidcProvider, say: LabelFactory): UiNode =>
  createSubmitNode('oidc', name, id, say(label, id))

export async function buildOidcLoginNodes(providers: readonly OidcProvider[], { core, flow }: FormVisit): Promise<UiNode[]> {
  const link = readPendingLink(flow)
  if (link !== null) {
    const others = providers.filter(({ id }) => id !== link.provider && link.ways.includes(id))
    return others.map((provider) => createProviderButton('provider', provider, labels.confirmWith))
  }
  if (!flow.refresh || flow.identityId === null) {
    return providers.map((provider) => createProviderButton('provider', provider, labels.signInWith))
  }
  const { social } = await findCredentials(core.db, flow.identityId)
  const linked = providers.filter(({ id }) => social.some((account) => account.provider === id))
  return linked.map((provider) => createProviderButton('provider', provider, labels.signInWith))
}

/** A sign-in that is to link: for the address in question, and by the ways that its owner has. */
export async function arrangeOidcLogin({ flow }: FormVisit, nodes: readonly UiNode[]): Promise<UiNode[]> {
  const link = readPendingLink(flow)
  if (link === null) return [...nodes]
  const hasPassword = link.ways.includes('password')
  return nodes
    .filter(({ group, attributes }) => hasPassword || (group !== 'password' && attributes.name !== 'identifier'))
    .map((node) => (node.attributes.name === 'identifier' ? toFixedIdentifier(node, link) : node))
}

const toFixedIdentifier = (node: UiNode, { email }: PendingLink): UiNode =>
  createInputNode(node.group, { name: 'identifier', type: 'hidden', value: email, required: true }, node.meta.label)

export async function buildOidcRegistrationNodes(providers: readonly OidcProvider[], { flow }: FormVisit): Promise<UiNode[]> {
  const proceeding = providers.find(({ id }) => id === readProceedingProvider(flow))
  if (proceeding !== undefined) return [createProviderButton('provider', proceeding, labels.proceedWith)]
  return providers.map((provider) => createProviderButton('provider', provider, labels.signUpWith))
}

const isProviderButton = ({ group }: UiNode): boolean => group === 'oidc'

/** A social sign-up that lacks a trait: the fields, then the button to go on with, and no password. */
export async function arrangeOidcRegistration({ flow }: FormVisit, nodes: readonly UiNode[]): Promise<UiNode[]> {
  if (readProceedingProvider(flow) === null) return [...nodes]
  return [...nodes.filter((node) => !isProviderButton(node) && node.group !== 'password'), ...nodes.filter(isProviderButton)]
}

export async function buildOidcSettingsNodes(
  providers: readonly OidcProvider[],
  { core, identity }: SettingsVisit,
): Promise<UiNode[]> {
  const credentials = await findCredentials(core.db, identity.id)
  const isLinked = ({ id }: OidcProvider) => credentials.social.some(({ provider }) => provider === id)
  const linkable = providers.filter((provider) => !isLinked(provider))
  const unlinkable = countFirstFactors(credentials) > 1 ? providers.filter(isLinked) : []
  return [
    ...linkable.map((provider) => createProviderButton('link', provider, labels.link)),
    ...unlinkable.map((provider) => createProviderButton('unlink', provider, labels.unlink)),
  ]
}
