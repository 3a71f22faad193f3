const secretNames = new Set([
  'authorization',
  'proxyauthorization',
  'cookie',
  'cookies',
  'setcookie',
  'password',
  'passwd',
  'token',
  'csrftoken',
  'sessiontoken',
  'xsessiontoken',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'secret',
  'secretkey',
  'clientsecret',
  'apikey',
  'codeverifier',
  'connectionstring',
])
const maxLogDepth = 6
const redactedText = '[redacted]'

// `csrf_token`, `csrfToken` and `CSRF-Token` are one name.
const isSecretName = (name: string): boolean => secretNames.has(name.toLowerCase().replace(/[_-]/g, ''))

/** The same fields with every secret hidden, however deep it lies. What lies deeper than the log shows is left out. */
export function redactSecrets(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const name of Object.keys(fields)) shown[name] = isSecretName(name) ? redactedText : redactValue(fields[name], depth)
  return shown
}

function redactValue(value: unknown, depth: number): unknown {
  // An error keeps its class: its own serialiser comes after this one.
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date) return value
  if (depth >= maxLogDepth) return '[deeper]'
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, depth + 1))
  return 'toJSON' in value ? value : redactSecrets(value as Record<string, unknown>, depth + 1)
}
