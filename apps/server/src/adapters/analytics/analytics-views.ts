import { createBackgroundPoster, type BackgroundPoster, type BackgroundPosterOptions } from '../../outgoing/courier.ts'
import type { PageViews } from '../../ports/telemetry.ts'

export interface AnalyticsOptions extends Omit<BackgroundPosterOptions, 'name'> {
  /** Where events are captured, such as https://eu.i.posthog.com/i/v0/e/ */
  readonly url: string
  readonly key: string | null
}

/** Page views in the shape that PostHog and its kin capture. The server sends them: the browser's address and name stay here. */
export function createAnalyticsViews({ url, key, ...options }: AnalyticsOptions): PageViews & Pick<BackgroundPoster, 'settled'> {
  const courier = createBackgroundPoster({ name: 'page views', mostPerMinute: 1_200, mostWaiting: 200, ...options })
  return {
    settled: courier.settled,
    count: ({ visitor, place, at }) =>
      courier.send({
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          ...(key !== null && { api_key: key }),
          event: '$pageview',
          distinct_id: visitor,
          timestamp: at.toISOString(),
          properties: { $pathname: place, $process_person_profile: false, $geoip_disable: true },
        }),
      }),
  }
}
