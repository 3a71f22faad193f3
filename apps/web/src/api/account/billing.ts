import type { Price } from '@espalier/domain'
import { clientId } from '../graphql/client-id.ts'
import { apiBase, pageConfig } from '../session/page-config.ts'

/** Null: not known now, or nothing is to be paid. */
export async function fetchPrice(): Promise<Price | null> {
  try {
    const answer = await fetch(`${apiBase()}/billing/price`)
    const said: unknown = answer.ok ? await answer.json() : null
    const price = (said as { readonly price?: Price | null } | null)?.price ?? null
    return isPrice(price) ? price : null
  } catch {
    return null
  }
}

const isPrice = (price: Price | null): price is Price =>
  typeof price?.amount === 'number' && /^[a-z]{3}$/i.test(price.currency) && typeof price.every?.count === 'number'

/** False where no trial began: this account has had its own, or there is none to be had. */
export async function startTrial(): Promise<boolean> {
  if (pageConfig().features.billing !== 'local') return false
  try {
    const answer = await fetch(`${apiBase()}/trial`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'x-client-id': clientId },
      redirect: 'manual',
    })
    // The server says yes by sending the browser on, which a page is not shown.
    return answer.type === 'opaqueredirect' || answer.status === 303
  } catch {
    return false
  }
}
