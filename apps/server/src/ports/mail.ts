export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where its reader can end mails of this kind. Unset: it concerns the reader's own account. */
  readonly unsubscribeUrl?: string
}

/** A mail on its way. A second try is the same letter: the id and the time stay. */
export interface Letter extends Mail {
  readonly id: string
  readonly writtenAt: string
  /** How many tries have failed. */
  readonly failures?: number
}

/** The receiving side refused the mail for good: another try would be refused too. */
export class MailUndeliverable extends Error {
  override readonly name = 'MailUndeliverable'
}

/** Hands one letter to the outside. Throws where the other side did not take it: MailUndeliverable where it never will. */
export interface MailCarrier {
  deliver(letter: Letter): Promise<void>
  close(): Promise<void>
}

/** The letters that a carrier keeps on this machine instead of sending them. */
export interface MailOutbox {
  /** The newest first, at most this many. */
  list(limit: number): Promise<readonly StoredLetter[]>
  read(name: string): Promise<StoredLetter | null>
}

export interface StoredLetter {
  /** Sorts by time of writing. */
  readonly name: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly date: string
  readonly text: string
  readonly html: string
}
