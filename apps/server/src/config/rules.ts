import { isIP } from 'node:net'
import { isEmail } from '@espalier/domain'
import { z } from 'zod'

/** A variable that parses to something, or is refused with the sentence "NAME must be ...". */
function variableRule<Value>(must: string, read: (text: string) => Value | undefined) {
  return z.string().transform((text, context) => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: `must be ${must}` })
    return z.NEVER
  })
}

const controlCharacter = /\p{Cc}/u
const hostnamePattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

const splitCommaList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export const textRule = variableRule('text without line breaks or other control characters', (value) =>
  controlCharacter.test(value) ? undefined : value,
)

export const tokenRule = variableRule('printable characters without spaces', (value) =>
  /^[!-~]+$/.test(value) ? value : undefined,
)

export const wholeNumberRule = (from: number, to: number) =>
  variableRule(`a whole number from ${from} to ${to}`, (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return number >= from && number <= to ? number : undefined
  })

export const oneOfRule = <const Words extends readonly string[]>(...words: Words) =>
  variableRule<Words[number]>(`one of ${words.join(', ')}`, (value) => words.find((word) => word === value))

export const urlRule = (...schemes: readonly string[]) =>
  variableRule(`a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`, (value) => {
    const parsed = parseUrl(value)
    const isKnown = schemes.some((scheme) => parsed?.protocol === `${scheme}:`)
    return parsed !== undefined && isKnown && parsed.host !== '' ? value : undefined
  })

/**
 * Also in the form that names a socket's folder and no host, postgresql://user@/espalier?host=/run/postgresql, and with
 * several servers of which one takes writes, postgresql://user@one:5432,two:5432/espalier.
 */
export const databaseUrlRule = variableRule('a URL that begins with postgres:// or postgresql://', (value) => {
  if (!/^postgres(ql)?:\/\//.test(value)) return undefined
  const servers = /^postgres(?:ql)?:\/\/(?:[^/?@]*@)?([^/?]*)/.exec(value)?.[1]?.split(',') ?? []
  if (servers.length > 1 && !servers.every((server) => parseUrl(`postgres://${server}/`)?.hostname)) return undefined
  const withHost = value
    .replace(/^(postgres(?:ql)?:\/\/(?:[^/?@]*@)?)\//, '$1socket/')
    .replace(/^(postgres(?:ql)?:\/\/(?:[^/?@]*@)?[^/?,]*),[^/?]*/, '$1')
  return parseUrl(withHost) === undefined ? undefined : value
})

/** A base address without its trailing slash, so that paths can be put behind it. */
export const baseUrlRule = urlRule('http', 'https').transform((value) => value.replace(/\/+$/, ''))

export const originRule = variableRule('an origin such as https://app.example.com, without a path', (value) => {
  const parsed = parseUrl(value)
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return undefined
  return parsed.href === `${parsed.origin}/` ? parsed.origin : undefined
})

export const listenHostRule = variableRule('an address or a host name to listen on', (value) => {
  const bare = value.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 || hostnamePattern.test(bare) ? bare : undefined
})

const isHostWithPort = (value: string): boolean => {
  const parsed = parseUrl(`http://${value}`)
  return parsed !== undefined && parsed.href === `http://${parsed.host}/` && parsed.hostname !== ''
}

export const hostsRule = variableRule('a comma-separated list of host or host:port', (value) => {
  const all = splitCommaList(value.toLowerCase())
  return all.every(isHostWithPort) ? all : undefined
})

const isNetwork = (value: string): boolean => {
  const [address = '', prefix, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

export const networksRule = variableRule('a comma-separated list of addresses or networks such as 10.0.0.0/8', (value) => {
  const all = splitCommaList(value)
  return all.every(isNetwork) ? all : undefined
})

const minSecretLength = 32

export const secretsRule = variableRule(
  `a comma-separated list of secrets of at least ${minSecretLength} characters each`,
  (value) => {
    const all = splitCommaList(value)
    return all.length > 0 && all.every((secret) => secret.length >= minSecretLength) ? all : undefined
  },
)

export const mailboxRule = variableRule('an address such as Espalier <no-reply@example.com>', (value) => {
  if (controlCharacter.test(value)) return undefined
  const address = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value
  return isEmail(address.trim()) ? value : undefined
})

const isHostPair = ([domain, target]: [string, string]): boolean =>
  isHostWithPort(domain) && /^https?:$/.test(parseUrl(target)?.protocol ?? '')

export const hostMapRule = variableRule('a comma-separated list of domain=URL pairs', (value) => {
  const pairs = splitCommaList(value).map((pair): [string, string] => {
    const cut = pair.indexOf('=')
    return [pair.slice(0, Math.max(cut, 0)).trim().toLowerCase(), pair.slice(cut + 1).trim()]
  })
  return pairs.length > 0 && pairs.every(isHostPair) ? new Map(pairs) : undefined
})
