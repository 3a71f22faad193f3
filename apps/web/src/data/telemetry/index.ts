import { placeWithoutPersons } from '@espalier/domain'
import { tracking } from '../../platform/tracking.ts'
import { apiBase, pageConfig } from '../config/index.ts'
import { clientId } from '../graphql/client-id.ts'

const patienceMs = 5_000
const most = { stack: 10_000, message: 2_000, name: 100, unsent: 10 }
let unsent: object[] = []

/** To our own server, without a word about failing: what nobody asked for must not trouble anybody. */
async function post(path: string, body: object): Promise<boolean> {
  try {
    const { ok } = await fetch(`${apiBase()}/telemetry/${path}`, {
      method: 'POST',
      // Who it is, is none of its business.
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'x-client-id': clientId },
      body: JSON.stringify(body),
      keepalive: true,
      signal: AbortSignal.timeout(patienceMs),
    })
    return ok
  } catch {
    return false
  }
}

export async function tellView(path: string): Promise<void> {
  if (pageConfig().features.pageViews !== true || !tracking.isAllowed()) return
  await post('pageview', { visitor: tracking.visitor(), path: placeWithoutPersons(path) })
}

/** An error that cannot be told now is told when the network is back: that is what most of them are about. */
export async function tellError(error: unknown, path: string): Promise<void> {
  if (pageConfig().features.errorReports !== true || !tracking.isAllowed()) return
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const report = {
    name: name.slice(0, most.name),
    message: message.slice(0, most.message),
    stack: (stack ?? '').slice(0, most.stack),
    path: placeWithoutPersons(path),
  }
  if (!(await post('error', report))) unsent = [...unsent, report].slice(-most.unsent)
}

export async function tellUnsent(): Promise<void> {
  const waiting = unsent
  unsent = []
  for (const report of waiting) {
    if (!tracking.isAllowed()) return
    if (!(await post('error', report))) unsent.push(report)
  }
}
