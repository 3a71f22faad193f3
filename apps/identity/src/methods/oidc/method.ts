import { textOf, type Fields } from '../../forms/fields.ts'
import { refusals } from '../../forms/refusal.ts'
import { submittedTraits } from '../../identities/traits.ts'
import type { IdentityOptions } from '../../options.ts'
import type { FormVisit, Leave, Method, Refused } from '../../core.ts'
import { callbackRoutes } from './callback.ts'
import { linkWaiting } from './conflict.ts'
import { arrangeLogin, arrangeRegistration, loginNodes, registrationNodes, settingsNodes } from './nodes.ts'
import { ensureOwnBrowser } from './own-browser.ts'
import { createProvider } from './provider.ts'
import { submitSettings } from './settings.ts'
import { leaveFor, type TypedTraits } from './start.ts'

function claims(fields: Fields): boolean {
  const method = textOf(fields, 'method')
  return textOf(fields, 'provider') !== undefined && (method === undefined || method === 'oidc')
}

/** Sign-in by OpenID providers, as the options name them. */
export function createOidcMethod({ providers: wanted, log, clock }: IdentityOptions): Method {
  const providers = wanted.map((options) => createProvider(options, log, () => clock?.() ?? new Date()))

  async function leave(form: FormVisit, typed: TypedTraits): Promise<Leave | Refused> {
    const { fields, csrf } = form.visit
    const token = textOf(fields, 'csrf_token')
    if (token !== undefined) csrf.ensure(token)
    ensureOwnBrowser(form)
    const provider = providers.find(({ id }) => id === textOf(fields, 'provider'))
    if (provider === undefined) throw refusals.notFound()
    return leaveFor(provider, form, fields, typed)
  }

  return {
    id: 'oidc',
    login: {
      nodes: (form) => loginNodes(providers, form),
      claims,
      submit: (form) => leave(form, {}),
      arrange: arrangeLogin,
      beforeSession: (form, authenticated) =>
        linkWaiting(form, authenticated, (id) => wanted.find((provider) => provider.id === id)?.label ?? id),
    },
    registration: {
      nodes: (form) => registrationNodes(providers, form),
      claims,
      submit: (form) => leave(form, submittedTraits(form.visit.fields)),
      arrange: arrangeRegistration,
    },
    settings: {
      nodes: (form) => settingsNodes(providers, form),
      claims: (fields) => fields.has('link') || fields.has('unlink'),
      submit: (form) => submitSettings(providers, form),
      keeps: ['link', 'unlink'],
    },
    routes: (core) => callbackRoutes(core, providers),
  }
}
