import type { APIRequestContext } from '@playwright/test'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
}

/** Returns the mails of the running server's outbox for one person, oldest first. */
export async function mailsTo(request: APIRequestContext, address: string): Promise<ReceivedMail[]> {
  const answer = await request.get('/dev/outbox.json')
  const mails = (await answer.json()) as ReceivedMail[]
  return mails.filter((mail) => mail.to.includes(address))
}
