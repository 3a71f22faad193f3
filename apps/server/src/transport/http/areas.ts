/** Which part of the server a path belongs to. What is none of the API's is the page's. */
export type Area = 'graphql' | 'identity' | 'assets' | 'health' | 'api' | 'page'

const areas: Readonly<Record<string, Area>> = {
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

export function areaOf(url: string): Area {
  const first = /^\/*([^/?#]*)/.exec(url)?.[1] ?? ''
  return Object.hasOwn(areas, first) ? (areas[first] ?? 'page') : 'page'
}

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url
