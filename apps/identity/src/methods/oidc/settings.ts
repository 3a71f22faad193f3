import type { SettingsOutcome, SettingsVisit } from '../../core/core.ts'
import { refuseForm } from '../../core/flow-lifecycle.ts'
import type { VisitResponse } from '../../core/visit.ts'
import { sendAccountNotice } from '../../flows/address-proof.ts'
import { completeSettings, settingsFlow } from '../../flows/settings.ts'
import { readTextField } from '../../protocol/fields.ts'
import { formWithMessages } from '../../protocol/flow.ts'
import { messages } from '../../protocol/messages.ts'
import { findCredentials, unlinkSocialAccount } from '../../storage/credentials.ts'
import { requireIdentity } from '../../storage/identity-store.ts'
import { addSessionMethod } from '../../storage/session-store.ts'
import { messageTexts } from '../../texts/messages.ts'
import { alreadyLinkedMessage, linkProvider, oidcAuthenticationMethod } from './account-linking.ts'
import { ensureSameBrowser, redirectToProvider } from './authorization.ts'
import type { ProviderProfile } from './provider-profile.ts'
import type { OidcProvider } from './provider.ts'

const refuseSettings = (reason: string): SettingsOutcome => ({
  kind: 'refused',
  form: formWithMessages(messages.generic(reason)),
})

/** `link` leads to the provider; `unlink` takes effect at once. */
export async function submitOidcSettings(
  providers: readonly OidcProvider[],
  form: SettingsVisit,
): Promise<SettingsOutcome> {
  const [wanted, unlinkedProvider] = [readTextField(form.fields, 'link'), readTextField(form.fields, 'unlink')]
  if (form.fields.has('csrf_token')) form.ensureCsrf()
  ensureSameBrowser(form)
  const provider = providers.find(({ id }) => id === (wanted ?? unlinkedProvider))
  if (provider === undefined) return refuseSettings(messageTexts.noSuchProvider)
  if (!form.isPrivileged) return { kind: 'refresh-required' }
  return wanted === undefined ? unlinkProvider(form, provider) : beginLink(form, provider)
}

async function beginLink(form: SettingsVisit, provider: OidcProvider): Promise<SettingsOutcome> {
  const { social } = await findCredentials(form.core.db, form.identity.id)
  if (social.some((account) => account.provider === provider.id)) {
    return { kind: 'refused', form: formWithMessages(alreadyLinkedMessage(provider.label)) }
  }
  return redirectToProvider(provider, form, form.fields)
}

async function unlinkProvider(
  { core, visit, identity }: SettingsVisit,
  provider: OidcProvider,
): Promise<SettingsOutcome> {
  const { social } = await findCredentials(core.db, identity.id)
  // A stored password is no way in where people sign in by providers only.
  if (core.options.isSignInByProvidersOnly && social.length === 1)
    return refuseSettings(messageTexts.onlyLogin(provider.label))
  const done = await unlinkSocialAccount(core.db, identity.id, provider.id, visit.now)
  if (!done.ok) {
    return refuseSettings(
      done.reason === 'not-linked' ? messageTexts.notLinked(provider.label) : messageTexts.onlyLogin(provider.label),
    )
  }
  core.options.audit({
    kind: 'unlinked',
    identityId: identity.id,
    provider: provider.id,
    address: visit.device.address,
  })
  sendAccountNotice(core, identity, { kind: 'unlinked', provider: provider.label })
  return { kind: 'saved', identity: await requireIdentity(core.db, identity.id) }
}

/** Handles the return from the provider at the end of a link. */
export async function completeLink(
  form: SettingsVisit,
  provider: OidcProvider,
  person: ProviderProfile,
): Promise<VisitResponse> {
  const { core, visit, identity, session } = form
  const linked = await linkProvider(core, visit, {
    identityId: identity.id,
    provider: provider.id,
    label: provider.label,
    person,
    provenWith: { methods: session.methods, session },
  })
  if (!linked.ok) {
    const message = linked.reason === 'taken' ? messages.taken() : alreadyLinkedMessage(provider.label)
    return refuseForm(
      core,
      visit,
      settingsFlow,
      { ...form.flow, state: 'show_form' },
      formWithMessages(message),
      'oidc',
    )
  }
  await addSessionMethod(core.db, session, oidcAuthenticationMethod(provider.id, visit.now))
  return completeSettings(form, 'oidc', await requireIdentity(core.db, identity.id))
}
