import { isUuid } from '@espalier/domain'
import { createSigning } from '../../security/cryptography.ts'

/** The content of a link's token. */
interface InvitationToken {
  readonly id: string
  /** True for the link in the mail: only the owner of the address can know it. */
  readonly isMailed: boolean
}

export interface InvitationLinks {
  /** The link that people who share the project can copy. It is the same each time. */
  buildLink(id: string): string
  /** The link of the mail, which proves that its reader owns the address. */
  buildMailedLink(id: string): string
  /** Null if the token is not ours. */
  readToken(token: string): InvitationToken | null
}

interface InvitationLinksOptions {
  readonly secrets: readonly string[]
  /** The page's URL. */
  webUrl(): string
}

const mailedMark = 'mailed'
const maxTokenLength = 500

/**
 * Tokens are signed and not stored: somebody who reads the database cannot join a project, and a link can be shown
 * again. A token has no dot, because a path that ends like a file name is not served as a page to every client.
 */
export function createInvitationLinks({ secrets, webUrl }: InvitationLinksOptions): InvitationLinks {
  const signing = createSigning(secrets, 'project-invitation')
  const build = (text: string): string => new URL(`/join/${signing.sign(text).replace('.', '~')}`, webUrl()).href
  return {
    buildLink: (id) => build(id),
    buildMailedLink: (id) => build(`${id} ${mailedMark}`),
    readToken(token) {
      if (token.length > maxTokenLength) return null
      const [id, mark, ...more] = signing.read(token.replace('~', '.'))?.split(' ') ?? []
      if (id === undefined || !isUuid(id) || more.length > 0) return null
      if (mark !== undefined && mark !== mailedMark) return null
      return { id, isMailed: mark === mailedMark }
    },
  }
}
