import { readTextField, type SubmittedFields } from '../../forms/fields.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { readSubmittedTraits } from '../../identities/traits.ts'
import type { IdentityOptions } from '../../options.ts'
import type { FormVisit, LeaveOutcome, FlowMethod, RefusedOutcome } from '../../core.ts'
import { callbackRoutes } from './callback.ts'
import { completePendingLink } from './conflict.ts'
import { arrangeOidcLogin, arrangeOidcRegistration, buildOidcLoginNodes, buildOidcRegistrationNodes, buildOidcSettingsNodes } from './nodes.ts'
import { ensureSameBrowser } from './own-browser.ts'
import { createOidcProvider } from './provider.ts'
import { submitOidcSettings } from './settings.ts'
import { redirectToProvider, type TypedTraits } from './start.ts'

function claimsOidc(fields: SubmittedFields): boolean {
  const method = readTextField(fields, 'method')
  return readTextField(fields, 'provider') !== undefined && (method === undefined || method === 'oidc')
}

/** Sign-in by OpenID providers, as the options name them. */
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
