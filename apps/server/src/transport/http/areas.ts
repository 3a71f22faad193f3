/** Which part of the server a path belongs to. What is none of the API's is the page's. */
export type PathArea = 'graphql' | 'identity' | 'assets' | 'health' | 'api' | 'page'

const areaByFirstSegment: Readonly<Record<string, PathArea>> = {
  graphql: 'graphql',
  subscriptions: 'graphql',
  identity: 'identity',
  assets: 'assets',
  healthz: 'health',
  readyz: 'health',
  metrics: 'health',
  'config.json': 'api',
  jira: 'api',
  billing: 'api',
  trial: 'api',
  sso: 'api',
  unsubscribe: 'api',
  dev: 'api',
  avatar: 'api',
  telemetry: 'api',
  import: 'api',
}

export function findPathArea(url: string): PathArea {
  const first = /^\/*([^/?#]*)/.exec(url)?.[1] ?? ''
  return Object.hasOwn(areaByFirstSegment, first) ? (areaByFirstSegment[first] ?? 'page') : 'page'
}

export const stripQuery = (url: string): string => url.split('?', 1)[0] ?? url
