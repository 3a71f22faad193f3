export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The URL to unsubscribe from mails of this kind. Unset for mails about the reader's own account. */
  readonly unsubscribeUrl?: string
  /** The UUID of what the mail is about: mail programs show mails with the same one together. */
  readonly threadId?: string
}

/** A mail in delivery. Every attempt has the same id and time. */
export interface Letter extends Mail {
  readonly id: string
  readonly writtenAt: string
  /** The number of failed attempts. */
  readonly failures?: number
}

/** The receiving side refused the mail permanently, so a retry is pointless. */
export class MailUndeliverable extends Error {
  override readonly name = 'MailUndeliverable'
}

/** Delivers one mail. Throws if the other side did not accept it, and MailUndeliverable if it never will. */
export interface MailCarrier {
  deliver(letter: Letter): Promise<void>
  close(): Promise<void>
}

/** The mails that a carrier stores on this machine instead of sending them. */
export interface MailOutbox {
  /** Lists the newest mails first, at most this many. */
  list(limit: number): Promise<readonly StoredLetter[]>
  read(name: string): Promise<StoredLetter | null>
}

export interface StoredLetter {
  /** Sorts by the time of writing. */
  readonly name: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly date: string
  readonly text: string
  readonly html: string
}
