import { FormMessage } from './FormMessage.tsx'

interface FlowNoticesProps {
  readonly messages: readonly { readonly text: string; readonly type: 'info' | 'error' | 'success' }[]
}

/** What the service has to say by itself: confirm who you are, link an account, the form ran out. */
export const FlowNotices = ({ messages }: FlowNoticesProps) =>
  messages.map((message) => <FormMessage key={message.text} tone={message.type} text={message.text} />)
