import { randomUUID } from 'node:crypto'
import { minuteMs } from '@espalier/domain'
import type { Log } from '../../ports/log.ts'
import type { ErrorReport, ErrorReports, PageViews } from '../../ports/telemetry.ts'
import { createCircuitBreaker } from '../../reliability/circuit-breaker.ts'

interface BackgroundPosterOptions {
  /** The receiver's name for the log. */
  readonly name: string
  readonly log: Pick<Log, 'warn'>
  readonly waitMs?: number
  /** The queue limit; more is dropped, because no work depends on it. */
  readonly mostWaiting?: number
  readonly mostPerMinute?: number
  readonly now?: () => number
}

interface BackgroundPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface BackgroundPoster {
  send(posted: BackgroundPost): void
  /** Resolves when everything queued is sent or dropped. */
  settled(): Promise<void>
}

/** Posts in the background, one request after the other. A failing receiver is left alone for a minute. */
function createBackgroundPoster({ name, log, ...options }: BackgroundPosterOptions): BackgroundPoster {
  const { waitMs = 3_000, mostWaiting = 50, mostPerMinute = 120, now = Date.now } = options
  const circuit = createCircuitBreaker({ failures: 3, openMs: minuteMs, now })
  let waiting = 0
  let window = { endsAt: 0, count: 0 }
  let last: Promise<void> = Promise.resolve()

  const isTooOften = (): boolean => {
    if (window.endsAt <= now()) window = { endsAt: now() + minuteMs, count: 0 }
    window.count += 1
    return window.count > mostPerMinute
  }
  const post = async ({ url, headers, body }: BackgroundPost): Promise<void> => {
    if (circuit.blockedForMs() !== null) return
    try {
      const signal = AbortSignal.timeout(waitMs)
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
      await answer.body?.cancel()
      // A refused request would be refused again, but the receiver is reachable.
      if (answer.status >= 500 || answer.status === 429) throw new Error(`it answered ${answer.status}`)
      circuit.recordSuccess()
    } catch (error) {
      circuit.recordFailure()
      log.warn({ receiver: name, reason: String(error) }, 'telemetry could not be sent')
    }
  }
  return {
    send(posted) {
      if (waiting >= mostWaiting || isTooOften()) return
      waiting += 1
      last = last.then(() => post(posted)).finally(() => void (waiting -= 1))
    },
    settled: () => last,
  }
}

interface SentryOptions extends Omit<BackgroundPosterOptions, 'name'> {
  /** https://KEY@host/PROJECT of Sentry or a compatible service. */
  readonly dsn: string
  readonly environment: string
  readonly clock?: () => Date
}

const sentryClient = 'espalier/1'

/** Returns the URL and the key for envelopes. */
export function parseSentryDsn(dsn: string): { readonly url: string; readonly key: string } {
  const { protocol, host, pathname, username } = new URL(dsn)
  const parts = pathname.split('/').filter((part) => part !== '')
  const project = parts.pop() ?? ''
  const folder = parts.map((part) => `/${part}`).join('')
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username }
}

/** Implements the envelope protocol itself: the vendor's SDK would add 57 MB and collect data that we must not send. */
export function createSentryReports({
  dsn,
  environment,
  clock = () => new Date(),
  ...options
}: SentryOptions): ErrorReports & Pick<BackgroundPoster, 'settled'> {
  const { url, key } = parseSentryDsn(dsn)
  const poster = createBackgroundPoster({ name: 'error reports', ...options })
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=${sentryClient}, sentry_key=${key}`,
  }
  return {
    settled: poster.settled,
    report: (report) => poster.send({ url, headers, body: buildEnvelope(report, environment, clock()) }),
  }
}

function buildEnvelope(report: ErrorReport, environment: string, at: Date): string {
  const id = randomUUID().replaceAll('-', '')
  const event = {
    event_id: id,
    timestamp: at.getTime() / 1000,
    platform: report.origin === 'server' ? 'node' : 'javascript',
    level: 'error',
    environment,
    sdk: { name: 'espalier', version: '1' },
    tags: { origin: report.origin, ...(report.place !== null && { place: report.place }) },
    exception: {
      values: [
        {
          type: report.type,
          value: report.text,
          stacktrace: {
            frames: report.frames.map(({ name, file, line }) => ({
              function: name === '' ? '?' : name,
              filename: file,
              lineno: line,
              in_app: !/node_modules|^node:/.test(file),
            })),
          },
        },
      ],
    },
  }
  return [{ event_id: id, sent_at: at.toISOString() }, { type: 'event' }, event]
    .map((line) => JSON.stringify(line))
    .join('\n')
}

interface AnalyticsOptions extends Omit<BackgroundPosterOptions, 'name'> {
  /** The capture URL, such as https://eu.i.posthog.com/i/v0/e/ */
  readonly url: string
  readonly key: string | null
}

/**
 * Page views in the capture format of PostHog and compatible services. The server sends them, so that the browser's
 * address and user agent stay here.
 */
export function createAnalyticsViews({
  url,
  key,
  ...options
}: AnalyticsOptions): PageViews & Pick<BackgroundPoster, 'settled'> {
  const poster = createBackgroundPoster({ name: 'page views', mostPerMinute: 1_200, mostWaiting: 200, ...options })
  return {
    settled: poster.settled,
    count: ({ visitor, place: pagePath, at }) =>
      poster.send({
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...(key !== null && { api_key: key }),
          event: '$pageview',
          distinct_id: visitor,
          timestamp: at.toISOString(),
          properties: { $pathname: pagePath, $process_person_profile: false, $geoip_disable: true },
        }),
      }),
  }
}
