export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Hands one mail to the outside. Throws where the other side did not take it: the job tries again. */
export interface MailCarrier {
  carry(mail: Mail): Promise<void>
  close(): Promise<void>
}
