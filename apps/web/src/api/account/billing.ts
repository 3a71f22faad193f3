import type { Price } from '@espalier/domain'
import { clientId } from '../graphql/client-id.ts'
import { apiBase, pageConfig } from '../session/page-config.ts'

/** Null: the price is not known now, or nothing has to be paid. */
export async function fetchPrice(): Promise<Price | null> {
  try {
    const answer = await fetch(`${apiBase()}/billing/price`)
    const body: unknown = answer.ok ? await answer.json() : null
    const price = (body as { readonly price?: Price | null } | null)?.price ?? null
    return isPrice(price) ? price : null
  } catch {
    return null
  }
}

const isPrice = (price: Price | null): price is Price =>
  typeof price?.amount === 'number' && /^[a-z]{3}$/i.test(price.currency) && typeof price.every?.count === 'number'

/** False when no trial began: this account had one already, or the server offers none. */
export async function startTrial(): Promise<boolean> {
  if (pageConfig().features.billing !== 'local') return false
  try {
    const answer = await fetch(`${apiBase()}/trial`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'x-client-id': clientId },
      redirect: 'manual',
    })
    // The server accepts with a redirect, which fetch does not reveal to a page.
    return answer.type === 'opaqueredirect' || answer.status === 303
  } catch {
    return false
  }
}
