/** A browser that accepts messages, as it describes itself. */
export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** gone: the browser will never accept a message again. */
export type PushResult = 'sent' | 'gone' | 'failed'

/** Sends messages to browsers by the services of their vendors. */
export interface PushSender {
  /** With this key a browser subscribes. */
  readonly publicKey: string
  /** Never rejects. */
  send(target: PushTarget, message: string): Promise<PushResult>
}
