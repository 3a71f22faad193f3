import { redactAddress } from '@espalier/domain'
import { clientId } from './graphql/page-headers.ts'
import { telemetryConsent } from '../platform/telemetry-consent.ts'
import { apiBase, pageConfig } from './session/page-config.ts'

const timeoutMs = 5_000
const telemetryLimits = { stack: 10_000, message: 2_000, name: 100, unsent: 10 }
let unsent: object[] = []

/** Posts to our own server and swallows failures, because telemetry must never disturb anybody. */
async function postTelemetry(path: string, body: object): Promise<boolean> {
  try {
    const { ok } = await fetch(`${apiBase()}/telemetry/${path}`, {
      method: 'POST',
      // Telemetry is sent without cookies so that it does not identify the person.
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'x-client-id': clientId },
      body: JSON.stringify(body),
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return ok
  } catch {
    return false
  }
}

export async function reportPageView(path: string): Promise<void> {
  if (pageConfig().features.pageViews !== true || !telemetryConsent.isAllowed()) return
  await postTelemetry('pageview', { visitor: telemetryConsent.visitor(), path: redactAddress(path) })
}

/** An error that cannot be sent now is sent when the network is back, because most errors are about the network. */
export async function reportError(error: unknown, path: string): Promise<void> {
  if (pageConfig().features.errorReports !== true || !telemetryConsent.isAllowed()) return
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const report = {
    name: name.slice(0, telemetryLimits.name),
    message: message.slice(0, telemetryLimits.message),
    stack: (stack ?? '').slice(0, telemetryLimits.stack),
    path: redactAddress(path),
  }
  if (!(await postTelemetry('error', report))) unsent = [...unsent, report].slice(-telemetryLimits.unsent)
}

export async function resendErrors(): Promise<void> {
  const waiting = unsent
  unsent = []
  for (const report of waiting) {
    if (!telemetryConsent.isAllowed()) return
    if (!(await postTelemetry('error', report))) unsent.push(report)
  }
}
