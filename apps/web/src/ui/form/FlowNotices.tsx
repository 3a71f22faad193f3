import { FormMessage } from './FormMessage.tsx'

interface FlowNoticesProps {
  readonly messages: readonly { readonly text: string; readonly type: 'info' | 'error' | 'success' }[]
  /** Already said elsewhere on the page. */
  readonly said: string
}

/** What the service has to say before anything is typed: confirm who you are, link an account, the form ran out. */
export const FlowNotices = ({ messages, said }: FlowNoticesProps) =>
  messages
    .filter((message) => !said.includes(message.text))
    .map((message) => <FormMessage key={message.text} tone={message.type} text={message.text} />)
