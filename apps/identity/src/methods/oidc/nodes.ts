import { labels } from '../../forms/messages.ts'
import { inputNode, submitNode, type Node } from '../../forms/nodes.ts'
import { credentialsOf, firstFactors } from '../../identities/credentials.ts'
import type { FormVisit, SettingsVisit } from '../../core.ts'
import type { SocialProvider } from './provider.ts'
import { proceedingProvider, waitingLink, type WaitingLink } from './remembered.ts'

type Label = (label: string, providerId: string) => NonNullable<Node['meta']['label']>

const button = (name: 'provider' | 'link' | 'unlink', { id, label }: SocialProvider, say: Label): Node =>
  submitNode('oidc', name, id, say(label, id))

export async function loginNodes(providers: readonly SocialProvider[], { core, flow }: FormVisit): Promise<Node[]> {
  const link = waitingLink(flow)
  if (link !== null) {
    const others = providers.filter(({ id }) => id !== link.provider && link.ways.includes(id))
    return others.map((provider) => button('provider', provider, labels.confirmWith))
  }
  if (!flow.refresh || flow.identityId === null) {
    return providers.map((provider) => button('provider', provider, labels.signInWith))
  }
  const { social } = await credentialsOf(core.db, flow.identityId)
  const linked = providers.filter(({ id }) => social.some((account) => account.provider === id))
  return linked.map((provider) => button('provider', provider, labels.signInWith))
}

/** A sign-in that is to link: for the address in question, and by the ways that its owner has. */
export async function arrangeLogin({ flow }: FormVisit, nodes: readonly Node[]): Promise<Node[]> {
  const link = waitingLink(flow)
  if (link === null) return [...nodes]
  const hasPassword = link.ways.includes('password')
  return nodes
    .filter(({ group, attributes }) => hasPassword || (group !== 'password' && attributes.name !== 'identifier'))
    .map((node) => (node.attributes.name === 'identifier' ? fixedIdentifier(node, link) : node))
}

const fixedIdentifier = (node: Node, { email }: WaitingLink): Node =>
  inputNode(node.group, { name: 'identifier', type: 'hidden', value: email, required: true }, node.meta.label)

export async function registrationNodes(providers: readonly SocialProvider[], { flow }: FormVisit): Promise<Node[]> {
  const proceeding = providers.find(({ id }) => id === proceedingProvider(flow))
  if (proceeding !== undefined) return [button('provider', proceeding, labels.proceedWith)]
  return providers.map((provider) => button('provider', provider, labels.signUpWith))
}

const isButton = ({ group }: Node): boolean => group === 'oidc'

/** A social sign-up that lacks a trait: the fields, then the button to go on with, and no password. */
export async function arrangeRegistration({ flow }: FormVisit, nodes: readonly Node[]): Promise<Node[]> {
  if (proceedingProvider(flow) === null) return [...nodes]
  return [...nodes.filter((node) => !isButton(node) && node.group !== 'password'), ...nodes.filter(isButton)]
}

export async function settingsNodes(
  providers: readonly SocialProvider[],
  { core, identity }: SettingsVisit,
): Promise<Node[]> {
  const credentials = await credentialsOf(core.db, identity.id)
  const isLinked = ({ id }: SocialProvider) => credentials.social.some(({ provider }) => provider === id)
  const linkable = providers.filter((provider) => !isLinked(provider))
  const unlinkable = firstFactors(credentials) > 1 ? providers.filter(isLinked) : []
  return [
    ...linkable.map((provider) => button('link', provider, labels.link)),
    ...unlinkable.map((provider) => button('unlink', provider, labels.unlink)),
  ]
}
