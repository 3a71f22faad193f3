import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'

import { createGuardedLookup, type LookupRules } from './guarded-lookup.ts'
import { readBodyBytes } from './read-answer.ts'

export interface GuardedGetOptions extends LookupRules {
  readonly waitMs: number
  readonly mostBytes: number
  readonly accept: string
  /** For tests: without TLS. */
  readonly allowsPlain?: boolean
}

export interface GuardedResponse {
  readonly status: number
  readonly bytes: Buffer
}

/** Asks an address that a stranger may have named: over https on its own port, in the open internet, without following it elsewhere. */
export function guardedGet(address: string, rules: GuardedGetOptions): Promise<GuardedResponse> {
  return new Promise((resolve, reject) => {
    const url = new URL(address)
    const isPlain = url.protocol === 'http:' && rules.allowsPlain === true
    const isSecure = url.protocol === 'https:' && url.port === ''
    // A literal address is never looked up, so nothing else would look at it.
    const isLiteral = isIP(url.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0
    if (!isPlain && (!isSecure || isLiteral)) throw new Error('this address may not be asked')
    if (url.username !== '' || url.password !== '') throw new Error('an address may not carry a password')
    const sent = (isPlain ? requestHttp : requestHttps)(
      url,
      {
        method: 'GET',
        agent: false,
        lookup: createGuardedLookup(rules),
        signal: AbortSignal.timeout(rules.waitMs),
        headers: { accept: rules.accept, 'user-agent': 'Espalier' },
      },
      (answer) => void readGuardedResponse(answer, rules.mostBytes).then(resolve, reject),
    )
    sent.once('error', reject)
    sent.end()
  })
}

const readGuardedResponse = async (answer: IncomingMessage, mostBytes: number): Promise<GuardedResponse> => ({
  status: answer.statusCode ?? 0,
  bytes: await readBodyBytes(answer, mostBytes),
})
