import { sendNotice } from '../../account-changes.ts'
import { completeSettings } from '../../flows/settings/complete.ts'
import { settings } from '../../flows/settings/flow.ts'
import { say } from '../../flows/flow.ts'
import { refuseForm } from '../../flows/kind.ts'
import type { Answer } from '../../flows/visit.ts'
import { textOf } from '../../forms/fields.ts'
import { messages } from '../../forms/messages.ts'
import { credentialsOf, unlinkSocial } from '../../identities/credentials.ts'
import { requireIdentity } from '../../identities/store.ts'
import { addSessionMethod } from '../../sessions/store.ts'
import type { SettingsOutcome, SettingsVisit } from '../../core.ts'
import { alreadyLinked, link, methodUsed } from './link.ts'
import { ensureOwnBrowser } from './own-browser.ts'
import type { Person } from './person.ts'
import type { SocialProvider } from './provider.ts'
import { leaveFor } from './start.ts'

const refused = (reason: string): SettingsOutcome => ({ kind: 'refused', form: say(messages.generic(reason)) })

/** `link` leads to the provider, `unlink` is done at once. */
export async function submitSettings(
  providers: readonly SocialProvider[],
  form: SettingsVisit,
): Promise<SettingsOutcome> {
  const [wanted, unwanted] = [textOf(form.fields, 'link'), textOf(form.fields, 'unlink')]
  if (form.fields.has('csrf_token')) form.ensureCsrf()
  ensureOwnBrowser(form)
  const provider = providers.find(({ id }) => id === (wanted ?? unwanted))
  if (provider === undefined) return refused('There is no such social account to link or unlink.')
  if (!form.isPrivileged) return { kind: 'refresh-required' }
  return wanted === undefined ? unlink(form, provider) : beginLink(form, provider)
}

async function beginLink(form: SettingsVisit, provider: SocialProvider): Promise<SettingsOutcome> {
  const { social } = await credentialsOf(form.core.db, form.identity.id)
  if (social.some((account) => account.provider === provider.id)) {
    return { kind: 'refused', form: say(alreadyLinked(provider.label)) }
  }
  return leaveFor(provider, form, form.fields)
}

async function unlink({ core, visit, identity }: SettingsVisit, provider: SocialProvider): Promise<SettingsOutcome> {
  const done = await unlinkSocial(core.db, identity.id, provider.id, visit.now)
  if (!done.ok) {
    return refused(
      done.reason === 'not-linked'
        ? `No ${provider.label} account is linked.`
        : `${provider.label} is the only way into this account. Please set a password first.`,
    )
  }
  core.options.audit({
    kind: 'unlinked',
    identityId: identity.id,
    provider: provider.id,
    address: visit.device.address,
  })
  sendNotice(core, identity, { kind: 'unlinked', provider: provider.label })
  return { kind: 'saved', identity: await requireIdentity(core.db, identity.id) }
}

/** Back from the provider, at the end of a link. */
export async function completeLink(form: SettingsVisit, provider: SocialProvider, person: Person): Promise<Answer> {
  const { core, visit, identity, session } = form
  const linked = await link(core, visit, {
    identityId: identity.id,
    provider: provider.id,
    label: provider.label,
    person,
    provenWith: { methods: session.methods, session },
  })
  if (!linked.ok) {
    const message = linked.reason === 'taken' ? messages.taken() : alreadyLinked(provider.label)
    return refuseForm(core, visit, settings, { ...form.flow, state: 'show_form' }, say(message), 'oidc')
  }
  await addSessionMethod(core.db, session, methodUsed(provider.id, visit.now))
  return completeSettings(form, 'oidc', await requireIdentity(core.db, identity.id))
}
