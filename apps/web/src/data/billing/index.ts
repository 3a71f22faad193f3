import type { Price } from '@espalier/domain'
import { apiBase } from '../config/index.ts'

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
