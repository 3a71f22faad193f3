import { createSigning } from '../../signed-text.ts'

/** What the link of an invite carries: which invite, and for whom. */
export interface InviteToken {
  readonly id: string
  readonly email: string
}

export interface InviteTokens {
  write(invite: InviteToken): string
  /** Null: not one of ours. */
  read(token: string): InviteToken | null
}

export function createInviteTokens(secrets: readonly string[]): InviteTokens {
  const signing = createSigning(secrets, 'beta-invite')
  return {
    write: ({ id, email }) => signing.sign(`${id} ${email}`),
    read(token) {
      const [id, email] = signing.read(token)?.split(' ') ?? []
      return id === undefined || email === undefined ? null : { id, email }
    },
  }
}
