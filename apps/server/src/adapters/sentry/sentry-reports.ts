import { randomUUID } from 'node:crypto'

import { createBackgroundPoster, type BackgroundPoster, type BackgroundPosterOptions } from '../../outgoing/courier.ts'
import type { ErrorReport, ErrorReports } from '../../ports/telemetry.ts'

export interface SentryOptions extends Omit<BackgroundPosterOptions, 'name'> {
  /** https://KEY@host/PROJECT, of Sentry or of whatever speaks its protocol. */
  readonly dsn: string
  readonly environment: string
  readonly clock?: () => Date
}

const sentryClient = 'espalier/1'

/** Where an envelope goes and by which key. */
export function parseSentryDsn(dsn: string): { readonly url: string; readonly key: string } {
  const { protocol, host, pathname, username } = new URL(dsn)
  const parts = pathname.split('/').filter((part) => part !== '')
  const project = parts.pop() ?? ''
  const folder = parts.map((part) => `/${part}`).join('')
  return { url: `${protocol}//${host}${folder}/api/${project}/envelope/`, key: username }
}

/** Speaks the envelope protocol itself: the vendor's kit would weigh 57 MB and gather what we have to leave out. */
export function createSentryReports({
  dsn,
  environment,
  clock = () => new Date(),
  ...options
}: SentryOptions): ErrorReports & Pick<BackgroundPoster, 'settled'> {
  const { url, key } = parseSentryDsn(dsn)
  const courier = createBackgroundPoster({ name: 'error reports', ...options })
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=${sentryClient}, sentry_key=${key}`,
  }
  return {
    settled: courier.settled,
    report: (report) => courier.send({ url, headers, body: buildEnvelope(report, environment, clock()) }),
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
