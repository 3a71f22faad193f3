import { SignJWT } from 'jose'

import type { Person } from '../../ports/identities.ts'

/** Another service's board, where the operator has chosen one. */
export interface ExternalFeedbackBoard {
  readonly kind: 'canny' | 'quackback'
  readonly boardToken: string
  readonly ssoKey: string
  readonly sdkUrl: string
}

const lifetimeSeconds = { canny: 60 * 60, quackback: 5 * 60 } as const

const formatBoardUserName = ({ firstname, lastname, email }: Person): string =>
  `${firstname ?? ''} ${lastname ?? ''}`.trim() || (email.split('@')[0] ?? email)

/** Says to the board who is there, in the claims that it reads. The key stays here. */
export function createSignOnToken(board: ExternalFeedbackBoard, person: Person, picture: string, now: Date): Promise<string> {
  const who = { email: person.email, name: formatBoardUserName(person) }
  const claims = board.kind === 'canny' ? { id: person.id, ...who, avatarURL: picture } : who
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(person.id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetimeSeconds[board.kind])
    .sign(new TextEncoder().encode(board.ssoKey))
}
